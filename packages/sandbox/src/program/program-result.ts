import { parseJson } from '../threads/host-functions.ts';
import { type ThreadEnd, textOf } from '../threads/thread-messages.ts';
import type { JsonValue, ProgramLimits, ProgramOptions, ProgramResult } from './program.ts';
import { findStackPosition } from './stack-position.ts';

/**
 * Converts the end of a thread into a result. `errorOf` returns the error of a host function by the number of its call;
 * `findExcess` as in {@link ProgramOptions}.
 */
export function resultOf(
  end: ThreadEnd,
  limits: ProgramLimits,
  {
    errorOf,
    findExcess = () => null,
  }: {
    readonly errorOf: (call: number | null) => unknown;
    readonly findExcess?: ProgramOptions['findExcess'] | undefined;
  },
): ProgramResult {
  switch (end.type) {
    case 'value':
      return parseResult(textOf(end.text), findExcess, (value) => ({ status: 'completed', value }));
    case 'ending':
      return parseResult(textOf(end.args), findExcess, (args) => ({
        status: 'ended',
        by: end.name,
        args: Array.isArray(args) ? args : [],
      }));
    case 'syntax':
      return { status: 'failed', fault: 'syntax', message: end.message, line: end.line, column: end.column };
    case 'thrown': {
      const { name, message, stack, call } = end.error;
      const cause = errorOf(call);
      const place = findStackPosition(stack);
      const where = place.line === null ? '' : ` (line ${place.line})`;
      return {
        status: 'failed',
        fault: 'exception',
        message: `The program threw ${name}${where}: ${message}`,
        ...place,
        error: { name, message },
        ...(cause === undefined ? {} : { cause }),
      };
    }
    case 'not-json':
      return failed('value', `The program returned a value that is not JSON: ${end.error.message}.`);
    case 'limit':
      return failed(end.limit, limitMessage(end.limit, limits));
    case 'stuck':
      return failed(
        'stuck',
        'The program waits for a promise that nothing can settle any more; await calls of host functions only.',
      );
    case 'crash':
      return failed('crash', `The interpreter gave up: ${end.message}.`);
  }
}

function failed(
  fault: Exclude<ProgramResult & { status: 'failed' }, never>['fault'],
  message: string,
): ProgramResult {
  return { status: 'failed', fault, message, line: null, column: null };
}

/** A program can change how it writes JSON, so what comes is not always JSON. */
function parseResult(
  text: string,
  findExcess: (json: string) => string | null,
  make: (value: JsonValue) => ProgramResult,
): ProgramResult {
  const excess = findExcess(text);
  if (excess !== null) return failed('output', `The program returned JSON that ${excess}; return less.`);
  try {
    return make(parseJson(text));
  } catch {
    return failed('value', 'The program returned a value that is not JSON.');
  }
}

function limitMessage(limit: 'memory' | 'stack' | 'output', limits: ProgramLimits): string {
  if (limit === 'memory') {
    return `The program needed more than its ${limits.memoryBytes} bytes of memory; keep less at once.`;
  }
  if (limit === 'stack') return 'The program called itself too deeply; use a loop, or nest its data less.';
  return `The program sent more than its ${limits.outputBytes} bytes out (arguments of host functions, console and result together); send less.`;
}
