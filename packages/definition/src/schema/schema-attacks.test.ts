import { RunwrightError } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { compileSchema } from './schema.ts';
import { listedProblems } from './schema-problems.ts';
import { toStrictSchema } from './strict-schema.ts';

const told = (schema: object, value: unknown): readonly string[] => {
  const checked = compileSchema(schema)(value);
  return checked.ok ? [] : checked.problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
};
const refusal = (schema: object): string => {
  try {
    compileSchema(schema);
  } catch (error) {
    if (RunwrightError.is(error)) return `${error.code}: ${error.message}`;
  }
  return 'no error';
};

// A check that is not bounded would take hours in each of these; a fixed time would tell about the machine only.
describe('a schema of users cannot keep the process busy', { tags: ['security'] }, () => {
  const email = '^([a-zA-Z0-9]+[._-]?)+@[a-z]+$';

  it('with a pattern that backtracks', () => {
    const text = `${'a'.repeat(5_000)}!`;
    expect(told({ properties: { mail: { type: 'string', pattern: email } } }, { mail: text })).toHaveLength(
      1,
    );
    expect(told({ patternProperties: { [email]: { type: 'null' } } }, { [text]: 1 })).toEqual([]);
    expect(told({ propertyNames: { pattern: email } }, { [text]: 1 })).not.toEqual([]);
    expect(
      told(
        {
          anyOf: [
            { type: 'string', pattern: email },
            { type: 'string', pattern: '^b$' },
          ],
        },
        text,
      ),
    ).not.toEqual([]);
    expect(told({ type: 'string', pattern: email }, 'ada@example')).toEqual([]);
  });

  it('with a pattern that RE2 cannot express, which is refused by name', () => {
    expect(refusal({ type: 'object', properties: { a: { type: 'string', pattern: '^(?=.*a)b' } } })).toMatch(
      /^invalid_input: .*`\^\(\?=\.\*a\)b` is not supported .*look-ahead/,
    );
    expect(refusal({ patternProperties: { '(a)\\1': {} } })).toMatch(/back-references/);
  });

  it('with a format that backtracks', () => {
    const link = `http://${'a:'.repeat(40_000)}`;
    expect(told({ type: 'string', format: 'url' }, link)).toEqual([
      ': Value error, the text is not a valid url',
    ]);
    expect(told({ type: 'string', format: 'url' }, 'https://shop.example/a?b=c')).toEqual([]);
    for (const format of ['uri', 'email', 'date-time', 'duration', 'hostname', 'uri-reference', 'regex']) {
      expect(told({ type: 'string', format }, `${'a.'.repeat(1_000_000)} `)).toHaveLength(1);
    }
  });

  it('with unique items of a long list', () => {
    const items = Array.from({ length: 30_000 }, (_, id) => ({ id, name: { first: 'a', last: 'b' } }));
    expect(told({ type: 'array', uniqueItems: true }, items)).toEqual([]);
    const twice = [...items, { name: { last: 'b', first: 'a' }, id: 3 }];
    expect(told({ type: 'array', uniqueItems: true }, twice)).toEqual([
      ': Value error, the list should not have an item twice',
    ]);
  });

  /** `n0` refers to `n1` twice, and so on: 2 to the power of 60 ways. */
  const doubling = (keyword: 'allOf' | 'anyOf' | 'properties') => ({
    $ref: '#/$defs/n0',
    $defs: Object.fromEntries(
      Array.from({ length: 60 }, (_, level) => {
        const next = { $ref: `#/$defs/n${level + 1}` };
        return [
          `n${level}`,
          level === 59
            ? { type: 'string' }
            : { [keyword]: keyword === 'properties' ? { a: next, b: next } : [next, next] },
        ];
      }),
    ),
  });

  it.each(['allOf', 'anyOf', 'properties'] as const)('with references that double in %s', (keyword) => {
    const schema = doubling(keyword);
    expect(told(schema, keyword === 'properties' ? { a: { a: 1 } } : 5).join()).toMatch(
      keyword === 'properties' ? /^$/ : /more steps than allowed/,
    );
    expect(toStrictSchema(schema)).toBeNull();
  });

  it('with references to itself that double at each level of the data', () => {
    const schema = {
      properties: { n: { allOf: [{ $ref: '#' }, { $ref: '#' }] } },
      required: ['n'],
    };
    const value = Array.from({ length: 90 }).reduce<object>((inner) => ({ n: inner }), {});
    expect(told(schema, value).join()).toContain('more steps than allowed');
  });

  it('with a reference that never ends', () => {
    expect(told({ anyOf: [{ $ref: '#' }, { type: 'null' }] }, 5).join()).toMatch(/without an end|more steps/);
    expect(told({ allOf: [{ $ref: '#' }] }, 5).join()).toMatch(/without an end|more steps/);
  });

  it('with too many nodes or levels', () => {
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, name) => [`m${name}`, {}]));
    expect(refusal({ properties: wide })).toContain('more than 10000 members');
    const deep = Array.from({ length: 5000 }).reduce<object>((items) => ({ items }), {});
    expect(refusal(deep)).toContain('more than 100 levels');
  });

  it('with a union of many members over a long list', { timeout: 30_000 }, () => {
    const anyOf = Array.from({ length: 1000 }, (_, size) => ({ type: 'array', minItems: size + 1 }));
    const value = Array.from({ length: 50_000 }, () => []);
    expect(told({ items: { anyOf } }, value).join()).toContain('more steps than allowed');
  });
});

describe('a list of problems', { tags: ['security'] }, () => {
  it('has an end', () => {
    const members = Object.fromEntries(Array.from({ length: 40_000 }, (_, name) => [`m${name}`, 1]));
    const problems = told({ type: 'object', additionalProperties: false }, members);
    expect(problems).toHaveLength(listedProblems + 1);
    expect(problems[0]).toBe('m0: Value error, the field is not known');
    expect(problems.at(-1)).toBe(': There are 39900 more, which are not listed');
  });

  it('of unions compiles each member once', () => {
    const schema = {
      items: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] },
      $defs: { a: { type: 'object', required: ['x'] } },
    };
    expect(
      told(
        schema,
        Array.from({ length: 300 }, () => ({})),
      ),
    ).toHaveLength(listedProblems + 1);
  });
});
