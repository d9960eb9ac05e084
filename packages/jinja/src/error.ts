import type { LimitName } from './limits.ts';

/**
 * What went wrong: `syntax` the template text is not a template, `undefined` a name or member that is missing was used,
 * `limit` a budget ran out, `runtime` any other failure while rendering (a wrong type, a division by zero, a failing loader).
 */
export type TemplateErrorKind = 'syntax' | 'runtime' | 'undefined' | 'limit';

/** Where in a template: line and column count from 1, `hint` is the source line with a caret under the column. */
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
  #place: ErrorPlace | null;

  constructor(
    kind: TemplateErrorKind,
    message: string,
    options: { readonly place?: ErrorPlace; readonly limit?: LimitName; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.kind = kind;
    this.limit = options.limit ?? null;
    this.#place = options.place ?? null;
  }

  /** Line in the template, from 1; 0 when no template is involved. */
  get line(): number {
    return this.#place?.line ?? 0;
  }

  /** Column in that line, from 1; 0 when no template is involved. */
  get column(): number {
    return this.#place?.column ?? 0;
  }

  /** The source line with a caret under the column; empty when no template is involved. */
  get hint(): string {
    return this.#place?.hint ?? '';
  }

  /** The loader's name of the template; null for text that was compiled directly. */
  get template(): string | null {
    return this.#place?.template ?? null;
  }

  /** Sets the place unless a deeper template has already done so. */
  locate(place: ErrorPlace): this {
    this.#place ??= place;
    return this;
  }
}

/** A failure of the running template, as Python's TypeError, ValueError and their kin. */
export function runtimeError(message: string): TemplateError {
  return new TemplateError('runtime', message);
}
