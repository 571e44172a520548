import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 192 random bits, safe in URLs and headers. */
export function generateToken(): string {
  return randomBytes(24).toString('base64url');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether what a client presents is the token. Digests are compared, so that time tells neither content nor length. */
export function createTokenCheck(token: string): (presented: unknown) => boolean {
  const expected = digest(token);
  return (presented) =>
    typeof presented === 'string' && timingSafeEqual(digest(presented), expected);
}

/** The credentials of an `Authorization: Bearer …` header. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
}
