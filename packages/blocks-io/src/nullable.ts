import { type TSchema, Type } from '@runwright/contract';

/** A member that may be left out or null. */
export function optional<const S extends TSchema>(schema: S) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}
