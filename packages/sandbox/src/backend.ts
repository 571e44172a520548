import type { Sandbox, SandboxBackend, SandboxPlan } from '@repltool/core';
import { ReplError, type IsolationTier } from '@repltool/protocol';
import type { BubblewrapOptions } from './options.ts';
import { createBubblewrapSandbox, type BubblewrapSandbox } from './sandbox.ts';
import { openServerHost, type ServerHost } from './server-host.ts';

/**
 * Sandboxes built by bubblewrap: namespaces, an allowlist of files, a seccomp filter, control groups where the server
 * may write them. Nothing is touched before the first `probe` or `create`.
 */
export function createBubblewrapBackend(options: BubblewrapOptions = {}): SandboxBackend {
  return new BubblewrapBackend(options);
}

class BubblewrapBackend implements SandboxBackend {
  readonly name = 'bubblewrap';
  readonly #options: BubblewrapOptions;
  readonly #sandboxes = new Set<BubblewrapSandbox>();
  #host: Promise<ServerHost> | undefined;
  #disposed: Promise<void> | undefined;

  constructor(options: BubblewrapOptions) {
    this.#options = options;
  }

  async probe(): Promise<IsolationTier> {
    const host = await this.#open();
    return host.groups === null ? 'namespaces+seccomp+rlimit' : 'namespaces+seccomp+cgroup';
  }

  async create(plan: SandboxPlan): Promise<Sandbox> {
    const sandbox = await createBubblewrapSandbox(await this.#open(), plan);
    this.#sandboxes.add(sandbox);
    return sandbox;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#disposed ??= this.#dispose();
    return this.#disposed;
  }

  #open(): Promise<ServerHost> {
    if (this.#disposed !== undefined)
      throw new ReplError('ShuttingDown', 'The sandbox backend has been disposed of.');
    this.#host ??= openServerHost(this.#options);
    return this.#host;
  }

  async #dispose(): Promise<void> {
    const host = await this.#host?.catch(() => undefined);
    await Promise.all([...this.#sandboxes].map((sandbox) => sandbox[Symbol.asyncDispose]()));
    await host?.remove();
  }
}
