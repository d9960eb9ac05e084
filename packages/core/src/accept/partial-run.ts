import type {
  BlockNode,
  Json,
  Problem,
  RunSettings,
  WorkflowDefinition,
  WorkflowRunRequest,
} from '@runwright/contract';
import { allBlocks, named, valueError } from '@runwright/definition';
import type { WalkedList } from '../state/block-result.ts';

/** What a run walks before its finally block: the whole definition, or the blocks that the request names. */
export function walkedList(
  definition: WorkflowDefinition,
  { blockLabels }: Pick<RunSettings, 'blockLabels'>,
): WalkedList {
  const finallyLabel = definition.finally_block_label ?? null;
  if (!blockLabels) return { blocks: definition.blocks, finallyLabel };
  const nodes = new Map(allBlocks(definition.blocks).map((node) => [node.label, node]));
  const selected = blockLabels.flatMap((label) => nodes.get(label) ?? []);
  return {
    blocks: selected.map((node, index) => inOrder(node, selected.slice(index + 1))),
    finallyLabel,
    ordered: true,
  };
}

/** Settings of a partial run, from its request; none for a whole one. */
export function partialSettings(
  request: Pick<WorkflowRunRequest, 'block_labels' | 'block_outputs'>,
  definition: WorkflowDefinition,
): Pick<RunSettings, 'blockLabels' | 'blockOutputs'> {
  const { block_labels: labels, block_outputs: given } = request;
  const known = new Set(labelsOf(definition));
  const outputs = Object.entries(given ?? {}).map(([name, value]) => [labelOf(name, known), value as Json]);
  return {
    ...(labels ? { blockLabels: labels } : {}),
    ...(given ? { blockOutputs: Object.fromEntries(outputs) } : {}),
  };
}

/** Blocks that a request names and the definition does not have, or names twice. */
export function partialProblems(
  request: Pick<WorkflowRunRequest, 'block_labels' | 'block_outputs'>,
  definition: WorkflowDefinition,
): readonly Problem[] {
  const labels = labelsOf(definition);
  const known = new Set(labels);
  const wanted = request.block_labels ?? [];
  const places = new Map(wanted.map((label, index) => [label, index] as const).toReversed());
  const unknown = (name: string) => `there is no block \`${name}\`; there are ${named(labels)}`;
  return [
    ...wanted.flatMap((label, index) => {
      const path = ['block_labels', index];
      if (!known.has(label)) return [valueError(path, unknown(label))];
      return (places.get(label) ?? index) < index
        ? [valueError(path, `the block \`${label}\` is named twice`)]
        : [];
    }),
    ...Object.keys(request.block_outputs ?? {}).flatMap((name) =>
      known.has(labelOf(name, known)) ? [] : [valueError(['block_outputs', name], unknown(name))],
    ),
  ];
}

/** A block without its edges: those that are named follow each other in the given order. */
function inOrder(node: BlockNode, later: readonly BlockNode[]): BlockNode {
  const target = node.on_failure_next_label;
  const stays = later.some(({ label }) => label === target);
  return { ...node, next_block_label: null, on_failure_next_label: stays ? (target ?? null) : null };
}

/** An output may be given under the block's label or under the name of its output. */
function labelOf(name: string, labels: ReadonlySet<string>): string {
  if (labels.has(name) || !name.endsWith('_output')) return name;
  return name.slice(0, -'_output'.length);
}

function labelsOf(definition: WorkflowDefinition): readonly string[] {
  return allBlocks(definition.blocks).map(({ label }) => label);
}
