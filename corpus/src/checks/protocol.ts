import type { Checks } from '../check.ts';
import { PROTOCOL_CONNECTION_CHECKS } from './protocol-connections.ts';
import { PROTOCOL_REQUEST_CHECKS } from './protocol-requests.ts';
import { PROTOCOL_SESSION_CHECKS } from './protocol-sessions.ts';

export const PROTOCOL_CHECKS: Checks = {
  ...PROTOCOL_SESSION_CHECKS,
  ...PROTOCOL_REQUEST_CHECKS,
  ...PROTOCOL_CONNECTION_CHECKS,
};
