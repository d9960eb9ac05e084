import type { ConsoleLevel, ProgramLanguage, ProgramLimits } from '../program/program.ts';

/** Start data of a thread, which then waits for one {@link ThreadProgram}. */
export interface ThreadData {
  readonly module: WebAssembly.Module;
}

/** The only program of a thread: the first message that it gets. */
export interface ThreadProgram {
  readonly source: string;
  /** The language in which the thread reads the source; null when it is read and wrapped already. */
  readonly language: ProgramLanguage | null;
  readonly prelude: string;
  /** JSON text of a {@link GuestSetup}. */
  readonly setup: string;
  readonly limits: ProgramLimits;
}

/** Globals of the sandbox. */
export interface GuestSetup {
  /** Names with dots for groups. */
  readonly hostFunctions: readonly string[];
  readonly exitFunctions: readonly string[];
  readonly globals: Readonly<Record<string, unknown>>;
}

/** Error that a program threw, as reported by the guest. */
export interface ThrownError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  /** Number of the call of a host function that failed with it. */
  readonly call: number | null;
}

/** From the thread to the host. The first of the ends is the last message. */
export type ThreadMessage =
  /** Everything is made that can be made before a program is known. A thread that got its program earlier sends none. */
  | { readonly type: 'prepared' }
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly args: ThreadText }
  /** The reply to a call was taken. */
  | { readonly type: 'taken'; readonly id: number }
  | { readonly type: 'console'; readonly level: ConsoleLevel; readonly text: string }
  | ThreadEnd;

/** A text of JSON; a long one in UTF-8, which is moved to the host and not copied. */
export type ThreadText = string | Uint8Array<ArrayBuffer>;

/** Last message of a thread. */
export type ThreadEnd =
  | { readonly type: 'value'; readonly text: ThreadText }
  | { readonly type: 'ending'; readonly name: string; readonly args: ThreadText }
  | { readonly type: 'thrown'; readonly error: ThrownError }
  | { readonly type: 'not-json'; readonly error: ThrownError }
  | {
      readonly type: 'syntax';
      readonly message: string;
      readonly line: number | null;
      readonly column: number | null;
    }
  | { readonly type: 'limit'; readonly limit: 'memory' | 'stack' | 'output' }
  | { readonly type: 'stuck' }
  | { readonly type: 'crash'; readonly message: string };

/** From the host to the thread: how a call went. `text` is JSON: the answer, or a name and message. */
export interface ThreadReply {
  readonly id: number;
  readonly ok: boolean;
  readonly text: string;
}

/** The text itself. */
export function textOf(text: ThreadText): string {
  return typeof text === 'string' ? text : new TextDecoder().decode(text);
}
