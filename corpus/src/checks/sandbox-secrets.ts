import { readFileSync, readdirSync } from 'node:fs';
import { createEngine } from 'repltool';
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

/** That every way of the case was tried, and none led anywhere. */
function expectUnconnected(result: unknown): void {
  const outcomes = z.record(z.string(), z.string()).parse(result);
  expect(Object.keys(outcomes)).toEqual([
    ...['abstract', 'file', 'tcp', 'self', 'v6', 'dns', 'vsock'],
  ]);
  expect(Object.values(outcomes).filter((name) => name === 'CONNECTED')).toEqual([]);
}

/** A cell that asks the proxy of its session for `url`: status and text of the answer. */
const throughProxy = (url: string): string => `
import os, urllib.error, urllib.request
os.environ['no_proxy'] = os.environ['NO_PROXY'] = ''
try:
    with urllib.request.urlopen('${url}', timeout=5) as answer: found = (answer.status, answer.read().decode())
except urllib.error.HTTPError as error: found = (error.code, error.read().decode())
found`;

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

  async 'sb-008-sockets'(replayed) {
    if (stoppedByPolicy(replayed)) return;
    const { cell, plan, server, sessions } = replayed;
    expectUnconnected(cell(1).result);
    if (plan.mode !== 'relaxed') return;

    // Relaxed mode has a network when the operator lists hosts: also then there is no way to the server.
    await using engine = createEngine({ network: { hosts: ['localhost', '*.example.com'] } });
    await using session = await engine.createSession({
      language: 'python',
      sandbox_mode: plan.mode,
    });
    const [{ code } = { code: '' }] = sessions[0]?.history().executions ?? [];
    expectUnconnected((await session.execute(code)).result);
    const { port } = await server();
    const asked = await session.execute(throughProxy(`http://localhost:${port}/health`));
    expect(asked.result_text).toContain('403');
    expect(asked.result_text).toContain('leads to an address of the host');
  },
};
