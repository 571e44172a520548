/** Descriptors of bwrap, in the order it is given them. Only 0 to 4 reach the program. */
export const FD = {
  toDriver: 3,
  fromDriver: 4,
  args: 5,
  seccomp: 6,
  status: 7,
  /** Held by the shell until the process is in its control group. */
  gate: 8,
  /** Closed by bwrap when the sandbox is built. */
  block: 9,
  firstDriverFile: 10,
} as const;
