/** Who and where user code is, inside every sandbox. */
export const INSIDE = {
  uid: 1000,
  gid: 1000,
  user: 'sandbox',
  hostname: 'sandbox',
} as const;
