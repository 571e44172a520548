import { openControlGroups } from '../cgroup/open.ts';
import { findMountPrograms } from '../host/mounts.ts';
import { findProgram } from '../host/programs.ts';
import { createSandboxUsers } from '../host/sandbox-user.ts';
import { groupName } from '../host/sweep.ts';
import type { BubblewrapOptions } from '../options.ts';
import { diagnoseBubblewrap } from './diagnose-bubblewrap.ts';
import { diagnoseDirectory } from './diagnose-directory.ts';
import { degraded, missing, ok, type Diagnosis } from './diagnosis.ts';
import { wordsOf } from './words.ts';
import { openExaminedHost } from './examined-host.ts';

const INSTALL_BUBBLEWRAP =
  'install bubblewrap: apt install bubblewrap, dnf install bubblewrap, apk add bubblewrap, pacman -S bubblewrap';

/**
 * What this host can enforce, part by part, each found out by trying, the whole last. Never throws: what cannot be had
 * is a line of its own, with how to mend it.
 */
export async function diagnose(options: BubblewrapOptions = {}): Promise<readonly Diagnosis[]> {
  const bwrap = options.bwrapPath ?? (await findProgram('bwrap'));
  const users = createSandboxUsers(options.user);
  const found: Diagnosis[] =
    bwrap === null
      ? [missing('bubblewrap', 'there is no bwrap in the system directories', INSTALL_BUBBLEWRAP)]
      : await diagnoseBubblewrap(bwrap, users.next());
  found.push(await diagnoseDirectory(options.dataDir, users.group));
  found.push(await diagnoseGroups(options));
  found.push(await diagnoseWorkspace());
  if (!found.some(({ state }) => state === 'missing')) found.push(await diagnoseWhole(options));
  return found;
}

async function diagnoseGroups({ cgroups }: BubblewrapOptions): Promise<Diagnosis> {
  const part = 'control groups';
  if (cgroups === 'off')
    return degraded(part, 'switched off by the options', 'leave `cgroups` at `auto`');
  const { groups, unavailable } = openControlGroups(groupName(`probe-${process.pid}`));
  if (groups !== undefined) {
    await groups.remove();
    return ok(part, `version ${groups.version}: memory, processes and CPU time per session`);
  }
  const instead =
    (await findProgram('prlimit')) === null
      ? 'memory is watched, processes are counted; install util-linux for hard process limits'
      : 'memory is watched, processes are limited by rlimit';
  return degraded(part, `${unavailable.why}; ${instead}`, unavailable.mend);
}

async function diagnoseWorkspace(): Promise<Diagnosis> {
  const part = 'disk quota';
  if ((await findMountPrograms()) !== null) return ok(part, 'each workspace is a sized tmpfs');
  return degraded(
    part,
    'only root can mount sized workspaces; they are counted instead',
    'start the server as root to have the kernel enforce max_disk_mb',
  );
}

async function diagnoseWhole(options: BubblewrapOptions): Promise<Diagnosis> {
  const part = 'whole sandbox';
  try {
    const host = await openExaminedHost(options);
    await host.remove();
    return ok(part, 'started, and examined from inside');
  } catch (error) {
    return missing(part, wordsOf(error), 'report this with the lines above');
  }
}
