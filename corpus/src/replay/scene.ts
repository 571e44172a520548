import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveConnection } from '@repltool/client';
import type { InputRequest, OutputEvent, SessionConfig } from '@repltool/protocol';
import type { Session } from 'repltool';
import type { Case } from '../cases.ts';
import type { Plan } from '../plan.ts';
import { engineBehind } from './engines.ts';
import { descendants, type HostProcess } from './host-processes.ts';
import { listenOnHost, plantCanary, keepSecrets } from './host-set-up.ts';
import type { Outcome } from './outcome.ts';
import { startServer, type RunningServer } from './server.ts';
import { watchEngine, type WatchedEngine } from './watched-engine.ts';

/** What the steps of one case act on. */
export interface Scene extends AsyncDisposable {
  /** The only thing in its directory. */
  readonly dataDir: string;
  readonly engine: WatchedEngine;
  /** All sessions of the case, oldest first, ended ones too. */
  readonly sessions: readonly Session[];
  /** What they wrote, in the order of its arrival. */
  readonly events: readonly OutputEvent[];
  /** What its cells asked to be told, and nobody has answered. */
  readonly inputRequests: readonly InputRequest[];
  /** The outcome of each cell, as far as it is known, in the order of the steps. */
  readonly cells: Promise<Outcome>[];
  /** Cells that run in the background, by their tag. */
  readonly background: Map<string, Promise<Outcome>>;
  readonly connections: Map<string, LiveConnection>;
  /** Processes that were there before the case. */
  readonly before: readonly HostProcess[];
  /** Starts the server when it is first asked for. */
  server(): Promise<RunningServer>;
  /** The session that cells of `language`, the case's own when left out, run in; made when there is none. */
  session(language?: string): Promise<Session>;
  /** The last session that a step used or made. */
  latest(): Promise<Session>;
  named(name: string): Session;
  /** Makes a session; one without a name is where the case goes on. */
  create(config: Partial<SessionConfig>, name?: string): Promise<Session>;
  /** Takes up a session that was made over a connection. */
  adopt(session: Session): void;
  /** Puts what the case calls P and S in place of them, and the canary file where the host is to have one. */
  setUpHost(): Promise<void>;
  fillIn(code: string): string;
}

const DEFAULT_LANGUAGE = 'python';

export function createScene(one: Case, { mode, wall, limits }: Plan): Scene {
  const cleanUp: (() => unknown)[] = [];
  const before = descendants();
  const place = mkdtempSync(join(tmpdir(), 'repltool-corpus-'));
  // The users of the sandboxes have to walk through it.
  chmodSync(place, 0o755);
  cleanUp.push(() => rmSync(place, { recursive: true, force: true }));
  const dataDir = join(place, 'data');
  const engine = watchEngine(engineBehind(wall, dataDir));
  cleanUp.push(() => engine.close());
  const sessions: Session[] = [];
  const events: OutputEvent[] = [];
  const inputRequests: InputRequest[] = [];
  const waitsForInput = JSON.stringify(one.steps).includes('stdin requested');
  const byLanguage = new Map<string, Session>();
  const byName = new Map<string, Session>();
  const connections = new Map<string, LiveConnection>();
  cleanUp.push(() => connections.forEach((connection) => connection.close()));
  const ownLanguage = one.language === 'any' ? DEFAULT_LANGUAGE : one.language;
  let running: Promise<RunningServer> | undefined;
  let config: Partial<SessionConfig> = {};
  let last: Session | undefined;
  let placeholders: Readonly<Record<string, string>> = {};

  const watch = (session: Session): void => {
    sessions.push(session);
    const listener = {
      output: (event: OutputEvent) => void events.push(event),
      inputRequest: (request: InputRequest) => inputRequests.push(request) > 0,
    };
    session.subscribe(waitsForInput ? listener : { output: listener.output }, 0);
  };

  const adopt = (session: Session): void => {
    watch(session);
    byLanguage.set(session.info().language, session);
    last = session;
  };

  const make = async (own: Partial<SessionConfig>): Promise<Session> => {
    const session = await engine.createSession({
      language: ownLanguage,
      sandbox_mode: mode,
      ...own,
      resource_limits: { ...limits, ...own.resource_limits },
    });
    watch(session);
    return session;
  };

  const server = (): Promise<RunningServer> => {
    running ??= startServer(engine).then((started) => {
      cleanUp.push(() => started[Symbol.asyncDispose]());
      return started;
    });
    return running;
  };

  const inLanguage = async (language = ownLanguage): Promise<Session> => {
    const session = byLanguage.get(language) ?? (await make({ ...config, language }));
    byLanguage.set(language, session);
    last = session;
    return session;
  };

  return {
    dataDir,
    engine,
    sessions,
    events,
    inputRequests,
    cells: [],
    background: new Map(),
    connections,
    before,
    server,
    session: inLanguage,
    latest: async () => last ?? (await inLanguage()),
    named(name) {
      const session = byName.get(name);
      if (session === undefined) throw new Error(`${one.id}: no session is called ${name}`);
      return session;
    },
    async create(own, name) {
      const session = await make(own);
      if (name === undefined) {
        const { session_id, ...rest } = own;
        config = rest;
        byLanguage.clear();
        byLanguage.set(own.language ?? ownLanguage, session);
        last = session;
      } else {
        byName.set(name, session);
      }
      return session;
    },
    adopt,
    async setUpHost() {
      for (const planted of [plantCanary(), keepSecrets()])
        cleanUp.push(() => planted[Symbol.dispose]());
      if (one.id !== 'sb-008-sockets') return;
      const listening = await listenOnHost();
      cleanUp.push(() => listening[Symbol.asyncDispose]());
      placeholders = { P: `${listening.port}`, S: `${(await server()).port}` };
    },
    fillIn: (code) =>
      Object.entries(placeholders).reduce(
        (text, [name, value]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), value),
        code,
      ),
    async [Symbol.asyncDispose]() {
      for (let work = cleanUp.pop(); work !== undefined; work = cleanUp.pop()) await work();
    },
  };
}
