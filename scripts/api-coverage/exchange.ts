/** A request to the service and its answer, as a test sent and got it. */
export interface Exchange {
  /** From the root of the project. */
  readonly file: string;
  /** The full name, `describe > it`. */
  readonly test: string;
  /** In lower case. */
  readonly method: string;
  /** Either with `{name}` for each id, or as it was asked for. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Names of the request's headers, in lower case. */
  readonly headers: readonly string[];
  /** JSON as sent, before defaults are filled in. */
  readonly body: unknown;
  readonly status: number;
  /** JSON text; undefined for other content. */
  readonly answer: string | undefined;
}
