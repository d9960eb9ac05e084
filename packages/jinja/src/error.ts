import type { LimitName } from './limits.ts';

/**
 * Kinds of errors: `syntax` the template text is not a template, `undefined` a name or member that is missing was used,
 * `limit` a budget ran out, `runtime` any other failure while rendering (a wrong type, a division by zero, a failing loader).
 */
export type TemplateErrorKind = 'syntax' | 'runtime' | 'undefined' | 'limit';

/** Position in a template: line and column count from 1, `hint` is the source line with a caret under the column. */
export interface ErrorPlace {
  readonly line: number;
  readonly column: number;
  readonly hint: string;
  readonly template: string | null;
}

/** The only error this package throws on purpose. Branch on `kind`, and on `limit` when the kind is `limit`. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly kind: TemplateErrorKind;
  /** The budget that ran out; null for the other kinds. */
  readonly limit: LimitName | null;
  // Own fields, not getters: some engines give every Error a `line` and a `column` of its own, which would hide them.
  /** Line in the template, from 1; 0 when no template is involved. */
  readonly line: number = 0;
  /** Column in that line, from 1; 0 when no template is involved. */
  readonly column: number = 0;
  /** The source line with a caret under the column; empty when no template is involved. */
  readonly hint: string = '';
  /** The loader's name of the template; null for text that was compiled directly. */
  readonly template: string | null = null;
  #isLocated = false;

  constructor(
    kind: TemplateErrorKind,
    message: string,
    options: { readonly place?: ErrorPlace; readonly limit?: LimitName; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.kind = kind;
    this.limit = options.limit ?? null;
    if (options.place !== undefined) this.locate(options.place);
  }

  /** Sets the place unless a deeper template has already done so. */
  locate(place: ErrorPlace): this {
    if (!this.#isLocated) Object.assign(this, place);
    this.#isLocated = true;
    return this;
  }
}

/** A failure of the running template, as Python's TypeError, ValueError and their kin. */
export function runtimeError(message: string): TemplateError {
  return new TemplateError('runtime', message);
}

/**
 * Tests whether an error says that the stack is exhausted: a RangeError in V8 and JavaScriptCore (where V8 compiles a pattern just
 * then, a SyntaxError), an InternalError in SpiderMonkey.
 */
export function isStackOverflow(error: unknown): boolean {
  if (!isInstance(error, Error)) return false;
  const isPattern = error.name === 'SyntaxError' && error.message.endsWith('Stack overflow');
  return error.name === 'RangeError' || error.name === 'InternalError' || isPattern;
}

/** Wraps an error of the host's code or data in a `TemplateError`, with the original as cause. */
export function hostError(what: string, cause: unknown): TemplateError {
  if (isInstance(cause, TemplateError)) return cause;
  return new TemplateError('runtime', `${what} failed: ${reasonOf(cause)}`, { cause });
}

/** As `instanceof`, for what may be a proxy that fails even there. */
function isInstance<T extends Error>(value: unknown, type: new (...args: never[]) => T): value is T {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
}

function reasonOf(cause: unknown): string {
  try {
    return cause instanceof Error ? String(cause.message) : String(cause);
  } catch {
    return 'for an unknown reason';
  }
}
