import { assertNames, kindOf, listChoices } from './argument-errors.ts';
import { type Limits, limitsFrom } from './limits.ts';
import { type Delimiters, defaultDelimiters } from './syntax/delimiters.ts';
import type { Extension } from './syntax/statement-grammar.ts';
import type { UndefinedKind } from './value/undefined.ts';

/** Finds the source of a template by name; null when there is none. */
export type Loader = (name: string) => string | null;

/** Representation of shared data that leaves a template: as it is, or as a tree that is charged at every place where it stands. */
export type Results = 'graph' | 'tree';

/** Options of an environment. All are optional; the defaults are Jinja's. */
export interface EnvironmentOptions {
  /** Drop the first line break after a block tag. Default false. */
  readonly trimBlocks?: boolean;
  /** Drop spaces and tabs from the start of a line to a block tag. Default false. */
  readonly lstripBlocks?: boolean;
  /** Keep a line break at the end of the template. Default false. */
  readonly keepTrailingNewline?: boolean;
  /** Kind of a missing name. Default `default`: it prints nothing and fails when its members are used. */
  readonly undefined?: UndefinedKind;
  /** Escape what is printed for HTML. Default false. */
  readonly autoescape?: boolean;
  /** Answers what is printed in place of the value of a `{{ … }}`; texts of the template itself, and an undefined value, stay. Default: nothing. */
  readonly finalize?: (value: unknown) => unknown;
  /**
   * Representation of shared data for the host, as the value of an expression or an argument of a host function: `graph` keeps what is
   * shared or cyclic so; `tree` charges it against `limits` at every place where it stands, and refuses a cycle, so that
   * the host can write or copy the value without a budget of its own. Default `graph`.
   */
  readonly results?: Results;
  /** Source of the templates that `include`, `import` and `extends` name. Without one they are errors. */
  readonly loader?: Loader;
  /** Statements that are off by default: `do`, and `break` and `continue` as `loopcontrols`. Default none. */
  readonly extensions?: readonly Extension[];
  readonly delimiters?: Partial<Delimiters>;
  /** Budgets that differ from `defaultLimits`. */
  readonly limits?: Partial<Limits>;
  /** Milliseconds from any fixed point, for the limit `timeMs`. Default `performance.now`. */
  readonly now?: () => number;
  /** A number from 0 to below 1, for `random` and `lipsum`. Default `Math.random`. */
  readonly random?: () => number;
}

/** Options with every default filled in. */
export interface Settings {
  readonly trimBlocks: boolean;
  readonly lstripBlocks: boolean;
  readonly keepTrailingNewline: boolean;
  readonly undefinedKind: UndefinedKind;
  readonly autoescape: boolean;
  readonly finalize: ((value: unknown) => unknown) | null;
  readonly results: Results;
  readonly loader: Loader | null;
  readonly extensions: ReadonlySet<Extension>;
  readonly delimiters: Delimiters;
  readonly limits: Limits;
  readonly now: () => number;
  readonly random: () => number;
}

/** Fills in the defaults. Throws a TypeError for an option that does not exist, and for a value that one cannot have. */
export function settingsFrom(options: EnvironmentOptions): Settings {
  assertNames('option', options, optionNames);
  const settings: Settings = {
    trimBlocks: options.trimBlocks ?? false,
    lstripBlocks: options.lstripBlocks ?? false,
    keepTrailingNewline: options.keepTrailingNewline ?? false,
    undefinedKind: options.undefined ?? 'default',
    autoescape: options.autoescape ?? false,
    finalize: options.finalize ?? null,
    results: options.results ?? 'graph',
    loader: options.loader ?? null,
    extensions: new Set(options.extensions),
    delimiters: delimitersFrom(options.delimiters ?? {}),
    limits: limitsFrom(options.limits),
    now: options.now ?? (() => performance.now()),
    random: options.random ?? Math.random,
  };
  for (const name of ['trimBlocks', 'lstripBlocks', 'keepTrailingNewline', 'autoescape'] as const)
    if (typeof settings[name] !== 'boolean') throw wrongType(name, 'true or false', settings[name]);
  for (const name of ['finalize', 'loader', 'now', 'random'] as const)
    if (settings[name] !== null && typeof settings[name] !== 'function')
      throw wrongType(name, 'a function', settings[name]);
  assertChoice('undefined', settings.undefinedKind, ['default', 'strict', 'chainable']);
  assertChoice('results', settings.results, ['graph', 'tree']);
  for (const extension of settings.extensions) assertChoice('extensions', extension, ['do', 'loopcontrols']);
  return settings;
}

const optionNames: readonly (keyof EnvironmentOptions)[] = [
  'trimBlocks',
  'lstripBlocks',
  'keepTrailingNewline',
  'undefined',
  'autoescape',
  'finalize',
  'results',
  'loader',
  'extensions',
  'delimiters',
  'limits',
  'now',
  'random',
];

function delimitersFrom(given: Partial<Delimiters>): Delimiters {
  assertNames('delimiter', given, Object.keys(defaultDelimiters));
  const set = Object.entries(given).filter(([, mark]) => mark !== undefined);
  for (const [name, mark] of set) {
    if (mark === null && name.endsWith('Prefix')) continue;
    if (typeof mark !== 'string' || mark === '')
      throw new TypeError(
        `The delimiter \`${name}\` must be a text that is not empty, not \`${String(mark)}\`.`,
      );
  }
  return { ...defaultDelimiters, ...Object.fromEntries(set) };
}

function assertChoice(name: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw new TypeError(`The option \`${name}\` cannot be \`${String(value)}\`. ${listChoices(choices)}`);
}

function wrongType(name: string, wanted: string, found: unknown): TypeError {
  return new TypeError(`The option \`${name}\` must be ${wanted}, not a value of type \`${kindOf(found)}\`.`);
}
