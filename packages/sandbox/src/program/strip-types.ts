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

/** Milliseconds that an unhurried look at a program in TypeScript may take. */
const longestMs = 250;
let allowedMs = longestMs;

/**
 * {@link stripTypes} for a caller that cannot wait: null when the text took too long. Every parser of TypeScript guesses,
 * and nested guesses take exponential time, so the time is bounded; it is halved by each text that uses it up, down to
 * 10 ms, and restored by the next that does not.
 *
 * @param mostMs is what this text is given
 */
export function stripTypesWithin(source: string, mostMs: number = allowedMs): string | null {
  // What is stopped while it is loaded stays half loaded for ever.
  parser();
  try {
    // The text that runs here is ours; `timeout` is what the module is used for.
    const code: unknown = runInNewContext(
      'strip()',
      { strip: () => stripTypes(source) },
      { timeout: mostMs },
    );
    allowedMs = longestMs;
    return String(code);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    allowedMs = Math.max(10, Math.floor(allowedMs / 2));
    return null;
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
