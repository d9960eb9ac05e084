import { type Json, type JsonObject, Type } from '@runwright/contract';

/** Schemas of members that several records have. */
export const text = Type.String();
export const textOrNull = Type.Union([Type.String(), Type.Null()]);
export const date = Type.String({ format: 'date-time' });
export const dateOrNull = Type.Union([date, Type.Null()]);
export const integerOrNull = Type.Union([Type.Integer(), Type.Null()]);
export const jsonObject = Type.Unsafe<JsonObject>(Type.Record(Type.String(), Type.Unknown()));

/** Returns the schema of any JSON value. */
export function anyJson(description: string) {
  return Type.Unsafe<Json>(Type.Unknown({ description }));
}
