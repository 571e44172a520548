import type { SandboxModeRules } from '@repltool/protocol';

export const STRICT: SandboxModeRules = {
  mode: 'strict',
  writable: 'none',
  network: 'none',
  processes: 'none',
  toolbox: [],
  ceilings: {},
};

export const STANDARD: SandboxModeRules = {
  mode: 'standard',
  writable: 'workspace',
  network: 'isolated',
  processes: 'toolbox',
  toolbox: [
    'sh',
    'bash',
    'cat',
    'ls',
    'sleep',
    'true',
    'mkfifo',
    'awk',
    'git',
    'setsid',
    'no-such-program',
  ],
  ceilings: {},
};

export const RELAXED: SandboxModeRules = {
  mode: 'relaxed',
  writable: 'workspace',
  network: 'loopback',
  processes: 'system',
  toolbox: [],
  ceilings: {},
};

export const MODES: readonly SandboxModeRules[] = [STRICT, STANDARD, RELAXED];
