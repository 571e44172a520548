export { createNodeRunner, createTypeScriptRunner, type NodeRunnerOptions } from './runner.ts';
