import type { JsonNode, JsonObjectNode } from './json-node.ts';

/** Returns the node if it is an object, else an object without members. */
export function asObject(node: JsonNode | undefined): JsonObjectNode {
  return typeof node === 'object' && node !== null && !Array.isArray(node) ? (node as JsonObjectNode) : {};
}
