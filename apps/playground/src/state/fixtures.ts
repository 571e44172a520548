import type { ExecutionResult, ExecutionStarted, SessionInfo } from '@repltool/protocol';

/** Objects for the tests of this folder, as the server would send them. */
export const SESSION: SessionInfo = {
  session_id: 'session0001',
  language: 'python',
  sandbox_mode: 'standard',
  created_at: '2026-01-01T10:00:00.000Z',
  last_activity: '2026-01-01T10:00:00.000Z',
  status: 'active',
  expression_count: 0,
  resource_limits: {
    max_cpu_time: 30,
    max_memory_mb: 256,
    max_output_size: 1_048_576,
    max_expressions: 1000,
    max_processes: 64,
    max_disk_mb: 64,
  },
  idle_timeout_s: 1800,
  isolation: 'namespaces+seccomp+cgroup',
  runtime: { name: 'CPython', version: '3.11.8' },
};

export function startOf(executionId: string, code = '1 + 1'): ExecutionStarted {
  return {
    session_id: SESSION.session_id,
    execution_id: executionId,
    code,
    timestamp: '2026-01-01T10:00:01.000Z',
  };
}

export function resultOf(
  executionId: string,
  changes: Partial<ExecutionResult> = {},
): ExecutionResult {
  return {
    session_id: SESSION.session_id,
    execution_id: executionId,
    status: 'ok',
    success: true,
    output: '',
    error: '',
    result: 2,
    result_text: '2',
    displays: [],
    exception: null,
    failure: null,
    exit_code: null,
    execution_time_ms: 3,
    timestamp: '2026-01-01T10:00:02.000Z',
    usage: {
      wall_ms: 3,
      cpu_user_ms: 1,
      cpu_system_ms: 0,
      peak_memory_bytes: 9_000_000,
      output_bytes: 0,
      processes: 1,
    },
    truncated: [],
    state: { outcome: 'kept', lost_cells: [], lost_names: [] },
    findings: [],
    isolation: SESSION.isolation,
    output_cursor: 0,
    ...changes,
  };
}
