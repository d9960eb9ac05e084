import { asObject } from './as-object.ts';
import type { JsonNode, JsonObjectNode } from './json-node.ts';

/**
 * Returns the schema as a sender needs it: members with a default are not required. The schemas that validate require
 * them, because they describe a body after its defaults were filled in.
 */
export function requestSchema(node: JsonNode): JsonNode {
  if (Array.isArray(node)) return node.map(requestSchema);
  if (typeof node !== 'object' || node === null) return node;
  const schema = node as JsonObjectNode;
  const changed = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'default' ? value : requestSchema(value)]),
  );
  const { required, properties } = schema;
  if (!Array.isArray(required) || typeof properties !== 'object') return changed;
  const needed = required.filter((name) => !('default' in asObject(asObject(properties)[String(name)])));
  const { required: _, ...rest } = changed;
  return needed.length === 0 ? rest : { ...rest, required: needed };
}
