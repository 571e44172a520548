const MARKER = Symbol.for('repltool.start-error');

/** Why the server cannot start, in one line for the person who starts it. */
export class StartError extends Error {
  readonly [MARKER] = true;

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'StartError';
  }

  /** Also knows an error made by another copy of this package. */
  static isInstance(error: unknown): error is StartError {
    return typeof error === 'object' && error !== null && MARKER in error;
  }
}
