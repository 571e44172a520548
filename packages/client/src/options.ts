export interface ClientOptions {
  /** Where the server is, such as `http://127.0.0.1:7070`; a path in it is kept. */
  readonly baseUrl: string;
  readonly token: string;
}

/** What every request takes. */
export interface RequestOptions {
  /** Aborting rejects the promise with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}
