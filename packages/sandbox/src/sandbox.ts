import {
  SANDBOX_PATHS,
  type ProcessSpec,
  type Sandbox,
  type SandboxPlan,
  type SandboxUsage,
  type SandboxedProcess,
  type WorkspaceFiles,
} from '@repltool/core';
import { ReplError, type IsolationTier } from '@repltool/protocol';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import type { ResourceAccount } from './account.ts';
import { openWorkspaceFiles } from './files/workspace-files.ts';
import type { HostUser } from './host/sandbox-user.ts';
import type { Gateway } from './network/gateway.ts';
import { FD } from './process/descriptors.ts';
import { launchProcess } from './process/launch.ts';
import { gateScript } from './process/gate-script.ts';
import type { RunningProcess } from './process/sandboxed-process.ts';
import { openStdio } from './process/stdio.ts';
import { reachableMounts, reachableOperatorMounts } from './reachable-mounts.ts';
import { rootFileSystem } from './root/root-file-system.ts';
import { tierOf, type ServerHost } from './server-host.ts';
import { checkProcessSpec } from './spec-check.ts';
import { createDiskWatch, type DiskWatch } from './watch/disk-watch.ts';
import { isFull } from './watch/full.ts';
import { createProcessWatch } from './watch/process-watch.ts';
import type { Workspace } from './workspace-pool.ts';

/** Directories that a mode with a workspace has besides. */
const TEMPORARY = [SANDBOX_PATHS.tmp, '/dev/shm'];

/** Prepares the place of a session: its workspace and its account. */
export async function createBubblewrapSandbox(
  host: ServerHost,
  plan: SandboxPlan,
  onDisposed: () => void = () => undefined,
): Promise<BubblewrapSandbox> {
  const user = host.users.next();
  const account =
    host.groups?.create(plan.id, plan.limits) ??
    createProcessWatch({ limits: plan.limits, prlimit: host.prlimit, user });
  try {
    const workspace =
      plan.rules.writable === 'workspace' ? await host.workspaces.take(plan.limits, user) : null;
    return new BubblewrapSandbox({ host, plan, user, account, workspace, onDisposed });
  } catch (error) {
    await account.remove();
    throw error;
  }
}

interface SandboxParts {
  readonly host: ServerHost;
  readonly plan: SandboxPlan;
  readonly user: HostUser | undefined;
  readonly account: ResourceAccount;
  readonly workspace: Workspace | null;
  readonly onDisposed: () => void;
}

export class BubblewrapSandbox implements Sandbox {
  readonly isolation: IsolationTier;
  readonly workspace: string | null;
  readonly files: WorkspaceFiles | null;
  readonly #parts: SandboxParts;
  #current: RunningProcess | undefined;
  #disk: DiskWatch | undefined;
  #lastUsage: SandboxUsage | undefined;
  #launching: Promise<unknown> = Promise.resolve();
  #disposed: Promise<void> | undefined;
  #sessionId: string | null = null;

  constructor(parts: SandboxParts) {
    this.#parts = parts;
    this.isolation = tierOf(parts.host);
    this.workspace = parts.workspace?.path ?? null;
    this.files = this.workspace === null ? null : openWorkspaceFiles(this.workspace, parts.user);
  }

  async launch(spec: ProcessSpec, signal?: AbortSignal): Promise<SandboxedProcess> {
    const launched = this.#launching.then(() => this.#launch(spec, signal));
    this.#launching = launched.catch(() => undefined);
    return launched;
  }

  adopt(sessionId: string): void {
    this.#sessionId = sessionId;
  }

  prioritise(urgent: boolean): void {
    if (this.#lastUsage === undefined) this.#parts.account.prioritise(urgent);
  }

  usage(): SandboxUsage {
    return this.#lastUsage ?? this.#parts.account.usage();
  }

  resetPeak(): void {
    if (this.#lastUsage === undefined) this.#parts.account.resetPeak();
  }

  fullDirectory(): string | null {
    const { workspace } = this.#parts;
    if (workspace === null) return null;
    if (this.#disk?.takeOverflow() === true) return SANDBOX_PATHS.workspace;
    if (workspace.sized && isFull(workspace.path)) return SANDBOX_PATHS.workspace;
    const init = this.#current?.init?.pid;
    return init === undefined
      ? null
      : (TEMPORARY.find((path) => isFull(`/proc/${init}/root${path}`)) ?? null);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#disposed ??= this.#dispose();
    return this.#disposed;
  }

  async #launch(spec: ProcessSpec, signal?: AbortSignal): Promise<RunningProcess> {
    this.#refuseDisposed();
    checkProcessSpec(spec);
    // The last one's leftovers are being ended with it; its limits must be free again.
    await this.#current?.kill();
    this.#current?.release();
    const { host, plan, user, account, workspace } = this.#parts;
    const gateway = host.gateway?.serves(plan.rules) === true ? host.gateway : null;
    const reach = { restricted: user !== undefined, lender: host.lender };
    const mounts = await reachableMounts(spec.mounts, reach);
    const operatorMounts =
      plan.rules.processes === 'system'
        ? await reachableOperatorMounts(host.operatorMounts, reach)
        : [];
    const root = rootFileSystem({
      ...plan,
      layout: host.image.layout,
      toolbox: await host.image.toolbox(plan.rules, mounts),
      etc: host.image.etc,
      empty: host.image.empty,
      workspace: this.workspace,
      mounts,
      operatorMounts,
      driverFiles: spec.driverFiles.map(({ name }, index) => ({
        fd: FD.firstDriverFile + index,
        name,
      })),
    });
    const options = bubblewrapArguments({
      root,
      env: { ...spec.env, ...gateway?.variables },
      workingDirectory: SANDBOX_PATHS.workspace,
      seccompFd: FD.seccomp,
      statusFd: FD.status,
      blockFd: FD.block,
      // Only the owner of the outermost one may enter the network, and is not the owner of another inside it.
      disableUserNamespaces:
        host.canDisableUserNamespaces && (gateway === null || user !== undefined),
    });
    const stdio = await openStdio(host.fifos, user);
    this.#current = await launchProcess(
      {
        bwrap: host.bwrap,
        options,
        argv: spec.argv,
        script: gateScript(FD.gate, plan.limits, host.groups === null),
        seccomp: host.filters.get(plan.rules),
        driverFiles: spec.driverFiles.map(({ source }) => source),
        stdio,
        user,
        scratch: host.scratch,
        inheritable: host.descriptors.inheritable(),
        beforeRun: gateway === null ? undefined : (process) => this.#openGateway(gateway, process),
      },
      account,
      signal,
    );
    if (workspace !== null && !workspace.sized) this.#diskWatch(workspace).follow(this.#current);
    return this.#current;
  }

  async #openGateway(gateway: Gateway, { init, exited }: RunningProcess): Promise<void> {
    if (init === null) return;
    const opened = await gateway.open(init, () => this.#sessionId);
    void exited.then(() => opened[Symbol.dispose]());
  }

  #diskWatch({ path }: Workspace): DiskWatch {
    this.#disk ??= createDiskWatch(path, this.#parts.plan.limits);
    return this.#disk;
  }

  #refuseDisposed(): void {
    if (this.#disposed !== undefined)
      throw new ReplError('SandboxUnavailable', 'The sandbox has been disposed of.');
  }

  async #dispose(): Promise<void> {
    await this.#launching;
    await this.#current?.kill();
    this.#current?.release();
    const { workspace, account, onDisposed } = this.#parts;
    await workspace?.remove();
    this.#lastUsage = account.usage();
    await account.remove();
    onDisposed();
  }
}
