import { RunwrightError } from '@runwright/contract';
import type { Engine } from '../api/engine.ts';
import { isFault } from '../telemetry/report-errors.ts';

/** The error of every call of an engine that was closed. */
export function closedError(): RunwrightError {
  return new RunwrightError(
    'unavailable',
    'The engine is closed, so it takes no calls any more. Create a new engine with `createEngine`, and call `close` of an engine last.',
    { details: { engine_closed: true } },
  );
}

/** Calls that answer at once and need nothing that is closed. */
const withoutStore: ReadonlySet<string> = new Set(['validate', 'graph', 'links', 'models', 'blockTypes']);
/** Calls that answer at once, by the name of the call. */
const immediate: ReadonlySet<string> = new Set(['verifyToken', 'verifyHop', 'verifyDebugHop', 'watch']);
const lifeCalls: ReadonlySet<string> = new Set(['close', 'drain']);

/**
 * Returns an engine whose calls throw {@link closedError} once `closed` is aborted; those that wait end with it too, and
 * those under way when the store was closed. `validate`, `graph`, `links` and `models` go on to answer, and `close` does nothing.
 */
export function refuseWhenClosed(engine: Engine, closed: AbortSignal): Engine {
  const guarded = Object.entries(engine).map(([name, member]: [string, unknown]) => {
    if (withoutStore.has(name) || lifeCalls.has(name)) return [name, member];
    return [name, isCall(member) ? guard(name, member, closed) : guardAll(member, closed)];
  });
  return Object.assign(Object.create(null), engine, Object.fromEntries(guarded), {
    [Symbol.asyncDispose]: () => engine.close(),
  });
}

type Call = (...given: readonly unknown[]) => unknown;

function guardAll(api: unknown, closed: AbortSignal): unknown {
  if (typeof api !== 'object' || api === null) return api;
  return Object.fromEntries(
    Object.entries(api).map(([name, member]) => [
      name,
      isCall(member) ? guard(name, member, closed) : member,
    ]),
  );
}

function guard(name: string, call: Call, closed: AbortSignal): Call {
  return (...given) => {
    if (closed.aborted) return refused(name, closed);
    const result: unknown = Reflect.apply(call, undefined, given);
    if (result instanceof Promise) return untilClosed(result, closed);
    return isStream(result) ? streamUntilClosed(result, closed) : result;
  };
}

/** Answers as the call itself does: most of them by a promise. */
function refused(name: string, closed: AbortSignal): unknown {
  if (immediate.has(name)) throw closed.reason;
  return name === 'events' ? streamUntilClosed(noEvents(), closed) : Promise.reject(closed.reason);
}

async function* noEvents(): AsyncGenerator<never> {}

async function untilClosed<T>(result: Promise<T>, closed: AbortSignal): Promise<T> {
  const ended = new AbortController();
  const refused = new Promise<never>((_resolve, reject) => {
    if (closed.aborted) reject(closed.reason);
    closed.addEventListener('abort', () => reject(closed.reason), { signal: ended.signal });
  });
  try {
    return await Promise.race([result, refused]);
  } catch (error) {
    throw closed.aborted && isFault(error) ? closed.reason : error;
  } finally {
    ended.abort();
  }
}

async function* streamUntilClosed<T>(stream: AsyncIterable<T>, closed: AbortSignal): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      closed.throwIfAborted();
      const next = await untilClosed(iterator.next(), closed);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    if (!closed.aborted) await iterator.return?.();
  }
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isCall(value: unknown): value is Call {
  return typeof value === 'function';
}
