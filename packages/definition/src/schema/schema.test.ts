import { type Problem, RunwrightError, Type } from '@runwright/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Check, compileSchema } from './schema.ts';

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const problems = (check: Check<unknown>, value: unknown): readonly Problem[] => {
  const checked = check(value);
  return checked.ok ? [] : checked.problems;
};
const told = (check: Check<unknown>, value: unknown) =>
  problems(check, value).map(({ path, type, message }) => `${path.join('.')}: ${type}: ${message}`);

describe('what is filled in', () => {
  const check = compileSchema(
    Type.Object({
      name: Type.String(),
      size: Type.Integer({ default: 3 }),
      limit: Type.Optional(nullable(Type.Integer({ default: 240 }))),
      note: Type.Optional(nullable(Type.String())),
      exact: Type.Optional(Type.Boolean()),
      inner: Type.Object({ list: Type.Array(Type.Integer(), { default: [] }) }, { default: {} }),
    }),
  );

  it('defaults stand in for absent members, below defaults too', () => {
    expect(check({ name: 'a' })).toEqual({
      ok: true,
      value: { name: 'a', size: 3, limit: 240, inner: { list: [] } },
    });
  });

  it('null means not given, unless null is a value of its own', () => {
    expect(check({ name: 'a', size: null, limit: null, note: null, exact: null })).toEqual({
      ok: true,
      value: { name: 'a', size: 3, limit: 240, note: null, inner: { list: [] } },
    });
    expect(told(check, { name: null })).toEqual(['name: string_type: Input should be a valid string']);
  });

  it('the given value is left as it was, and defaults are not shared', () => {
    const given = Object.freeze({ name: 'a' });
    const [first, second] = [check(given), check(given)];
    expect(first.ok && second.ok && first.value.inner !== second.value.inner).toBe(true);
    expect(given).toEqual({ name: 'a' });
  });

  it('the type of the value is that of the schema', () => {
    const checked = check({ name: 'a' });
    if (checked.ok) expectTypeOf(checked.value.size).toEqualTypeOf<number>();
  });

  it('a member called __proto__ stays a member', () => {
    const open = compileSchema(Type.Record(Type.String(), Type.Unknown()));
    const checked = open(JSON.parse('{"__proto__": {"x": 1}}'));
    expect(checked.ok && Object.keys(checked.value)).toEqual(['__proto__']);
  });
});

describe('numbers and booleans', () => {
  const check = compileSchema(
    Type.Object({
      n: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
      f: Type.Optional(Type.Number()),
      b: Type.Optional(Type.Boolean()),
      r: Type.Optional(Type.Record(Type.String(), Type.Integer())),
    }),
  );

  it('whole numbers are accepted as 7, 7.0 and "7"', () => {
    expect(check({ n: '7', f: '2.5e1', r: { x: '4' } })).toEqual({
      ok: true,
      value: { n: 7, f: 25, r: { x: 4 } },
    });
  });

  it('other formats are distinguished', () => {
    expect(told(check, { n: 7.5 })).toEqual(['n: int_from_float: Input should be a whole number']);
    expect(told(check, { n: 'seven' })).toEqual(['n: int_parsing: Input should be a valid integer']);
    expect(told(check, { n: 0 })).toEqual([
      'n: greater_than_equal: Input should be greater than or equal to 1',
    ]);
    expect(told(check, { n: '10' })).toEqual(['n: less_than_equal: Input should be less than or equal to 9']);
    expect(told(check, { f: '' })).toEqual(['f: float_parsing: Input should be a valid number']);
    expect(told(check, { b: 'true' })).toEqual(['b: bool_type: Input should be a valid boolean']);
  });

  it('in query text booleans are words and one value is a list', () => {
    const query = compileSchema(
      Type.Object({
        b: Type.Boolean(),
        s: Type.Array(Type.Enum(['x', 'y'])),
        n: Type.Integer({ default: 1 }),
      }),
      { source: 'text' },
    );
    expect(query({ b: 'TRUE', s: 'x', n: '2' })).toEqual({ ok: true, value: { b: true, s: ['x'], n: 2 } });
    expect(told(query, { b: 'yes', s: ['x', 'z'] })).toEqual([
      'b: bool_parsing: Input should be a valid boolean',
      "s.1: enum: Input should be 'x' or 'y'",
    ]);
  });
});

describe('every problem at once', () => {
  const check = compileSchema(
    Type.Object({
      title: Type.String({ minLength: 1, maxLength: 3 }),
      kind: Type.Enum(['a', 'b', 'c']),
      at: Type.Optional(Type.String({ format: 'date-time' })),
      list: Type.Array(Type.Object({ id: Type.String() })),
    }),
  );

  it('in document order, with array indexes as numbers', () => {
    const value = { list: [{ id: 1 }, {}], at: 'soon', kind: 'z', title: 'long' };
    expect(problems(check, value).map(({ path }) => path)).toEqual([
      ['list', 0, 'id'],
      ['list', 1, 'id'],
      ['at'],
      ['kind'],
      ['title'],
    ]);
    expect(told(check, value)).toEqual([
      'list.0.id: string_type: Input should be a valid string',
      'list.1.id: missing: Field required',
      'at: datetime_parsing: Input should be a valid ISO 8601 date-time',
      "kind: enum: Input should be 'a', 'b' or 'c'",
      'title: string_too_long: String should have at most 3 characters',
    ]);
  });

  it('a root that is no object says so', () => {
    expect(told(check, [])).toEqual([': model_attributes_type: Input should be an object']);
  });

  it('data that is nested too deep is refused before it is checked', () => {
    const deep = Array.from({ length: 120 }).reduce((inner) => [inner], [] as unknown);
    expect(told(check, deep)).toEqual([expect.stringContaining('nested deeper than 100 levels')]);
    const endless: unknown[] = [];
    endless.push(endless);
    expect(told(check, endless)).toHaveLength(1);
  });
});

describe('unions', () => {
  const tagged = compileSchema(
    Type.Object({
      list: Type.Array(
        Type.Union([
          Type.Object({ kind: Type.Literal('word'), text: Type.String() }),
          Type.Object({ kind: Type.Literal('count'), n: Type.Integer({ default: 1 }) }),
        ]),
      ),
    }),
  );

  it('by tag tell only the mistakes of the chosen member, and fill its defaults', () => {
    expect(tagged({ list: [{ kind: 'count' }] })).toEqual({
      ok: true,
      value: { list: [{ kind: 'count', n: 1 }] },
    });
    expect(told(tagged, { list: [{ kind: 'word', text: 5 }, { kind: 'x' }, {}, 3] })).toEqual([
      'list.0.text: string_type: Input should be a valid string',
      "list.1: union_tag_invalid: Unknown kind 'x'",
      "list.2: union_tag_not_found: Field 'kind' required",
      'list.3: dict_type: Input should be a valid object',
    ]);
  });

  it('without a tag tell the mistakes of the member whose type was given', () => {
    const place = compileSchema(
      Type.Object({
        at: Type.Optional(nullable(Type.Union([Type.Enum(['here']), Type.Object({ city: Type.String() })]))),
      }),
    );
    expect(told(place, { at: 'there' })).toEqual(["at: enum: Input should be 'here'"]);
    expect(told(place, { at: { city: 1 } })).toEqual([
      'at.city: string_type: Input should be a valid string',
    ]);
    expect(told(place, { at: 5 })).toEqual(["at: enum: Input should be 'here'"]);
  });
});

describe('schemas of users', () => {
  it('may refer to themselves and name a dialect', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://shop.example/tree',
      type: 'object',
      properties: { next: { $ref: '#/$defs/node' } },
      $defs: {
        node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, n: { type: 'integer' } } },
      },
    };
    expect(compileSchema(schema)({ next: { next: { n: '3' } } })).toEqual({
      ok: true,
      value: { next: { next: { n: 3 } } },
    });
    expect(problems(compileSchema({ ...schema }), { next: { n: 'x' } })).toMatchObject([
      { path: ['next', 'n'] },
    ]);
  });

  it('that are no schemas are refused with a reason', () => {
    expect(() => compileSchema({ type: 'objekt' })).toThrow(RunwrightError);
    expect(() => compileSchema({ type: 'objekt' })).toThrow('Invalid JSON Schema');
  });
});

it('a value that is none of several literals is told all of them', () => {
  const check = compileSchema(
    Type.Object({ size: Type.Union([Type.Literal('small'), Type.Literal('large'), Type.Literal(3)]) }),
  );
  expect(check({ size: 'huge' })).toMatchObject({
    ok: false,
    problems: [{ path: ['size'], type: 'enum', message: "Input should be 'small', 'large' or 3" }],
  });
  expect(check({ size: 'large' })).toMatchObject({ ok: true });
});
