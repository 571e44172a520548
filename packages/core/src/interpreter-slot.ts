import type { Hello, Interpreter, InterpreterOwner } from './interpreter.ts';
import { launchInterpreter } from './interpreter.ts';
import type { RunnerCapabilities } from './ports/runner.ts';
import type { ProcessSpec, Sandbox } from './ports/sandbox.ts';

/** A sandbox with an interpreter started in it, not yet anyone's. */
export interface WarmInterpreter {
  readonly sandbox: Sandbox;
  readonly spec: ProcessSpec;
  readonly capabilities: RunnerCapabilities;
  readonly interpreter: Promise<Interpreter>;
}

/** Starts an interpreter in `sandbox` without waiting for it. */
export function warmUp(
  sandbox: Sandbox,
  spec: ProcessSpec,
  capabilities: RunnerCapabilities,
): WarmInterpreter {
  const interpreter = launchInterpreter(sandbox, spec, capabilities);
  // Whoever takes it awaits it; until then a failure is nobody's yet.
  interpreter.catch(() => undefined);
  return { sandbox, spec, capabilities, interpreter };
}

/** The place of a session's interpreter: always the living one, started again after it died. */
export interface InterpreterSlot extends AsyncDisposable {
  /** @throws ReplError SandboxUnavailable when it cannot be started; the next call tries again */
  get(): Promise<Interpreter>;
  /** Starts the next interpreter now if the last has died, so that the next cell need not wait for it. */
  refill(): void;
}

/** @param restore called with each interpreter before it is given out */
export function createInterpreterSlot(
  warm: WarmInterpreter,
  hello: Hello,
  owner: InterpreterOwner,
  restore: (interpreter: Interpreter) => Promise<void>,
): InterpreterSlot {
  let current: Promise<Interpreter> | undefined;

  const install = (starting: Promise<Interpreter>): Promise<Interpreter> => {
    current = starting;
    starting.catch(() => {
      if (current === starting) current = undefined;
    });
    return starting;
  };
  const prepare = async (launched: Promise<Interpreter>): Promise<Interpreter> => {
    const interpreter = await launched;
    interpreter.adopt(hello, owner);
    await restore(interpreter);
    return interpreter;
  };
  const launch = (): Promise<Interpreter> =>
    prepare(launchInterpreter(warm.sandbox, warm.spec, warm.capabilities));
  const get = async (): Promise<Interpreter> => {
    const known = current ?? install(launch());
    const interpreter = await known;
    if (interpreter.alive) return interpreter;
    // Someone else may have found it dead before.
    return current === known ? install(launch()) : get();
  };
  void install(prepare(warm.interpreter));

  return {
    get,
    refill: () => void get().catch(() => undefined),
    [Symbol.asyncDispose]: () => warm.sandbox[Symbol.asyncDispose](),
  };
}
