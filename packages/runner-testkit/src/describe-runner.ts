import type { RunnerPlugin } from '@repltool/core';
import { describe } from 'vitest';
import { createRunnerFixture } from './fixture.ts';
import type { RunnerSamples } from './samples.ts';
import { assistanceTests } from './suites/assistance.ts';
import { checkpointTests } from './suites/checkpoints.ts';
import { errorTests } from './suites/errors.ts';
import { inputTests } from './suites/input.ts';
import { interruptTests } from './suites/interrupts.ts';
import { lifeTests } from './suites/life.ts';
import { outputTests } from './suites/output.ts';
import { snapshotTests } from './suites/snapshots.ts';
import { stateTests } from './suites/state.ts';

/**
 * Everything a runner must do, as tests in its own language against its real interpreter in the real sandbox.
 * What is tested follows from the plugin's declared capabilities.
 */
export function describeRunner(plugin: RunnerPlugin, samples: RunnerSamples): void {
  describe(`runner for ${plugin.displayName}`, () => {
    const fixture = createRunnerFixture(plugin);
    stateTests(fixture, samples);
    outputTests(fixture, samples);
    errorTests(fixture, samples);
    interruptTests(fixture, samples);
    lifeTests(fixture, samples);
    checkpointTests(fixture, samples);
    snapshotTests(fixture, samples);
    inputTests(fixture, samples);
    assistanceTests(fixture, samples);
  });
}
