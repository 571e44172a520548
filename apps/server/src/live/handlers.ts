import type { SOCKET_REQUESTS, SocketReply, SocketRequestName } from '@repltool/protocol';
import type { z } from 'zod';
import type { SessionService } from '../sessions/session-service.ts';
import type { Subscriptions } from './subscriptions.ts';

export type ParsedRequest<Name extends SocketRequestName> = z.output<
  (typeof SOCKET_REQUESTS)[Name]['request']
>;

export type Handlers = {
  readonly [Name in SocketRequestName]: (
    request: ParsedRequest<Name>,
  ) => SocketReply<Name> | Promise<SocketReply<Name>>;
};

/** What one client may ask for. */
export function createHandlers(service: SessionService, subscriptions: Subscriptions): Handlers {
  return {
    'session-create': (config) => service.create(config),
    'session-get': ({ session_id }) => service.info(session_id),
    async 'session-terminate'({ session_id }) {
      await service.terminate(session_id);
      return null;
    },
    'session-subscribe'({ session_id, cursor }) {
      const begin = subscriptions.add(session_id, cursor);
      return { ...service.info(session_id), cursor: begin };
    },
    'session-unsubscribe'({ session_id }) {
      subscriptions.remove(session_id);
      return null;
    },
    'cell-execute': ({ session_id, ...request }) => service.execute(session_id, request),
    'cell-interrupt': ({ session_id, ...request }) => ({
      interrupted: service.interrupt(session_id, request),
    }),
    'input-reply'({ session_id, ...reply }) {
      service.reply(session_id, reply);
      return null;
    },
    'code-complete': ({ session_id, ...position }) => service.complete(session_id, position),
    'code-inspect': ({ session_id, ...position }) => service.inspect(session_id, position),
    'variables-list': ({ session_id }) => service.variables(session_id),
  };
}
