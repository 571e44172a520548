'use strict';

const { readFileSync, readdirSync } = require('node:fs');

const CLOCK_TICKS_PER_SECOND = 100;
/** Who adopts a process whose parent has ended. */
const INIT = 1;
/** Times after the first look: a shell that is stopped may just have started the next program. */
const SECOND_LOOK_MS = 50;
/** When children that SIGINT did not end are killed. */
const LAST_LOOK_MS = 300;

/** Every visible process; `start` in clock ticks since boot. */
function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        // The second field is the program's name in parentheses, and may hold anything.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return [
          {
            pid: Number(pid),
            parent: Number(fields[1]),
            group: Number(fields[2]),
            start: Number(fields[19]),
          },
        ];
      } catch {
        return [];
      }
    });
}

function ticksSinceBoot() {
  return Number.parseFloat(readFileSync('/proc/uptime', 'latin1')) * CLOCK_TICKS_PER_SECOND;
}

/** Descendants of this process, and orphans of its process group, that are younger than `since`. */
function childrenSince(since) {
  const all = processes();
  const own = all.find(({ pid }) => pid === process.pid);
  const found = all.filter(
    ({ parent, group }) => parent === process.pid || (parent === INIT && group === own?.group),
  );
  for (const { pid } of found) {
    found.push(...all.filter(({ parent }) => parent === pid && pid !== process.pid));
  }
  return found.filter(({ pid, start }) => pid !== process.pid && start >= since);
}

function signal(children, name) {
  for (const { pid } of children) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  }
}

/**
 * Stops the child processes that a cell of this age has started: SIGINT, as from a terminal, and SIGKILL to those that
 * stay. Node waits for some of them (`execSync`) in native code, where nothing else can stop it.
 *
 * @param isRunning whether the cell has not been answered yet; processes that come later are not its own
 * @returns whether there were any
 */
function stopChildren(ageMs, isRunning) {
  const since = Math.floor(ticksSinceBoot() - (ageMs / 1000) * CLOCK_TICKS_PER_SECOND) - 1;
  const known = new Set();
  const stop = (name) => {
    const children = childrenSince(since).filter(
      ({ pid, start }) => isRunning() || known.has(`${pid} ${start}`),
    );
    for (const { pid, start } of children) known.add(`${pid} ${start}`);
    signal(children, name);
  };
  stop('SIGINT');
  const found = known.size > 0;
  setTimeout(stop, SECOND_LOOK_MS, 'SIGINT');
  setTimeout(stop, LAST_LOOK_MS, 'SIGKILL');
  return found;
}

module.exports = { stopChildren };
