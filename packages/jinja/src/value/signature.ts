import { runtimeError, type TemplateError } from '../error.ts';
import type { CallArguments, Value } from './value.ts';

/** Argument of a built-in for one parameter: a value, undefined when left out, or what `*args` and `**kwargs` collected. */
export type Slot = Value | undefined | readonly Value[] | ReadonlyMap<string, Value>;

/** The parameters of a built-in, written as in Python: `replace(old, new, count?, /)`, `format(*args, **kwargs)`. */
export interface Signature {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly optional: boolean }[];
  /** Parameters before this index take no keyword. */
  readonly positionalOnly: number;
  /** Parameters from this index on take only a keyword. */
  readonly keywordOnly: number;
  /** Number of required parameters. */
  readonly required: number;
  readonly rest: boolean;
  readonly keywords: boolean;
}

/** Reads a signature. `name?` may be left out, `/` ends the positional-only ones, `*` begins the keyword-only ones. */
export function parseSignature(text: string): Signature {
  const open = text.indexOf('(');
  const words = text
    .slice(open + 1, -1)
    .split(', ')
    .filter((word) => word !== '');
  const named = words.filter((word) => word !== '/' && !word.startsWith('*'));
  const slash = words.indexOf('/');
  const star = words.findIndex((word) => word.startsWith('*') && !word.startsWith('**'));
  return {
    name: text.slice(0, open),
    parameters: named.map((word) => ({ name: word.replace('?', ''), optional: word.endsWith('?') })),
    positionalOnly: slash === -1 ? 0 : slash,
    keywordOnly: star === -1 ? named.length : star - (slash !== -1 && slash < star ? 1 : 0),
    required: named.filter((word) => !word.endsWith('?')).length,
    rest: star !== -1 && words[star] !== '*',
    keywords: words.some((word) => word.startsWith('**')),
  };
}

/** Arguments in the order of the parameters, then the rest and the keywords where the signature collects them. */
export function bind(signature: Signature, args: CallArguments, first: Value | undefined): Slot[] {
  const { parameters, positionalOnly, keywordOnly, rest } = signature;
  const given = first === undefined ? args.positional : [first, ...args.positional];
  if (given.length > keywordOnly && !rest) throw tooMany(signature, given.length);
  const slots: Slot[] = parameters.map((_, index) => (index < keywordOnly ? given[index] : undefined));
  const extra = args.named === null ? null : new Map(args.named);
  if (extra !== null) {
    for (let index = positionalOnly; index < parameters.length; index += 1)
      takeKeyword(signature, index, slots, extra);
  }
  parameters.forEach((parameter, index) => {
    if (slots[index] === undefined && !parameter.optional) throw missing(signature, parameter.name);
  });
  if (rest) slots.push(given.slice(keywordOnly));
  if (signature.keywords) slots.push(extra ?? new Map());
  else if (extra !== null && extra.size > 0) throw unexpectedKeyword(signature, extra);
  return slots;
}

function takeKeyword(signature: Signature, index: number, slots: Slot[], extra: Map<string, Value>): void {
  const name = signature.parameters[index]?.name ?? '';
  const value = extra.get(name);
  if (value === undefined) return;
  if (slots[index] !== undefined)
    throw runtimeError(`${signature.name}() got multiple values for argument '${name}'`);
  slots[index] = value;
  extra.delete(name);
}

function tooMany({ name, keywordOnly }: Signature, count: number): TemplateError {
  const plural = keywordOnly === 1 ? '' : 's';
  return runtimeError(`${name}() takes ${keywordOnly} positional argument${plural} but ${count} were given`);
}

function missing({ name }: Signature, parameter: string): TemplateError {
  return runtimeError(`${name}() missing 1 required positional argument: '${parameter}'`);
}

function unexpectedKeyword({ name }: Signature, extra: ReadonlyMap<string, Value>): TemplateError {
  return runtimeError(`${name}() got an unexpected keyword argument '${extra.keys().next().value}'`);
}
