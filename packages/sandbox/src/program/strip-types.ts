import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import type * as Sucrase from 'sucrase';

let sucrase: typeof Sucrase | null = null;

/**
 * JavaScript out of TypeScript: types are taken out, enums and parameter properties become code, lines stay where they
 * are. It may take very long for hostile text: call it where it can be stopped.
 *
 * @throws SyntaxError with `loc`, or RangeError when the text is nested too deeply.
 */
export function stripTypes(source: string): string {
  return parser().transform(source, { transforms: ['typescript'], disableESTransforms: true }).code;
}

/** Loaded at first use: most processes never see a program in TypeScript. */
function parser(): typeof Sucrase {
  sucrase ??= createRequire(import.meta.url)('sucrase') as typeof Sucrase;
  return sucrase;
}

/** Milliseconds that all texts may take together in one turn of the event loop, so that none of them holds others up. */
const maxMsPerTurn = 150;
let leftMs = maxMsPerTurn;

function takeFromTurn(ms: number): void {
  if (leftMs === maxMsPerTurn) {
    setImmediate(() => {
      leftMs = maxMsPerTurn;
    }).unref();
  }
  leftMs -= ms;
}

/**
 * Reads a program for a caller that cannot wait: null when that took too long, or when others have used up the time
 * of this turn of the event loop. Every parser of TypeScript guesses, and nested guesses take exponential time.
 *
 * @param maxMs is what this program is given. Default: what is left of 150 ms
 */
export function readWithin<Result>(read: () => Result, maxMs: number = Math.floor(leftMs)): Result | null {
  // What is stopped while it is loaded stays half loaded for ever.
  parser();
  if (maxMs < 1) return null;
  const startedAt = performance.now();
  try {
    // The text that runs here is ours; `timeout` is what the module is used for.
    return runInNewContext('read()', { read }, { timeout: maxMs }) as Result;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return null;
  } finally {
    takeFromTurn(performance.now() - startedAt);
  }
}

function isTimeout(error: unknown): boolean {
  // It is an error of the other context, so it is no instance of the class here.
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
