export { createBashRunner, type BashRunnerOptions } from './runner.ts';
