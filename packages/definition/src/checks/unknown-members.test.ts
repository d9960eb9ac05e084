import { Type } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { misspeltKey } from '../parameters/similar-key.ts';
import { findUnknownMembers } from './unknown-members.ts';

const nullable = <const S extends Type.TSchema>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const schema = Type.Object({
  title: nullable(Type.String()),
  url: nullable(Type.String()),
  place: nullable(Type.Union([Type.Enum(['here']), Type.Object({ country: Type.String() })])),
  list: Type.Optional(Type.Array(Type.Object({ path: Type.String(), mime_type: nullable(Type.String()) }))),
  settings: Type.Optional(Type.Object({ name: Type.String() }, { additionalProperties: true })),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  any: Type.Optional(Type.Unknown()),
  free: Type.Optional(Type.Object({}, { additionalProperties: true })),
  kind: Type.Optional(
    Type.Union([
      Type.Object({ type: Type.Literal('card'), number: Type.String() }),
      Type.Object({ type: Type.Literal('login'), user: Type.String() }),
    ]),
  ),
});

const found = (value: unknown) =>
  findUnknownMembers(schema, value).map(({ path, meant }) => [path.join('.'), meant]);

describe('members that a schema does not name', () => {
  it('are found at every depth, in their order, with the name that is meant', () => {
    const value = {
      titel: 'x',
      place: { contry: 'DE' },
      list: [{ path: 'a' }, { path: 'b', mimetype: 'c', other: 1 }],
      settings: { name: 'x', nmae: 'y' },
      ULR: 'x',
    };
    expect(found(value)).toEqual([
      ['titel', 'title'],
      ['place.contry', 'country'],
      ['list.1.mimetype', 'mime_type'],
      ['list.1.other', null],
      ['settings.nmae', 'name'],
      ['ULR', 'url'],
    ]);
  });

  it('are those of the member of a union that the value is meant to be', () => {
    expect(found({ kind: { type: 'card', user: 'x' } })).toEqual([['kind.user', null]]);
    expect(found({ kind: { type: 'login', user: 'x' } })).toEqual([]);
    expect(found({ kind: { user: 'x', usr: 'y' } })).toEqual([['kind.usr', 'user']]);
    expect(found({ place: 'here' })).toEqual([]);
  });

  it('are none in maps, in data of any type, and in what is no object', () => {
    const data = { titel: { titel: 1 }, list: [{ titel: 1 }] };
    expect(found({ headers: data, any: data, free: data, title: null, place: null, list: 'x' })).toEqual([]);
    for (const value of [null, undefined, 7, 'x', [data]]) expect(found(value)).toEqual([]);
  });

  it('are looked at up to a number, also in unions', { tags: ['security'] }, () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`z${index}`, 1]));
    let looks = 0;
    const counted = (properties: object) =>
      new Proxy(properties, {
        getOwnPropertyDescriptor(target, name) {
          if (/^z\d/.test(String(name))) looks += 1;
          return Reflect.getOwnPropertyDescriptor(target, name);
        },
      });
    const object = (name: string) => ({
      type: 'object',
      properties: counted({ [name]: { type: 'string' } }),
    });
    for (const choices of [[object('a')], [object('a'), object('b')]]) {
      looks = 0;
      const properties = { model: { anyOf: [...choices, { type: 'null' }] } };
      const listed = findUnknownMembers({ type: 'object', properties }, { model: many }, { max: 7 });
      expect(listed).toHaveLength(7);
      // The next one shows that there are more.
      expect(looks).toBeLessThanOrEqual(8 * choices.length);
    }
  });

  it('are compared with a budget that other calls of the turn neither use up nor lose', async () => {
    const keys = Array.from({ length: 60_000 }, (_, index) => `key_number_${index}`);
    const properties = Object.fromEntries(keys.map((key) => [key, {}]));
    const wide = { type: 'object', properties };
    await new Promise((resolve) => setImmediate(resolve));
    for (let call = 0; call < 3; call += 1)
      expect(findUnknownMembers(wide, { key_nomber_7: 1 })).toMatchObject([{ meant: 'key_number_7' }]);
    expect(misspeltKey('key_nomber_7', keys)).toBe('key_number_7');
    expect(misspeltKey('key_nomber_7', keys)).toBeNull();
    expect(found({ titel: 1 })).toEqual([['titel', 'title']]);
  });

  it('are listed up to a number, also those that every object has', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`z${index}`, 1]));
    expect(found(many)).toHaveLength(1000);
    expect(findUnknownMembers(schema, many, { max: 7 })).toHaveLength(7);
    expect(found({ constructor: 1, toString: 1, ['__proto__']: 1 }).map(([path]) => path)).toEqual([
      'constructor',
      'toString',
      '__proto__',
    ]);
  });
});
