import type { Sandbox, SandboxBackend, SandboxPlan } from '@repltool/core';
import { ReplError, type IsolationTier } from '@repltool/protocol';
import { parseAllowedHosts } from './network/allowed-hosts.ts';
import { settleOperatorMounts } from './operator-mounts.ts';
import type { BubblewrapOptions } from './options.ts';
import { createBubblewrapSandbox, type BubblewrapSandbox } from './sandbox.ts';
import { openExaminedHost } from './probe/examined-host.ts';
import { tierOf, type ServerHost } from './server-host.ts';

/**
 * Sandboxes built by bubblewrap: namespaces, an allowlist of files, a seccomp filter, control groups where the server
 * may write them. Nothing is started before the first `probe` or `create`.
 * @throws ReplError InvalidRequest naming each listed host or mount at fault
 */
export function createBubblewrapBackend(options: BubblewrapOptions = {}): SandboxBackend {
  return new BubblewrapBackend(options);
}

class BubblewrapBackend implements SandboxBackend {
  readonly name = 'bubblewrap';
  readonly #options: BubblewrapOptions;
  /** Those being made and those not yet disposed of. */
  readonly #sandboxes = new Set<Promise<BubblewrapSandbox>>();
  #host: Promise<ServerHost> | undefined;
  #disposed: Promise<void> | undefined;

  constructor(options: BubblewrapOptions) {
    settleOperatorMounts(options.mounts ?? []);
    parseAllowedHosts(options.network?.hosts ?? []);
    this.#options = options;
  }

  async probe(): Promise<IsolationTier> {
    return tierOf(await this.#open());
  }

  async create(plan: SandboxPlan): Promise<Sandbox> {
    const created = this.#open().then((host) =>
      createBubblewrapSandbox(host, plan, () => this.#sandboxes.delete(created)),
    );
    this.#sandboxes.add(created);
    created.catch(() => this.#sandboxes.delete(created));
    return created;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#disposed ??= this.#dispose();
    return this.#disposed;
  }

  async #open(): Promise<ServerHost> {
    if (this.#disposed !== undefined)
      throw new ReplError('ShuttingDown', 'The sandbox backend has been disposed of.');
    const opened = (this.#host ??= openExaminedHost(this.#options));
    // What was missing may be there at the next try.
    opened.catch(() => {
      if (this.#host === opened) this.#host = undefined;
    });
    return opened;
  }

  async #dispose(): Promise<void> {
    const made = await Promise.allSettled(this.#sandboxes);
    const sandboxes = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.all(sandboxes.map((sandbox) => sandbox[Symbol.asyncDispose]()));
    const host = await this.#host?.catch(() => undefined);
    await host?.remove();
  }
}
