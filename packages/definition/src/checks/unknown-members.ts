import { misspeltKey, twoLetters } from '../parameters/similar-key.ts';
import type { Path } from '../problem.ts';
import {
  asRecord,
  memberFor,
  resolveNode,
  type SchemaNode,
  schemaNode,
  unionOf,
  valueMembers,
} from '../schema/schema-node.ts';

/** A member of a value that its schema does not name. */
export interface UnknownMember {
  readonly path: Path;
  readonly name: string;
  /** The names that its object may have. */
  readonly known: readonly string[];
  /** The known name that was most likely meant; null when none resembles it. */
  readonly meant: string | null;
}

/**
 * Lists the members of a value that a JSON Schema does not name, at every depth and in their order. In an object whose schema names members every other one is unknown, also where
 * `additionalProperties: true` accepts it; maps and values of any type are not looked into.
 *
 * @param options `max`: how many are listed; default: all
 */
export function findUnknownMembers(
  schema: unknown,
  value: unknown,
  { max = Number.POSITIVE_INFINITY }: { readonly max?: number } = {},
): readonly UnknownMember[] {
  return unknownIn(schema, value, { root: schemaNode(schema), path: [] })
    .take(max)
    .toArray();
}

interface Place {
  readonly root: SchemaNode;
  readonly path: Path;
}

function* unknownIn(schema: unknown, value: unknown, place: Place): Generator<UnknownMember, void> {
  const { root, path } = place;
  const node = resolveNode(schema, root);
  const union = unionOf(node);
  if (union) return yield* unknownInUnion(union, value, place);
  if (Array.isArray(value)) {
    if (node.items === undefined) return;
    for (const [index, item] of value.entries())
      yield* unknownIn(node.items, item, { root, path: [...path, index] });
    return;
  }
  const members = asRecord(value);
  const properties = asRecord(node.properties);
  if (!members || !properties || isMap(node, properties)) return;
  const known = Object.keys(properties);
  for (const [name, member] of Object.entries(members)) {
    if (Object.hasOwn(properties, name))
      yield* unknownIn(properties[name], member, { root, path: [...path, name] });
    else yield { path: [...path, name], name, known, meant: misspeltKey(name, known, twoLetters) };
  }
}

/** Of a union whose member cannot be told, the one that knows most of the value counts. */
function* unknownInUnion(
  union: readonly unknown[],
  value: unknown,
  place: Place,
): Generator<UnknownMember, void> {
  const meant = memberFor(union, value, place.root);
  const choices = meant ? [meant] : valueMembers(union, place.root);
  const found = choices.map((choice) => unknownIn(choice, value, place).toArray());
  yield* found.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** Returns whether an object takes members of any name. */
function isMap(node: SchemaNode, properties: SchemaNode): boolean {
  if (node.patternProperties !== undefined || asRecord(node.additionalProperties)) return true;
  return node.additionalProperties === true && Object.keys(properties).length === 0;
}
