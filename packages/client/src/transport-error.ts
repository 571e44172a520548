const MARKER = Symbol.for('repltool.transport-error');

/**
 * `unreachable`: there was no connection to the server. `lost`: it broke before the answer came, so the request may
 * or may not have been served. `unintelligible`: what answered does not speak this protocol. `closed`: this side closed it.
 */
export type TransportFailure = 'unreachable' | 'lost' | 'unintelligible' | 'closed';

/** The server could not be asked, or not be understood. What the server itself refused is a `ReplError`. */
export class TransportError extends Error {
  readonly [MARKER] = true;
  readonly failure: TransportFailure;

  constructor(failure: TransportFailure, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'TransportError';
    this.failure = failure;
  }

  /** Also knows an error made by another copy of this package. */
  static isInstance(error: unknown): error is TransportError {
    return typeof error === 'object' && error !== null && MARKER in error;
  }
}
