import type { SeccompCondition, SeccompRule } from '../profile.ts';

const INT = 0xffffffff;
const TYPE_MASK = 0xf;
const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const SOCK_STREAM = 1;
const SOCK_DGRAM = 2;
const IPPROTO_TCP = 6;
const IPPROTO_UDP = 17;

const family = (value: number): SeccompCondition => ({
  index: 0,
  op: 'SCMP_CMP_MASKED_EQ',
  value: INT,
  valueTwo: value,
});
const type = (value: number): SeccompCondition => ({
  index: 1,
  op: 'SCMP_CMP_MASKED_EQ',
  value: TYPE_MASK,
  valueTwo: value,
});
const protocol = (value: number): SeccompCondition => ({
  index: 2,
  op: 'SCMP_CMP_MASKED_EQ',
  value: INT,
  valueTwo: value,
});

const INTERNET_KINDS = [
  { socketType: SOCK_STREAM, protocols: [0, IPPROTO_TCP] },
  { socketType: SOCK_DGRAM, protocols: [0, IPPROTO_UDP] },
];

/** Unix sockets, TCP and UDP. Each other family, type and protocol is refused: no netlink, raw, vsock, crypto. */
export const SOCKET_RULES: readonly SeccompRule[] = [
  {
    comment: 'Unix sockets',
    names: ['socket', 'socketpair'],
    action: 'SCMP_ACT_ALLOW',
    args: [family(AF_UNIX)],
  },
  ...[AF_INET, AF_INET6].flatMap((internet) =>
    INTERNET_KINDS.flatMap(({ socketType, protocols }) =>
      protocols.map((number): SeccompRule => ({
        comment: 'TCP and UDP',
        names: ['socket'],
        action: 'SCMP_ACT_ALLOW',
        args: [family(internet), type(socketType), protocol(number)],
      })),
    ),
  ),
  {
    comment: 'using them',
    names: ['bind', 'listen', 'accept', 'accept4', 'connect', 'setsockopt', 'sendmmsg', 'recvmmsg'],
    action: 'SCMP_ACT_ALLOW',
  },
];
