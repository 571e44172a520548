export { createPythonRunner, type PythonRunnerOptions } from './runner.ts';
