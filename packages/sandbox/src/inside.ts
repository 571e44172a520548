/** Who and where user code is, inside every sandbox. */
export const INSIDE = {
  uid: 1000,
  gid: 1000,
  user: 'sandbox',
  hostname: 'sandbox',
  /** What `/etc` links to. */
  etc: '/opt/repltool/etc',
} as const;
