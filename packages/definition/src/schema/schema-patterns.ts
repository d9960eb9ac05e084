import type { Path } from '../problem.ts';
import { asRecord, schemaNode } from './schema-node.ts';

/** A regular expression of a schema, and where it stands in it. */
export interface SchemaPattern {
  readonly path: Path;
  readonly source: string;
}

/** Every regular expression that a JSON Schema would match texts or names with (`pattern`, `patternProperties`). */
export function patternsOf(schema: unknown, path: Path = []): readonly SchemaPattern[] {
  const node = asRecord(schema);
  if (!node) return [];
  const found: SchemaPattern[] = [];
  if (typeof node.pattern === 'string') found.push({ path: [...path, 'pattern'], source: node.pattern });
  for (const source of Object.keys(schemaNode(node.patternProperties))) {
    found.push({ path: [...path, 'patternProperties', source], source });
  }
  for (const keyword of mapKeywords) {
    for (const [name, member] of Object.entries(schemaNode(node[keyword])))
      found.push(...patternsOf(member, [...path, keyword, name]));
  }
  for (const keyword of schemaKeywords) found.push(...patternsOf(node[keyword], [...path, keyword]));
  for (const keyword of listKeywords) {
    const members: readonly unknown[] = Array.isArray(node[keyword]) ? node[keyword] : [];
    members.forEach((member, index) => {
      found.push(...patternsOf(member, [...path, keyword, index]));
    });
  }
  return found;
}

const mapKeywords = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'] as const;
const listKeywords = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'] as const;
const schemaKeywords = [
  ...(['items', 'contains', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties'] as const),
  ...(['propertyNames', 'not', 'if', 'then', 'else'] as const),
];
