import { RESOURCE_LIMITS, sandboxModeSchema } from '@repltool/protocol';
import { describe, expect, test } from 'vitest';
import { SANDBOX_MODES } from './sandbox-modes.ts';

describe('the mode table', () => {
  test('has a row for every mode, under its own name', () => {
    expect(Object.values(SANDBOX_MODES).map((rules) => rules.mode)).toEqual(
      sandboxModeSchema.options,
    );
  });

  test('grants more with every step from strict to relaxed', () => {
    const { strict, standard, relaxed } = SANDBOX_MODES;
    expect([strict.writable, standard.writable, relaxed.writable]).toEqual([
      'none',
      'workspace',
      'workspace',
    ]);
    expect([strict.network, standard.network, relaxed.network]).toEqual([
      'none',
      'isolated',
      'loopback',
    ]);
    expect([strict.processes, standard.processes, relaxed.processes]).toEqual([
      'none',
      'toolbox',
      'system',
    ]);
  });

  test('caps a strict session at 10 s and 128 MiB, within what may be asked at all', () => {
    expect(SANDBOX_MODES.strict.ceilings).toEqual({ max_cpu_time: 10, max_memory_mb: 128 });
    expect(RESOURCE_LIMITS.max_cpu_time.min).toBeLessThan(10);
    expect(RESOURCE_LIMITS.max_memory_mb.min).toBeLessThan(128);
  });

  test('lists what may be imported in strict mode alone', () => {
    const { strict, standard, relaxed } = SANDBOX_MODES;
    expect(Object.keys(strict.imports ?? {})).toEqual(['python', 'javascript']);
    expect([standard.imports, relaxed.imports]).toEqual([undefined, undefined]);
  });

  test('gives a toolbox to standard mode alone, of plain names, each once', () => {
    const { strict, standard, relaxed } = SANDBOX_MODES;
    expect([strict.toolbox, relaxed.toolbox]).toEqual([[], []]);
    expect(standard.toolbox).toEqual([...new Set(standard.toolbox)]);
    expect(standard.toolbox.filter((name) => !/^(\[|[a-z0-9]+)$/.test(name))).toEqual([]);
    expect(standard.toolbox).toEqual(expect.arrayContaining(['sh', 'jq', 'git', 'find', 'xargs']));
  });
});
