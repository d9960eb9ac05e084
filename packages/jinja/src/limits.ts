import { assertNames } from './argument-errors.ts';

/** Budgets of one render, and of compiling one source. Every one has a default; a larger number loosens it. */
export interface Limits {
  /** Units of work: nodes evaluated, items visited, 64 characters read or 32 built. */
  readonly steps: number;
  /** Characters of the whole output. */
  readonly outputLength: number;
  /** Characters of one text that a template builds. */
  readonly stringLength: number;
  /** Items of one list, tuple or dictionary that a template builds. */
  readonly collectionSize: number;
  /** Bits of one whole number. */
  readonly integerBits: number;
  /** Nested macro calls, recursive loops, includes, and levels of nested data that are printed or compared. */
  readonly recursion: number;
  /** Words of one source: names, literals, operators, marks of tags, and the texts between tags. */
  readonly tokens: number;
  /** Nested expressions and statements in the source. */
  readonly parserDepth: number;
  /** Wall clock of one render, in milliseconds. */
  readonly timeMs: number;
}

/** The name of a limit, as errors say it. */
export type LimitName = keyof Limits;

/** Default limits. */
export const defaultLimits: Limits = {
  steps: 2_000_000,
  outputLength: 5_000_000,
  stringLength: 1_000_000,
  collectionSize: 500_000,
  integerBits: 65_536,
  recursion: 200,
  tokens: 500_000,
  parserDepth: 100,
  timeMs: 1_000,
};

/** `defaultLimits` with what `given` sets instead. Throws a TypeError for a limit that does not exist or is no number from 0 up. */
export function limitsFrom(given: Partial<Limits> = {}): Limits {
  assertNames('limit', given, limitNames);
  const limits: Record<LimitName, number> = { ...defaultLimits };
  for (const name of limitNames) {
    const value: unknown = given[name];
    if (value === undefined) continue;
    if (typeof value !== 'number' || !(value >= 0))
      throw new TypeError(`The limit \`${name}\` must be a number from 0 up, not \`${String(value)}\`.`);
    limits[name] = value;
  }
  return limits;
}

const limitNames: readonly LimitName[] = [
  'steps',
  'outputLength',
  'stringLength',
  'collectionSize',
  'integerBits',
  'recursion',
  'tokens',
  'parserDepth',
  'timeMs',
];
