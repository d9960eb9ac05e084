import type { DefinitionBlock, UncheckedNode } from '../blocks/block-types.ts';
import { misspeltKey } from '../parameters/similar-key.ts';
import type { Path } from '../problem.ts';
import {
  asRecord,
  resolveNode,
  type SchemaNode,
  schemaNode,
  typesOf,
  unionOf,
  valueMembers,
} from '../schema/schema-node.ts';

/** A member that the output of a block does not have, by the schema of its type and the one that the block asks for. */
export interface MissingMember {
  readonly name: string;
  /** Why it is not there, to go on after "The output of block `x`". */
  readonly reason: string;
  /** Path from the output that was most likely meant; null when none resembles it. */
  readonly meant: Path | null;
}

/** Members of what a block leaves that has failed. */
const ofFailures: ReadonlySet<string> = new Set([
  'failure_reason',
  'failure_category',
  'errors',
  'error',
  'status',
]);

/** Where extracted data stands in an output; a block that is read by its label has it as `output`, too. */
const extracted = 'extracted_information';

/**
 * Finds the first member in a path from the output of a block that it cannot have. Null when there is none, and where a schema leaves
 * open which members there are.
 */
export function findMissingMember(
  block: DefinitionBlock,
  node: UncheckedNode,
  path: Path,
): MissingMember | null {
  const root = withDataSchema(block.output, node);
  let schema = shapeOf(root, root);
  for (const [depth, step] of path.entries()) {
    if (typesOf(schema).join() === 'array') {
      if (typeof step === 'string') return { name: step, reason: 'is a list and has no', meant: null };
      schema = shapeOf(schema.items, root);
      continue;
    }
    const properties = asRecord(schema.properties);
    if (!properties || typeof step === 'number' || !isClosed(schema)) return null;
    if (!Object.hasOwn(properties, step)) {
      if (depth === 0 && ofFailures.has(step)) return null;
      const meant = nearest(step, properties, root);
      return { name: step, reason: 'has no', meant: meant && [...path.slice(0, depth), ...meant] };
    }
    schema = shapeOf(properties[step], root);
  }
  return null;
}

/** The data has the shape that the block asks for. */
function withDataSchema(output: SchemaNode, { data_schema: wanted }: UncheckedNode): SchemaNode {
  const properties = asRecord(output.properties);
  if (!properties || !Object.hasOwn(properties, extracted) || !asRecord(wanted)) return output;
  return { ...output, properties: { ...properties, [extracted]: wanted } };
}

/** The node, without a `null` beside it; one that leaves everything open has no keywords. */
function shapeOf(value: unknown, root: SchemaNode): SchemaNode {
  const node = resolveNode(value, root);
  const members = unionOf(node);
  if (!members) return node;
  const [only, ...others] = valueMembers(members, root);
  return only && others.length === 0 ? only : {};
}

/** Returns whether the members of an object are those that its schema names. */
function isClosed(schema: SchemaNode): boolean {
  const { properties, additionalProperties = false } = schema;
  const isNamed = Object.keys(schemaNode(properties)).length > 0 && additionalProperties === false;
  return isNamed && !('patternProperties' in schema) && !('allOf' in schema);
}

/** Looks in the data too, where people leave the way to it out; data of an unknown shape may have every member. */
function nearest(name: string, properties: SchemaNode, root: SchemaNode): Path | null {
  const data = Object.hasOwn(properties, extracted) ? shapeOf(properties[extracted], root) : null;
  const inData = [extracted, name];
  if (data && Object.hasOwn(schemaNode(data.properties), name)) return inData;
  const near = misspeltKey(name, Object.keys(properties));
  if (near !== null) return [near];
  return data && !isClosed(data) && typesOf(data).join() !== 'array' ? inData : null;
}
