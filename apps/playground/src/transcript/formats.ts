const seconds = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** `340 ms`, `2.4 s`, `3 min 5 s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1000) return `${whole.format(durationMs)} ms`;
  if (durationMs < 60_000) return `${seconds.format(durationMs / 1000)} s`;
  const total = Math.round(durationMs / 1000);
  return `${Math.floor(total / 60)} min ${total % 60} s`;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const;

/** `512 B`, `1.5 KiB`, `24 MiB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const format = value < 10 && unit > 0 ? oneDigit : whole;
  return `${format.format(value)} ${UNITS[unit] ?? ''}`;
}

/** The time of day, in the person's own way of writing it. */
export function formatClock(timestamp: string): string {
  return clock.format(new Date(timestamp));
}
