import type { ErrorHandler, ErrorPlace } from '@runwright/core';
import { loggedError } from '@runwright/http-adapter';

/**
 * Creates the `onError` of the command: errors that no call of the engine answers become lines of JSON, in the form and with
 * the masks of the log of the HTTP adapter.
 *
 * @param log what the lines are written to; default standard error
 */
export function reportEngineErrors(log: { write(line: string): unknown } = process.stderr): ErrorHandler {
  return (error: unknown, { component, operation, runId, repeats }: ErrorPlace) => {
    const line = {
      ...{ level: 50, time: Date.now(), component, operation, runId, repeats },
      err: loggedError(error),
      msg: `The engine could not do \`${operation}\` (${component})`,
    };
    log.write(`${JSON.stringify(line)}\n`);
  };
}
