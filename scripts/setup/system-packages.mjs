import { CommandFailed, run } from './command.mjs';
import { findProgram } from './paths.mjs';
import { SetupError } from './progress.mjs';

/** Package managers in the order they are looked for; `refresh` fetches the lists that a fresh machine lacks. */
const MANAGERS = [
  {
    install: ['apt-get', 'install'],
    unattended: ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'],
    refresh: ['apt-get', 'update'],
  },
  { install: ['dnf', 'install'], unattended: ['-y'] },
  { install: ['apk', 'add'], unattended: ['--no-cache'] },
  {
    install: ['pacman', '-S'],
    unattended: ['--noconfirm', '--needed'],
    refresh: ['pacman', '-Sy', '--noconfirm'],
  },
  { install: ['zypper', 'install'], unattended: ['-y'] },
];

async function privilege() {
  if (process.getuid() === 0) return [];
  if (findProgram('sudo') === undefined) return undefined;
  try {
    await run(['sudo', '-n', 'true']);
    return ['sudo', '-n'];
  } catch (error) {
    if (error instanceof CommandFailed) return undefined;
    throw error;
  }
}

/**
 * Installs one of the system's packages; `names` maps a package manager to the package's name there, `default` the others.
 * @throws SetupError with the command that the user should run, when this process may not.
 */
export async function installSystemPackage(purpose, names) {
  const manager = MANAGERS.find(({ install }) => findProgram(install[0]) !== undefined);
  if (manager === undefined) {
    throw new SetupError(`${purpose} is missing: install the package ${names.default} first`);
  }
  const name = names[manager.install[0]] ?? names.default;
  const prefix = await privilege();
  if (prefix === undefined) {
    const advice = ['sudo', ...manager.install, name].join(' ');
    throw new SetupError(`${purpose} is missing and this user may not install it; run: ${advice}`);
  }
  const install = [...prefix, ...manager.install, ...manager.unattended, name];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run(install, { env });
  } catch (error) {
    if (manager.refresh === undefined) throw error;
    await run([...prefix, ...manager.refresh], { env });
    await run(install, { env });
  }
}
