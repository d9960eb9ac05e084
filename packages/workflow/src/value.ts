import { RunwrightError } from '@runwright/contract';

/** Key of the member that carries the type of a value; there is no such member at run time. */
declare const valueType: unique symbol;

/**
 * A value that is known only in a run: a parameter, an output, or what is computed of them. In a text it prints as its
 * template, `{{ sku }}`.
 */
export interface Expression<T> {
  /**
   * Required, because the compiler explains an optional member that does not fit by options of the project. With undefined,
   * so that a member that may be absent stands where one that is there does.
   */
  readonly [valueType]: T | undefined;
  /** Returns the template, so that a value can stand in a template literal of JavaScript. */
  [Symbol.toPrimitive](hint: string): string;
}

/** An {@link Expression} with the members of its type: `stock.response_body.left`. */
export type Value<T> = Expression<T> & MembersOf<NonNullable<T>>;

/** The members of a value, each a value itself; items of a list are taken with `item`. */
export type MembersOf<T> = unknown extends T
  ? Record<never, never>
  : T extends string | number | boolean | readonly unknown[]
    ? Record<never, never>
    : T extends object
      ? { readonly [Member in keyof T]-?: Value<T[Member]> }
      : Record<never, never>;

/** What a text may be: text with or without templates, or one value that is printed. */
export type Text = string | Expression<string | number | boolean | null | undefined>;

/** What data of a block may be: the data, a value from the run in place of it or of a part, and {@link Text} for texts. */
export type Written<T> =
  | T
  | Expression<T>
  | (T extends string
      ? string extends T
        ? Text
        : never
      : T extends readonly (infer Item)[]
        ? readonly Written<Item>[]
        : T extends object
          ? { readonly [Member in keyof T]: Written<T[Member]> }
          : never);

interface Source {
  readonly text: string;
  /** Whether it can be followed by a member or stand beside an operator without brackets. */
  readonly isSimple: boolean;
}

/** Sources of the values, which are empty objects but for the members that are asked for. */
const sources = new WeakMap<object, Source>();

/**
 * Makes a value of an expression in the language of templates, such as `orders_output | length`. Its type is what you say;
 * the engine checks the text when the workflow is saved.
 */
export function expression<T>(text: string): Value<T>;
export function expression(text: string): unknown {
  return makeValue({ text, isSimple: false });
}

/** Makes the value of a name in the scope of templates. */
export function named<T>(name: string): Value<T>;
export function named(name: string): unknown {
  return makeValue({ text: name, isSimple: true });
}

/** Returns the item of a list at an index, counted from 0; from the end when it is negative. */
export function item<T>(list: Expression<readonly T[]>, index: number): Value<T>;
export function item(list: Expression<readonly unknown[]>, index: number): unknown {
  return makeValue({ text: `${operand(list)}[${index}]`, isSimple: true });
}

/** Gives a value of unknown type the type that you know it has. Nothing checks it. */
export function typed<T>(value: Expression<unknown>): Value<T>;
export function typed(value: Expression<unknown>): unknown {
  return value;
}

/** Returns the expression of a value, without braces; null for everything else. */
export function sourceOf(value: unknown): string | null {
  return typeof value === 'object' && value !== null ? (sources.get(value)?.text ?? null) : null;
}

/** Writes a value, or a constant, as it stands beside an operator. */
export function operand(value: unknown): string {
  const source = typeof value === 'object' && value !== null ? sources.get(value) : undefined;
  if (source) return source.isSimple ? source.text : `(${source.text})`;
  return constant(value);
}

/** Replaces each value in the data by its template, and leaves out members that are `undefined`. */
export function written(data: unknown): unknown {
  const source = sourceOf(data);
  if (source !== null) return templateOf(source);
  if (Array.isArray(data)) return data.map(written);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, written(value)]),
  );
}

function templateOf(source: string): string {
  return `{{ ${source} }}`;
}

function makeValue(source: Source): object {
  const text = (): string => templateOf(source.text);
  const value: object = new Proxy(Object.freeze({}), {
    get(_target, member) {
      if (member === Symbol.toPrimitive || member === 'toJSON' || member === 'toString') return text;
      if (typeof member === 'symbol') return undefined;
      return makeValue({ text: `${operand(value)}${access(member)}`, isSimple: true });
    },
  });
  sources.set(value, source);
  return value;
}

function access(member: string): string {
  if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(member)) return `.${member}`;
  return /^\d+$/.test(member) ? `[${member}]` : `[${JSON.stringify(member)}]`;
}

function constant(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(operand).join(', ')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}: ${operand(member)}`,
    );
    return `{${members.join(', ')}}`;
  }
  throw new RunwrightError(
    'invalid_input',
    `Cannot write a constant of type \`${typeof value}\` in an expression. Use JSON data.`,
  );
}
