import type { BlockTypes } from '../blocks/block-types.ts';
import type { BlockList } from '../graph/graph.ts';
import type { Path } from '../problem.ts';
import { asRecord } from '../schema/schema-node.ts';
import { type CheckedList, checkBlocks } from './check-blocks.ts';

/** A definition as the checks see it: whatever of it could be read. */
export interface ParsedDefinition {
  readonly definition: { readonly [member: string]: unknown };
  readonly blockTypes: BlockTypes;
  /** The top level first, then the bodies of loops. */
  readonly lists: readonly CheckedList[];
  readonly finallyLabel: string | null;
}

/** Path of the definition in a draft. */
export const definitionPath: Path = ['workflow_definition'];

/** Reads a definition and checks each block by its type. */
export function parseDefinition(
  definition: ParsedDefinition['definition'],
  blockTypes: BlockTypes,
): ParsedDefinition {
  const finallyLabel = definition.finally_block_label;
  return {
    definition,
    blockTypes,
    lists: checkBlocks(definition.blocks, [...definitionPath, 'blocks'], blockTypes),
    finallyLabel: typeof finallyLabel === 'string' && finallyLabel !== '' ? finallyLabel : null,
  };
}

/** Returns a checked list with the finally block of its level. */
export function asBlockList(list: CheckedList, parsed: ParsedDefinition): BlockList {
  return { blocks: list.nodes.map(({ node }) => node), finallyLabel: list.top ? parsed.finallyLabel : null };
}

/** Labels of all blocks of a definition, loop bodies included. */
export function labelsOf(parsed: ParsedDefinition): readonly string[] {
  return parsed.lists.flatMap((list) => list.nodes.map(({ node }) => node.label));
}

/** Keys of the declared parameters. */
export function keysOf(parsed: ParsedDefinition): readonly string[] {
  const parameters: readonly unknown[] = Array.isArray(parsed.definition.parameters)
    ? parsed.definition.parameters
    : [];
  return parameters.flatMap((parameter) => {
    const key = asRecord(parameter)?.key;
    return typeof key === 'string' ? [key] : [];
  });
}
