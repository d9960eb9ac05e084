import type { JsonValue, Verb, Verbs } from './program.ts';
import { type ThreadMessage, type ThreadReply, type ThreadText, textOf } from './wire.ts';

/** The host's side of the verbs of one program. */
export interface HostVerbs {
  /** Names with dots for groups. */
  readonly names: readonly string[];
  /** The thread has taken the reply to a call. */
  taken(id: number): void;
  /** Carries a call out; the reply is for the thread. Never rejects. */
  call(message: Extract<ThreadMessage, { type: 'call' }>): Promise<ThreadReply>;
  /** What the verb threw in that call; undefined when it threw nothing. */
  thrownIn(call: number | null): unknown;
  /** Names of the verbs that are under way. */
  open(): readonly string[];
  /** Aborts what is under way. */
  abort(reason: unknown): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

/** @param answerBytes how much all answers that the thread has not taken yet may have: characters of JSON text */
export function hostVerbs(verbs: Verbs, answerBytes: number, signal: AbortSignal): HostVerbs {
  const byName = new Map(flat(verbs, ''));
  const thrown = new Map<number, unknown>();
  const underWay = new Map<number, { readonly name: string; readonly done: Promise<unknown> }>();
  /** Characters of the answers that are on their way to the thread. */
  const onTheirWay = new Map<number, number>();
  const ended = new AbortController();
  const both = AbortSignal.any([signal, ended.signal]);

  const assertFits = (name: string, length: number): void => {
    const waiting = [...onTheirWay.values()].reduce((sum, one) => sum + one, 0);
    if (waiting + length <= answerBytes) return;
    throw new Error(
      `\`${name}\` answered ${length} characters while the program had ${waiting} of other answers to read, but at most ${answerBytes} fit together; ask for less, or await fewer calls at once.`,
    );
  };
  const carryOut = async (id: number, name: string, args: ThreadText): Promise<ThreadReply> => {
    try {
      const verb = byName.get(name);
      if (!verb) throw new Error(`There is no verb \`${name}\`.`);
      const answer = await verb(parseJson(textOf(args)) as readonly JsonValue[], { signal: both });
      // A long text is refused before a copy of it is made.
      if (typeof answer === 'string') assertFits(name, answer.length);
      const text = JSON.stringify(answer ?? null) ?? 'null';
      assertFits(name, text.length);
      onTheirWay.set(id, text.length);
      return { id, ok: true, text };
    } catch (error) {
      thrown.set(id, error);
      const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
      return { id, ok: false, text: JSON.stringify({ name: kind, message, code: codeOf(error) }) };
    }
  };
  return {
    names: [...byName.keys()],
    taken: (id) => void onTheirWay.delete(id),
    call({ id, name, args }) {
      const done = carryOut(id, name, args).finally(() => underWay.delete(id));
      underWay.set(id, { name, done });
      return done;
    },
    thrownIn: (call) => (call === null ? undefined : thrown.get(call)),
    open: () => [...underWay.values()].map(({ name }) => name),
    abort: (reason) => ended.abort(reason),
    async settled() {
      await Promise.allSettled([...underWay.values()].map(({ done }) => done));
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

function flat(verbs: Verbs, prefix: string): readonly (readonly [string, Verb])[] {
  return Object.entries(verbs).flatMap(([name, verb]) =>
    typeof verb === 'function' ? [[`${prefix}${name}`, verb] as const] : flat(verb, `${prefix}${name}.`),
  );
}
