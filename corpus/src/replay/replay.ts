import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionResult, InputRequest, OutputEvent } from '@repltool/protocol';
import type { Engine, Session } from 'repltool';
import type { Case } from '../cases.ts';
import type { Plan } from '../plan.ts';
import { awaitAll, awaitResult, execute } from './cells.ts';
import { settledFootprint } from './footprint.ts';
import { leftOver } from './host-processes.ts';
import { viewHost } from './host-set-up.ts';
import { forEach, raw, serverHealth } from './http-steps.ts';
import { connect, disconnect } from './live-steps.ts';
import { watchLoad, type Load } from './load.ts';
import { timed, type Outcome, type OutcomeKind } from './outcome.ts';
import { createScene, type Scene } from './scene.ts';
import type { RunningServer } from './server.ts';
import {
  complete,
  create,
  getSession,
  history,
  interrupt,
  listFiles,
  restart,
  terminate,
  writeFile,
} from './session-steps.ts';
import { parseSteps, type Step, type StepOf } from './steps.ts';

/** A case as it went, with the scene still standing until it is disposed of. */
export interface Replayed extends AsyncDisposable {
  readonly plan: Plan;
  /** The outcome of each step, in order. */
  readonly steps: readonly Outcome[];
  /** The outcome of each cell, in order, those that ran in the background as well; not those of repeated steps. */
  readonly cells: readonly Outcome[];
  /** All that the sessions wrote, in order: late output too. */
  readonly events: readonly OutputEvent[];
  /** What its cells asked to be told, where the case waits for that; it is never answered. */
  readonly inputRequests: readonly InputRequest[];
  /** What the steps cost this process, in which the server runs. */
  readonly load: Load;
  readonly engine: Engine;
  /** Where the engine keeps workspaces; the only thing in its directory. */
  readonly dataDir: string;
  /** All sessions of the case, oldest first, ended ones too. */
  readonly sessions: readonly Session[];
  /** The result of cell `number`, counted from 1. */
  readonly cell: (number: number) => ExecutionResult;
  readonly server: () => Promise<RunningServer>;
  /** The same once more, on an engine of its own; dispose of it as well. */
  readonly again: () => Promise<Replayed>;
}

function perform(scene: Scene, step: Step, next: Step | undefined): Promise<OutcomeKind> {
  switch (step.do) {
    case 'execute':
      return execute(scene, step);
    case 'await-result':
      return awaitResult(scene, step);
    case 'await-all':
      return awaitAll(scene, step);
    case 'wait':
      return done(sleep(step.seconds * 1000));
    case 'wait-for':
      return waitForPrompt(scene);
    case 'interrupt':
      return interrupt(scene);
    case 'restart':
      return restart(scene);
    case 'create':
      return create(scene, step);
    case 'terminate':
      return terminate(scene, step);
    case 'get-session':
      return getSession(scene);
    case 'history':
      return history(scene);
    case 'complete':
      return complete(scene, step);
    case 'list-files':
      return listFiles(scene, step);
    case 'write-file':
      return writeFile(scene, step);
    case 'connect':
      return connect(scene, step, next?.do);
    case 'disconnect':
      return disconnect(scene, step);
    case 'raw':
      return raw(scene, step);
    case 'server-health':
      return serverHealth(scene);
    case 'server-metrics':
      return settledFootprint(scene.engine).then((footprint) => ({ kind: 'footprint', footprint }));
    case 'host-setup':
      return done(scene.setUpHost());
    case 'assert-host':
      return Promise.resolve({ kind: 'host', host: viewHost() });
    case 'assert-no-processes':
      return leftOver(scene.before, { match: step.match, withinS: step.within_s ?? 2 }).then(
        (left) => ({ kind: 'processes', left }),
      );
    case 'repeat':
      return repeat(scene, step.times, step.steps);
    case 'for-each':
      return eachId(scene, step);
    case 'assert':
      // It is about all that was begun before it.
      return awaitAll(scene, { do: 'await-all' });
    case 'get':
    case 'host':
      throw new Error(`${step.do} stands where this replay does not know it`);
  }
}

async function done(work: Promise<unknown>): Promise<OutcomeKind> {
  await work;
  return { kind: 'done' };
}

/** Until the cell in the background asks for input, or has written its prompt. */
async function waitForPrompt(scene: Scene): Promise<OutcomeKind> {
  const deadline = performance.now() + 5000;
  const prompted = (): boolean =>
    scene.inputRequests.length > 0 || scene.events.some(({ stream }) => stream === 'stdout');
  while (!prompted()) {
    if (performance.now() > deadline) throw new Error('no request for input, and no prompt');
    await sleep(20);
  }
  return { kind: 'done' };
}

async function repeat(scene: Scene, times: number, steps: readonly Step[]): Promise<OutcomeKind> {
  const before = await settledFootprint(scene.engine);
  const known = scene.cells.length;
  const rounds: Outcome[][] = [];
  for (let left = times; left > 0; left -= 1) rounds.push(await performAll(scene, steps));
  scene.cells.length = known;
  return { kind: 'rounds', rounds, before };
}

async function eachId(scene: Scene, step: StepOf<'for-each'>): Promise<OutcomeKind> {
  const before = await settledFootprint(scene.engine);
  return { kind: 'rounds', rounds: await forEach(scene, step), before };
}

async function performAll(scene: Scene, steps: readonly Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, step] of steps.entries())
    outcomes.push(await timed(() => perform(scene, step, steps[index + 1])));
  return outcomes;
}

/** What has come of cells by now; of one that still runs, that it has begun. */
async function settled(cells: readonly Promise<Outcome>[]): Promise<Outcome[]> {
  const running: Outcome = { kind: 'begun', wallMs: 0 };
  return Promise.all(cells.map((cell) => Promise.race([cell, sleep(0, running)])));
}

/** Replays a case's steps, one after the other, on an engine of its own. */
export async function replay(one: Case, plan: Plan): Promise<Replayed> {
  const scene = createScene(one, plan);
  try {
    const load = watchLoad();
    const steps = await performAll(scene, parseSteps(one.steps)).finally(() => load.stop());
    const cells = await settled(scene.cells);
    return {
      plan,
      steps,
      cells,
      events: scene.events,
      inputRequests: scene.inputRequests,
      load: load.seen(),
      engine: scene.engine,
      dataDir: scene.dataDir,
      sessions: scene.sessions,
      cell(number) {
        const outcome = cells[number - 1];
        if (outcome?.kind === 'result') return outcome.result;
        throw new Error(`cell ${number} has no result: ${describe(outcome)}`);
      },
      server: () => scene.server(),
      again: () => replay(one, plan),
      [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose](),
    };
  } catch (error) {
    await scene[Symbol.asyncDispose]();
    throw error;
  }
}

function describe(outcome: Outcome | undefined): string {
  if (outcome?.kind === 'refused') return `${outcome.error.code}: ${outcome.error.message}`;
  return outcome?.kind ?? 'there is no such cell';
}
