import { readFileSync, readdirSync } from 'node:fs';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Checks } from '../check.ts';
import { during } from '../replay/during.ts';
import { stoppedByPolicy } from './sandbox-walls.ts';

/** Variables that a server may well have, and no session may inherit. */
const INHERITED = {
  AWS_SESSION_TOKEN: 's3cr3t-aws',
  ANTHROPIC_API_KEY: 's3cr3t-anthropic',
  OPENAI_API_KEY: 's3cr3t-openai',
  SOME_PASSWORD: 's3cr3t-password',
};
const TELLING = /KEY|TOKEN|SECRET|PASSWORD|AWS_|ANTHROPIC|OPENAI/;
const GIVEN = 's3cr3t-given-on-purpose';

/** The arguments of every process of the host. */
function argumentsOnHost(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
      } catch {
        return '';
      }
    });
}

function withInherited(): Disposable {
  const before = Object.keys(INHERITED).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, INHERITED);
  return {
    [Symbol.dispose]() {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    },
  };
}

/** What could be read of the server's environment and arguments, and reached of what listens beside it. */
export const SANDBOX_SECRET_CHECKS: Checks = {
  async 'sb-001-proc-secrets'(replayed) {
    if (stoppedByPolicy(replayed)) return;
    const { cell, engine, plan } = replayed;
    expect(cell(1)).toMatchObject({ status: 'ok', result_text: '([], [])' });

    await during(withInherited(), async () => {
      await using session = await engine.createSession({
        language: 'python',
        sandbox_mode: plan.mode,
        environment: { GIVEN_SECRET: GIVEN },
      });
      const { result } = await session.execute('import os\ndict(os.environ)');
      const environment = z.record(z.string(), z.string()).parse(result);
      const telling = Object.entries(environment).filter(([name]) => TELLING.test(name));
      expect(telling).toEqual([['GIVEN_SECRET', GIVEN]]);
      const secrets = Object.values(environment).filter((value) => value.includes('s3cr3t'));
      expect(secrets).toEqual([GIVEN]);
      expect(argumentsOnHost().filter((line) => line.includes(GIVEN))).toEqual([]);
    });
  },

  'sb-008-sockets'(replayed) {
    if (stoppedByPolicy(replayed)) return;
    const { cell } = replayed;
    // No mode has a network of its own: relaxed mode reaches hosts that the operator lists, and there is none here.
    const outcomes = z.record(z.string(), z.string()).parse(cell(1).result);
    expect(Object.keys(outcomes)).toEqual([
      ...['abstract', 'file', 'tcp', 'self', 'v6', 'dns', 'vsock'],
    ]);
    expect(Object.values(outcomes).filter((name) => name === 'CONNECTED')).toEqual([]);
  },
};
