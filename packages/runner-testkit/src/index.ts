export { describeRunner } from './describe-runner.ts';
export { createRunnerFixture, type RunnerFixture } from './fixture.ts';
export type { FailingSample, RunnerSamples, ValueSample } from './samples.ts';
