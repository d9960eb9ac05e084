import type { HostFunction, HostFunctions, JsonValue, ProgramOptions } from '../program/program.ts';
import { type ThreadMessage, type ThreadReply, type ThreadText, textOf } from './thread-messages.ts';

/** Host side of the calls of one program. */
export interface HostCalls {
  /** Names with dots for groups. */
  readonly names: readonly string[];
  /** The thread has taken the reply to a call. */
  acknowledge(id: number): void;
  /** Executes a call; the reply is for the thread. Never rejects. */
  call(message: Extract<ThreadMessage, { type: 'call' }>): Promise<ThreadReply>;
  /** Returns the error of a call; undefined when it threw none. */
  errorOf(call: number | null): unknown;
  /** Returns the names of the functions whose calls are pending. */
  pendingNames(): readonly string[];
  /** Aborts what is under way. */
  abort(reason: unknown): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

/** Options of {@link createHostCalls}. */
export interface HostCallOptions {
  /** How much all answers that the thread has not taken yet may have: characters of JSON text. */
  readonly answerBytes: number;
  /** As in `ProgramOptions`. */
  readonly findExcess?: ProgramOptions['findExcess'] | undefined;
  readonly signal: AbortSignal;
}

export function createHostCalls(
  functions: HostFunctions,
  { answerBytes, findExcess, signal }: HostCallOptions,
): HostCalls {
  const byName = new Map(flatten(functions, ''));
  const thrown = new Map<number, unknown>();
  const pending = new Map<number, { readonly name: string; readonly done: Promise<unknown> }>();
  /** Characters of the answers that are on their way to the thread. */
  const unread = new Map<number, number>();
  const ended = new AbortController();
  const both = AbortSignal.any([signal, ended.signal]);

  const assertFits = (name: string, length: number): void => {
    const waiting = [...unread.values()].reduce((sum, one) => sum + one, 0);
    if (waiting + length <= answerBytes) return;
    throw new Error(
      `\`${name}\` answered ${length} characters while the program had ${waiting} of other answers to read, but at most ${answerBytes} fit together; ask for less, or await fewer calls at once.`,
    );
  };
  const callFunction = async (id: number, name: string, args: ThreadText): Promise<ThreadReply> => {
    try {
      const hostFunction = byName.get(name);
      if (!hostFunction)
        throw new Error(`There is no host function \`${name}\`. Pass it in \`hostFunctions\`.`);
      const given = textOf(args);
      const excess = findExcess?.(given) ?? null;
      if (excess !== null) throw new Error(`\`${name}\` was called with JSON that ${excess}; pass less.`);
      const answer = await hostFunction(parseJson(given) as readonly JsonValue[], { signal: both });
      // A long text is refused before a copy of it is made.
      if (typeof answer === 'string') assertFits(name, answer.length);
      const text = JSON.stringify(answer ?? null) ?? 'null';
      assertFits(name, text.length);
      unread.set(id, text.length);
      return { id, ok: true, text };
    } catch (error) {
      thrown.set(id, error);
      const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
      return { id, ok: false, text: JSON.stringify({ name: kind, message, code: codeOf(error) }) };
    }
  };
  return {
    names: [...byName.keys()],
    acknowledge: (id) => void unread.delete(id),
    call({ id, name, args }) {
      const done = callFunction(id, name, args).finally(() => pending.delete(id));
      pending.set(id, { name, done });
      return done;
    },
    errorOf: (call) => (call === null ? undefined : thrown.get(call)),
    pendingNames: () => [...pending.values()].map(({ name }) => name),
    abort: (reason) => ended.abort(reason),
    async settled() {
      await Promise.allSettled([...pending.values()].map(({ done }) => done));
    },
  };
}

/** JSON out of a sandbox, without members named `__proto__`: copied the wrong way, one changes an object's prototype. */
export function parseJson(text: string): JsonValue {
  if (!text.includes('__proto__') && !text.includes('\\u')) return JSON.parse(text);
  return JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value));
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function flatten(functions: HostFunctions, prefix: string): readonly (readonly [string, HostFunction])[] {
  return Object.entries(functions).flatMap(([name, hostFunction]) =>
    typeof hostFunction === 'function'
      ? [[`${prefix}${name}`, hostFunction] as const]
      : flatten(hostFunction, `${prefix}${name}.`),
  );
}
