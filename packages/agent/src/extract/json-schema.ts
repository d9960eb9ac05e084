import type { JsonSchema } from '@runwright/contract';

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const shapeKeywords = ['type', 'properties', 'items', 'anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'const'];

/** Returns the value when it is a plain object, else null. */
export function asObject(value: unknown): { readonly [key: string]: unknown } | null {
  return isObject(value) ? value : null;
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value is a JSON Schema, as opposed to an example of the data. */
export function isJsonSchema(value: unknown): value is JsonSchema {
  const node = asObject(value);
  if (!node || !shapeKeywords.some((keyword) => keyword in node)) return false;
  return isWellFormed(node, 0);
}

function isWellFormed(value: unknown, depth: number): boolean {
  if (typeof value === 'boolean') return true;
  const node = asObject(value);
  if (!node || depth > 50) return false;
  const named = typeof node.type === 'string' ? [node.type] : (node.type ?? []);
  if (!Array.isArray(named) || !named.every((type) => types.includes(type))) return false;
  if (node.required !== undefined && !Array.isArray(node.required)) return false;
  if (node.properties !== undefined && !asObject(node.properties)) return false;
  const unions = [node.anyOf, node.oneOf, node.allOf].filter((union) => union !== undefined);
  if (!unions.every((union) => Array.isArray(union))) return false;
  const inner = [...Object.values(asObject(node.properties) ?? {}), ...unions.flat()];
  return [...inner, ...(node.items === undefined ? [] : [node.items])].every((part) =>
    isWellFormed(part, depth + 1),
  );
}

/** Resolves a local `$ref` (`#/$defs/…`) of a node. */
export function resolveRef(value: unknown, root: JsonSchema): JsonSchema {
  let node = asObject(value) ?? {};
  for (let hop = 0; hop < 20 && typeof node.$ref === 'string'; hop += 1) {
    const { $ref, ...beside } = node;
    let target: unknown = root;
    for (const part of String($ref).replace(/^#\/?/, '').split('/').filter(Boolean)) {
      target = asObject(target)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    }
    node = { ...(asObject(target) ?? {}), ...beside };
  }
  return node;
}

/** Returns the members of `anyOf` or `oneOf`; null when the node is no union. */
export function unionMembers(node: JsonSchema): readonly unknown[] | null {
  if (Array.isArray(node.anyOf)) return node.anyOf;
  return Array.isArray(node.oneOf) ? node.oneOf : null;
}

/** Returns whether the node accepts null. */
export function acceptsNull(value: unknown, root: JsonSchema): boolean {
  const node = resolveRef(value, root);
  const union = unionMembers(node);
  if (union) return union.some((member) => acceptsNull(member, root));
  if (Array.isArray(node.enum)) return node.enum.includes(null);
  if ('const' in node) return node.const === null;
  if (node.type === undefined) return !('properties' in node || 'items' in node || 'allOf' in node);
  return node.type === 'null' || (Array.isArray(node.type) && node.type.includes('null'));
}

/**
 * Returns whether a string field holds a URL: by `format`, or by a name or description that mentions a link or image.
 * Names are split into words at `_`, `-` and capitals.
 */
export function isLinkField(node: JsonSchema, name: string): boolean {
  const holdsText = node.type === 'string' || (Array.isArray(node.type) && node.type.includes('string'));
  if (!holdsText || Array.isArray(node.enum) || 'const' in node) return false;
  if (['uri', 'url', 'uri-reference', 'iri'].includes(String(node.format))) return true;
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  if (words.some((word) => /^(text|title|label|name|alt|caption|count|number|type)$/.test(word)))
    return false;
  if (words.some((word) => /^(url|uri|href|link|image|img|src|photo|picture|thumbnail|logo)$/.test(word)))
    return true;
  return (
    typeof node.description === 'string' &&
    /^(the |a |an )?(\w+ )?(url|uri|link|hyperlink)\b/i.test(node.description)
  );
}
