/** A value that JSON can hold. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [member: string]: JsonValue };

/** Language of a program. Types of TypeScript are taken out, never checked. */
export type ProgramLanguage = 'javascript' | 'typescript';

/**
 * A function of the host that a program may call. It gets a copy of the arguments and answers with data; what it throws
 * becomes an exception inside, with its name, message and `code` only. It stops when `signal` is aborted: at the end of the
 * program at the latest.
 */
export type HostFunction = (
  args: readonly JsonValue[],
  call: { readonly signal: AbortSignal },
) => Promise<unknown> | unknown;

/** Host functions by name, or in groups, such as `{ sleep, page: { click } }`. */
export interface HostFunctions {
  readonly [name: string]: HostFunction | HostFunctions;
}

/** Level of a console line; `console.log` is `info`. */
export type ConsoleLevel = 'debug' | 'info' | 'warn' | 'error';

/** Resource limits of a program. Exceeding one ends it, with a result that names the limit. */
export interface ProgramLimits {
  /** Bytes of values and program text. Default 134,217,728 (128 MiB). */
  readonly memoryBytes: number;
  /** Wall-clock milliseconds, waiting for host functions included; `Infinity` leaves the end to the signal. Default 300,000. */
  readonly timeMs: number;
  /**
   * Bytes of everything that leaves the sandbox together: arguments of host functions, console lines and the returned value; each
   * message counts 256 more. Default 16,777,216 (16 MiB).
   */
  readonly outputBytes: number;
  /** Bytes of the interpreter's stack, at most 1,048,576. Default 524,288 (512 KiB). */
  readonly stackBytes: number;
  /** Pending calls of host functions; one more is refused with an exception inside. Default 1,000. */
  readonly pendingCalls: number;
}

/** The limits that hold when a program is given none. */
export const defaultProgramLimits: ProgramLimits = {
  memoryBytes: 128 * 1024 * 1024,
  timeMs: 300_000,
  outputBytes: 16 * 1024 * 1024,
  stackBytes: 512 * 1024,
  pendingCalls: 1000,
};

/** A program and what it is given. */
export interface ProgramOptions {
  /** Body of an async function, in strict mode. */
  readonly source: string;
  /** Default `javascript`. */
  readonly language?: ProgramLanguage;
  /** Constants of the program: copies of JSON data. A name that JavaScript has already keeps its meaning. */
  readonly globals?: Readonly<Record<string, unknown>>;
  /** Async functions of the program. Default: none. */
  readonly hostFunctions?: HostFunctions;
  /** Functions that end the program where they are called; nothing after the call is executed. Default: none. */
  readonly exitFunctions?: readonly string[];
  /**
   * JavaScript of the host that is executed before the program, in the same sandbox: it may wrap host functions or add
   * constants through `globalThis`. Never put text of users in it. Default: none.
   */
  readonly prelude?: string;
  /** Gets the lines of the program's `console`. Default: they are dropped. */
  readonly console?: (level: ConsoleLevel, text: string) => void;
  /**
   * Checks each text of JSON that leaves the sandbox (a result, arguments of a host function) before the host parses it; returns a clause
   * after its subject, such as "has more than 400,000 values", or null. A program fails with the fault `output`, a call with an error.
   * Default: every text is parsed.
   */
  readonly findExcess?: (json: string) => string | null;
  /** Each left out has its default, see {@link defaultProgramLimits}. */
  readonly limits?: Partial<ProgramLimits>;
  /** Ends the program at once, whatever it is doing. */
  readonly signal: AbortSignal;
}

/**
 * Reason why a program failed: its text does not parse; it threw; it returned what is no JSON; it used up its memory, its stack
 * or its output; it waited for what can never happen; or the interpreter itself gave up.
 */
export type ProgramFault =
  | 'syntax'
  | 'exception'
  | 'value'
  | 'memory'
  | 'stack'
  | 'output'
  | 'stuck'
  | 'crash';

/** Result of a program. */
export type ProgramResult =
  | { readonly status: 'completed'; readonly value: JsonValue }
  /** One of its `exitFunctions` was called. */
  | { readonly status: 'ended'; readonly by: string; readonly args: readonly JsonValue[] }
  | {
      readonly status: 'failed';
      readonly fault: ProgramFault;
      /** A sentence. It holds what the program threw, so treat it as text of users. */
      readonly message: string;
      /** Line in the source, from 1; null when that is not known. */
      readonly line: number | null;
      readonly column: number | null;
      /** Error that the program threw. */
      readonly error?: { readonly name: string; readonly message: string };
      /** Error of a host function, when it ended the program. */
      readonly cause?: unknown;
    }
  | { readonly status: 'timed_out'; readonly message: string }
  | { readonly status: 'canceled'; readonly message: string };
