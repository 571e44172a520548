import type { SandboxMode, SandboxModeRules } from '@repltool/protocol';
import { STRICT_NODE_MODULES } from '../javascript/modules.ts';
import { STRICT_PYTHON_MEMBERS } from '../python/attributes.ts';
import { STRICT_PYTHON_MODULES } from '../python/modules.ts';
import { TOOLBOX } from './toolbox.ts';

/** What each mode grants. The sandbox and the drivers enforce it; this package only explains it. */
export const SANDBOX_MODES: Readonly<Record<SandboxMode, SandboxModeRules>> = {
  strict: {
    mode: 'strict',
    writable: 'none',
    network: 'none',
    processes: 'none',
    toolbox: [],
    imports: { python: STRICT_PYTHON_MODULES, javascript: STRICT_NODE_MODULES },
    members: { python: STRICT_PYTHON_MEMBERS },
    ceilings: { max_cpu_time: 10, max_memory_mb: 128 },
  },
  standard: {
    mode: 'standard',
    writable: 'workspace',
    network: 'isolated',
    processes: 'toolbox',
    toolbox: TOOLBOX,
    ceilings: {},
  },
  relaxed: {
    mode: 'relaxed',
    writable: 'workspace',
    network: 'loopback',
    processes: 'system',
    toolbox: [],
    ceilings: {},
  },
};
