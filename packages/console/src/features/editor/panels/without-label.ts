import { asObject, type JsonObject } from '../yaml/json.ts';

/** Returns a schema without the member that names the object, which has a field of its own. */
export function withoutLabel(schema: JsonObject, name = 'label'): JsonObject {
  const { [name]: _, ...properties } = asObject(schema.properties) ?? {};
  const required = Array.isArray(schema.required) ? schema.required.filter((one) => one !== name) : [];
  return { ...schema, properties, required };
}
