import { createPairBudget, misspeltKey, type TakePairs, twoLetters } from '../parameters/similar-key.ts';
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
 * @param options `max`: how many are looked at and listed; default: all. `takePairs`: budget of the comparisons with known names; default:
 * one of its own, which is enough for 100 members of objects with 1,000 names
 */
export function findUnknownMembers(
  schema: unknown,
  value: unknown,
  {
    max = Number.POSITIVE_INFINITY,
    takePairs = createPairBudget(),
  }: { readonly max?: number; readonly takePairs?: TakePairs } = {},
): readonly UnknownMember[] {
  return unknownIn(schema, value, { root: schemaNode(schema), path: [], max })
    .take(max)
    .map((member) => ({ ...member, meant: misspeltKey(member.name, member.known, twoLetters, takePairs) }))
    .toArray();
}

type FoundMember = Omit<UnknownMember, 'meant'>;

interface Place {
  readonly root: SchemaNode;
  readonly path: Path;
  readonly max: number;
}

function* unknownIn(schema: unknown, value: unknown, place: Place): Generator<FoundMember, void> {
  const { root, path } = place;
  const node = resolveNode(schema, root);
  const union = unionOf(node);
  if (union) return yield* unknownInUnion(union, value, place);
  if (Array.isArray(value)) {
    if (node.items === undefined) return;
    for (const [index, item] of value.entries())
      yield* unknownIn(node.items, item, { ...place, path: [...path, index] });
    return;
  }
  const members = asRecord(value);
  const properties = asRecord(node.properties);
  if (!members || !properties || isMap(node, properties)) return;
  const known = Object.keys(properties);
  for (const name of Object.keys(members)) {
    if (Object.hasOwn(properties, name))
      yield* unknownIn(properties[name], members[name], { ...place, path: [...path, name] });
    else yield { path: [...path, name], name, known };
  }
}

/** Of a union whose member cannot be told, the one that knows most of the value counts. */
function* unknownInUnion(
  union: readonly unknown[],
  value: unknown,
  place: Place,
): Generator<FoundMember, void> {
  const meant = memberFor(union, value, place.root);
  if (meant) return yield* unknownIn(meant, value, place);
  const choices = valueMembers(union, place.root);
  const found = choices.map((choice) => unknownIn(choice, value, place).take(place.max).toArray());
  yield* found.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** Returns whether an object takes members of any name. */
function isMap(node: SchemaNode, properties: SchemaNode): boolean {
  if (node.patternProperties !== undefined || asRecord(node.additionalProperties)) return true;
  return node.additionalProperties === true && Object.keys(properties).length === 0;
}
