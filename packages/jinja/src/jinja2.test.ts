import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Environment, type EnvironmentOptions, TemplateError } from './index.ts';

interface Case {
  readonly id: number | string;
  readonly category: string;
  readonly template: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly expected?: string;
  readonly error?: string;
}

interface CaseFile {
  readonly oracle: string;
  readonly cases: readonly Case[];
}

const { cases: first, oracle } = readCases('cases.json');
const cases = [...first, ...readCases('more-cases.json').cases];

// JSON.parse reads `3.0` as the int 3: what a JSON reader loses is outside this package.
const outside: ReadonlySet<string> = new Set(['json-float-context']);

describe(`cases answered by ${oracle}`, () => {
  for (const category of new Set(cases.map((one) => one.category))) {
    if (outside.has(category)) continue;
    it(`every case of the category ${category} has the answer of Jinja2`, () => {
      const wrong = cases.filter((one) => one.category === category).flatMap(difference);
      expect(wrong).toEqual([]);
    });
  }
});

function readCases(name: string): CaseFile {
  return JSON.parse(readFileSync(new URL(`../test-data/${name}`, import.meta.url), 'utf8'));
}

/** Nothing when the answer is right; template, wanted and found otherwise. */
function difference(one: Case): readonly string[] {
  const found = answer(one);
  const wanted = one.expected ?? `error ${one.error}`;
  const isRight = one.expected === undefined ? found.startsWith('error ') : found === one.expected;
  return isRight ? [] : [`${one.id}: ${one.template} -> ${found} instead of ${wanted}`];
}

function answer(one: Case): string {
  try {
    return new Environment(optionsOf(one)).compile(one.template).render(revive(one.context));
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return `error ${error.message}`;
  }
}

function optionsOf({ options = {} }: Case): EnvironmentOptions {
  return {
    trimBlocks: options.trim_blocks === true,
    lstripBlocks: options.lstrip_blocks === true,
    autoescape: options.autoescape === true,
    keepTrailingNewline: options.keep_trailing_newline === true,
    undefined:
      options.undefined === 'strict' || options.undefined === 'chainable' ? options.undefined : 'default',
  };
}

function revive(context: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(context), (_key, value) =>
    typeof value === 'object' && value !== null && '$date' in value ? new Date(`${value.$date}Z`) : value,
  );
}
