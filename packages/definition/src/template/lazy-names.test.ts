import { expect, it } from 'vitest';
import { lazyNames } from './lazy-names.ts';

it('a member is made when it is first read, once, and looks like any other', () => {
  const made: string[] = [];
  const names = lazyNames(
    () => ['a', 'b'],
    (name) => {
      made.push(name);
      return name === 'a' ? { x: 1 } : name === 'b' ? null : undefined;
    },
  );
  expect(made).toEqual([]);
  expect(names.a).toBe(names.a);
  expect(Object.hasOwn(names, 'b')).toBe(true);
  expect('c' in names).toBe(false);
  expect(Object.hasOwn(names, '__proto__')).toBe(false);
  expect({ ...names }).toEqual({ a: { x: 1 }, b: null });
  expect(made).toEqual(['a', 'b', 'c', '__proto__']);
});

it('it cannot be written', () => {
  const names = lazyNames(
    () => [],
    () => undefined,
  );
  expect(() => Object.assign(names, { a: 1 })).toThrow();
});
