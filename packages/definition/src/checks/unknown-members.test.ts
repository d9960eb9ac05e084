import { Type } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
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
