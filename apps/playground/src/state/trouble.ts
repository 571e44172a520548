import { TransportError } from '@repltool/client';
import {
  ERROR_TABLE,
  ReplError,
  findingSchema,
  type ErrorCode,
  type Finding,
} from '@repltool/protocol';
import { z } from 'zod';

/** Something that went wrong outside of user code, in words for the person at the page. */
export interface Trouble {
  /** The error's code, or what kept the server from being asked. */
  readonly code: ErrorCode | 'Unreachable' | 'Unknown';
  readonly title: string;
  readonly detail: string;
  readonly hint: string;
  /** What the policy had to say, where it was the policy. */
  readonly findings: readonly Finding[];
}

const TITLES: Partial<Record<ErrorCode, string>> = {
  ConcurrentSessionLimit: 'Too many sessions',
  ExpressionLimitExceeded: 'This session has run all its cells',
  InvalidCodeInput: 'This cell cannot be sent',
  MaliciousCodeDetected: 'The policy stopped this cell',
  RateLimited: 'Too many requests',
  SandboxUnavailable: 'No sandbox on this server',
  SessionBusy: 'Another cell is running',
  SessionNotFound: 'The session is gone',
  SessionTerminated: 'The session has ended',
  SessionTimeout: 'The session expired',
  ShuttingDown: 'The server is stopping',
  Unauthorized: 'The server does not know this token',
};

/** Hints for the person where the table's own is meant for programs, which read fields. */
const HINTS: Partial<Record<ErrorCode, string>> = {
  MaliciousCodeDetected: 'Change the code, or use a session in a mode that allows it.',
  SandboxUnavailable: '',
  Unauthorized: '',
};

function findingsOf(error: ReplError): readonly Finding[] {
  const parsed = z.array(findingSchema).safeParse(error.details['findings']);
  return parsed.success ? parsed.data : [];
}

export function troubleFrom(error: unknown): Trouble {
  if (ReplError.isInstance(error)) {
    const title = TITLES[error.code] ?? 'The server refused this';
    const hint = HINTS[error.code] ?? ERROR_TABLE[error.code].hint;
    return { code: error.code, title, detail: error.message, hint, findings: findingsOf(error) };
  }
  if (TransportError.isInstance(error)) {
    return {
      code: 'Unreachable',
      title: 'The server did not answer',
      detail: error.message,
      hint: 'The page goes on trying. Check that the server is running.',
      findings: [],
    };
  }
  return {
    code: 'Unknown',
    title: 'The page has a fault',
    detail: error instanceof Error ? error.message : String(error),
    hint: 'Reload the page; the session and its cells come back.',
    findings: [],
  };
}

const SESSION_ENDED: readonly Trouble['code'][] = [
  'SessionNotFound',
  'SessionTerminated',
  'SessionTimeout',
];

/** Whether this means that the session no longer exists. */
export function meansSessionEnded(trouble: Trouble): boolean {
  return SESSION_ENDED.includes(trouble.code);
}
