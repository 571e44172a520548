import type { SandboxMode } from '@repltool/protocol';
import { createPolicy } from '../src/node/index.ts';

const policy = createPolicy();

/** What the built-in rules say of a cell: `deny <rule>` or `warn <rule>`, each once, sorted. */
export async function said(language: string, mode: SandboxMode, code: string): Promise<string[]> {
  const findings = await policy.check(code, language, mode);
  return [...new Set(findings.map(({ severity, rule }) => `${severity} ${rule}`))].sort();
}

/** The rules that deny a cell. */
export async function denials(language: string, mode: SandboxMode, code: string) {
  const all = await said(language, mode, code);
  return all.filter((line) => line.startsWith('deny ')).map((line) => line.slice('deny '.length));
}
