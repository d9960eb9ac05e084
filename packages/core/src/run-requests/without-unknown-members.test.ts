import { Type } from '@runwright/contract';
import { expect, it } from 'vitest';
import { withoutUnknownMembers } from './without-unknown-members.ts';

const schema = Type.Object({
  a: Type.Integer(),
  place: Type.Union([Type.Union([Type.Enum(['x']), Type.Object({ country: Type.String() })]), Type.Null()]),
  list: Type.Array(Type.Object({ b: Type.Integer() })),
  map: Type.Record(Type.String(), Type.Unknown()),
  any: Type.Unknown(),
});

it('members that the schema does not name are left out at every depth', () => {
  const value = {
    a: 1,
    place: { country: 'de', z: 1 },
    list: [{ b: 2, z: 1 }],
    map: { z: { z: 1 } },
    any: { z: [1, { z: 2 }] },
    z: 1,
  };
  expect(withoutUnknownMembers(schema, value)).toEqual({
    a: 1,
    place: { country: 'de' },
    list: [{ b: 2 }],
    map: { z: { z: 1 } },
    any: { z: [1, { z: 2 }] },
  });
});

it.each([['x'], [null], [undefined]])('a member that is %j stays', (place) => {
  expect(withoutUnknownMembers(schema, { a: 1, place })).toEqual({ a: 1, place });
});
