import type { Problem } from '@runwright/contract';
import type { CheckedList, PlacedNode } from '../document/check-blocks.ts';
import { asBlockList, definitionPath, type ParsedDefinition } from '../document/parsed-definition.ts';
import { cycleOf, type Edge, edgesOf, modeOf, rootsOf } from '../graph/graph.ts';
import { reachOf } from '../graph/reach.ts';
import { listNames, type Path, valueError } from '../problem.ts';
import { lengthProblems } from './name-length.ts';

/** Mistakes in labels and in the ways between blocks. */
export function listProblems(parsed: ParsedDefinition): readonly Problem[] {
  return [
    ...longLabels(parsed.lists.flatMap((list) => list.nodes)),
    ...duplicateLabels(parsed.lists.flatMap((list) => list.nodes)),
    ...versionProblems(parsed),
    ...finallyProblems(parsed),
    ...parsed.lists.flatMap((list) => wayProblems(list, parsed)),
  ];
}

/** Returns a warning for each unreachable block. */
export function unreachableWarnings(parsed: ParsedDefinition): readonly Problem[] {
  return parsed.lists.flatMap((list) => {
    const paths = new Map(list.nodes.map(({ node, path }) => [node.label, path]));
    return reachOf(asBlockList(list, parsed)).unreachable.map((label) => ({
      path: [...(paths.get(label) ?? list.path), 'label'],
      type: 'unreachable_block',
      message: `No walk comes to block \`${label}\`: every way to it ends before.`,
    }));
  });
}

function longLabels(nodes: readonly PlacedNode[]): readonly Problem[] {
  return nodes.flatMap(({ node, path }) => lengthProblems('label', node.label, [...path, 'label']));
}

function duplicateLabels(nodes: readonly PlacedNode[]): readonly Problem[] {
  const first = new Map<string, Path>();
  return nodes.flatMap(({ node, path }) => {
    const earlier = first.get(node.label);
    if (!earlier) first.set(node.label, path);
    if (!earlier) return [];
    return [
      valueError(
        [...path, 'label'],
        `the label \`${node.label}\` is used twice; ${earlier.join('.')} has it already`,
      ),
    ];
  });
}

function versionProblems({ definition, lists }: ParsedDefinition): readonly Problem[] {
  const top = lists[0]?.nodes.map(({ node }) => node) ?? [];
  if (definition.version !== 1 || modeOf(top) === 'list') return [];
  const reason =
    'version 1 runs blocks in list order, but the definition has a conditional or a `next_block_label`; use version 2';
  return [valueError([...definitionPath, 'version'], reason)];
}

function finallyProblems({ lists, finallyLabel }: ParsedDefinition): readonly Problem[] {
  if (finallyLabel === null) return [];
  const found = lists[0]?.nodes.find(({ node }) => node.label === finallyLabel);
  const path = [...definitionPath, 'finally_block_label'];
  if (!found)
    return [valueError(path, `the finally block \`${finallyLabel}\` is not a block of the top level`)];
  const edges = edgesOf(found.node).filter(({ type }) => type !== 'branch');
  return edges.map((edge) =>
    valueError(
      [...found.path, ...edge.path],
      `the finally block \`${finallyLabel}\` runs last, so no label may follow it`,
    ),
  );
}

function wayProblems(list: CheckedList, parsed: ParsedDefinition): readonly Problem[] {
  const labels = list.nodes.map(({ node }) => node.label);
  const order = new Map(labels.map((label, index) => [label, index]));
  const edges = list.nodes.flatMap(({ node, path }) =>
    edgesOf(node).map((edge) => ({ ...edge, path: [...path, ...edge.path] })),
  );
  const unknown = edges.filter(({ to }) => !order.has(to));
  const isClear = unknown.length === 0 && order.size === labels.length;
  const isGraph = modeOf(asBlockList(list, parsed).blocks) === 'graph';
  return [
    ...unknown.map(({ to, path }) =>
      valueError(path, `unknown label \`${to}\`: this list has the blocks ${listNames(labels)}`),
    ),
    ...edges.flatMap((edge) => failureProblems(edge, order, isGraph, list.top ? parsed.finallyLabel : null)),
    ...(isGraph ? graphProblems(list, parsed, isClear) : []),
  ];
}

function failureProblems(
  edge: Edge,
  order: ReadonlyMap<string, number>,
  isGraph: boolean,
  finallyLabel: string | null,
): readonly Problem[] {
  if (edge.type !== 'failure') return [];
  if (edge.to === finallyLabel)
    return [
      valueError(
        edge.path,
        `the finally block \`${edge.to}\` runs by itself after a failure; name another block`,
      ),
    ];
  const target = order.get(edge.to);
  if (isGraph || target === undefined || target > (order.get(edge.from) ?? -1)) return [];
  return [
    valueError(edge.path, `order: in a list the block \`${edge.to}\` has to stand after \`${edge.from}\``),
  ];
}

function graphProblems(list: CheckedList, parsed: ParsedDefinition, isClear: boolean): readonly Problem[] {
  const blocks = asBlockList(list, parsed);
  const cycle = cycleOf(blocks);
  if (cycle) {
    const way = cycle.map((label) => `\`${label}\``).join(' → ');
    return [valueError(list.path, `circular: the blocks lead back to where they came from, ${way}`)];
  }
  const roots = rootsOf(blocks);
  if (!isClear || roots.length < 2) return [];
  const reason = `disconnected: a run begins at the one block to which no \`next_block_label\` leads, but none leads to ${listNames(roots)}`;
  return [valueError(list.path, `${reason}; give the other ones a \`next_block_label\` that leads to them`)];
}
