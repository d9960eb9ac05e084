import { RequestWarnings } from '../schemas/request-warnings.ts';
import { ignoredMembersHeader } from '../unknown-members.ts';
import { asObject } from './as-object.ts';
import type { JsonNode, JsonObjectNode } from './json-node.ts';

/** Headers that responses share, by name. */
export const memberHeaders = {
  IgnoredMembers: {
    description:
      'Members of the body that the route does not know, with their paths, such as `model.temperature`: percent-encoded, separated by `, `, at most 20. The answer has a warning about each.',
    schema: { type: 'string' },
  },
} satisfies JsonObjectNode;

/** Returns a response to a request with a body, which reports the members of the body that are not known. */
export function reportMembers(node: JsonNode, status: string): JsonNode {
  if (!/^2/.test(status)) return node;
  const response = asObject(node);
  const content = Object.entries(asObject(response.content)).map(([type, value]) => {
    const media = asObject(value);
    return [type, { ...media, schema: withWarnings(asObject(media.schema)) }] as const;
  });
  return {
    ...response,
    headers: {
      ...asObject(response.headers),
      [ignoredMembersHeader]: { $ref: '#/components/headers/IgnoredMembers' },
    },
    ...(content.length > 0 ? { content: Object.fromEntries(content) } : {}),
  };
}

/** Schemas are plain JSON beside what TypeBox hides in symbols. */
const requestWarnings: JsonNode = JSON.parse(JSON.stringify(RequestWarnings));

function withWarnings(schema: JsonObjectNode): JsonObjectNode {
  if (schema.type !== 'object' || 'warnings' in asObject(schema.properties)) return schema;
  return { allOf: [schema, requestWarnings] };
}
