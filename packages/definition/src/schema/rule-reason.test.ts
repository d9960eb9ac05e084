import { expect, it } from 'vitest';
import { compileSchema } from './schema.ts';

const messages = (schema: object, value: unknown) => {
  const checked = compileSchema(schema)(value);
  return checked.ok ? [] : checked.problems.map(({ message }) => message);
};

it.each([
  [{ maxProperties: 1 }, { a: 1, b: 2 }, 'the object should have at most 1 member'],
  [{ minProperties: 2 }, { a: 1 }, 'the object should have at least 2 members'],
  [{ maxItems: 2 }, [1, 2, 3], 'the list should have at most 2 items'],
  [{ minItems: 1 }, [], 'the list should have at least 1 item'],
  [{ uniqueItems: true }, [1, 1], 'the list should not have an item twice'],
  [
    { contains: { type: 'string' } },
    [1],
    'of the list at least 1 should have the form that its schema wants',
  ],
  [{ prefixItems: [true], items: false }, [1, 2], 'the list should have at most 1 item'],
  [{ exclusiveMinimum: 0 }, 0, 'the value should be greater than 0'],
  [{ exclusiveMaximum: 5 }, 5, 'the value should be less than 5'],
  [{ multipleOf: 5 }, 7, 'the value should be a multiple of 5'],
  [{ not: { type: 'number' } }, 7, 'the value has the form that its schema excludes'],
  [{ propertyNames: { maxLength: 2 } }, { abc: 1 }, 'a member may not be named `abc`'],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }, '`a` needs `b` beside it'],
  [{ properties: { a: false } }, { a: 1 }, 'no value is allowed here'],
  [{ unevaluatedProperties: false }, { abc: 1 }, 'the field `abc` is not known'],
])('a value that breaks the rule %j is refused with a reason in our words', (schema, value, reason) => {
  const found = messages(schema, value);
  expect(found).toContain(`Value error, ${reason}`);
  expect(found.join()).not.toMatch(/must|NOT/);
});
