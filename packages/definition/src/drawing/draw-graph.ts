import type { BlockTypes } from '../blocks/block-types.ts';
import type { CheckedList, PlacedNode } from '../document/check-blocks.ts';
import { assertSize, type DefinitionLimits } from '../document/definition-size.ts';
import { asBlockList, type ParsedDefinition, parseDefinition } from '../document/parsed-definition.ts';
import { readSource } from '../document/read-source.ts';
import { edgesOf, isConditional, modeOf, successorsOf } from '../graph/graph.ts';
import { asRecord } from '../schema/schema-node.ts';
import type { DefinitionGraph, GraphEdge, GraphNode } from './definition-graph.ts';
import { toMermaid } from './mermaid.ts';

/**
 * Draws a definition, or a whole draft: as data, or as YAML or JSON text.
 *
 * @throws RunwrightError `invalid_input` when a text is neither YAML nor JSON, or the definition is larger than `limits`.
 */
export function drawDefinition(
  input: unknown,
  blockTypes: BlockTypes,
  limits?: DefinitionLimits,
): DefinitionGraph {
  const value = asRecord(typeof input === 'string' ? readSource(input, limits) : input) ?? {};
  assertSize(value, limits);
  return drawGraph(parseDefinition(asRecord(value.workflow_definition) ?? value, blockTypes));
}

/** Draws whatever could be read; mistakes in it are for the validation to tell. */
export function drawGraph(parsed: ParsedDefinition): DefinitionGraph {
  const used = new Set<string>();
  const loops = new Map<string, string>();
  const drawn = parsed.lists.map((list) => {
    const loop = loops.get(list.path.slice(0, -1).join('/')) ?? null;
    const nodes = list.nodes.map((placed) => {
      const id = freeId(placed.node.label, used);
      loops.set(placed.path.join('/'), id);
      return nodeOf(placed, { id, loop, isFinally: list.top && placed.node.label === parsed.finallyLabel });
    });
    return { nodes, edges: listEdges(list, nodes, parsed) };
  });
  const json = {
    nodes: drawn.flatMap(({ nodes }) => nodes),
    edges: drawn.flatMap(({ edges }) => edges),
  };
  return { mermaid: toMermaid(json), json };
}

function freeId(label: string, used: Set<string>): string {
  let id = label;
  for (let number = 2; used.has(id); number += 1) id = `${label} (${number})`;
  used.add(id);
  return id;
}

function nodeOf(placed: PlacedNode, own: Pick<GraphNode, 'id' | 'loop' | 'isFinally'>): GraphNode {
  const { label, block_type: type } = placed.node;
  return { ...own, label, type: typeof type === 'string' ? type : 'unknown' };
}

/** The ways of one list, between ids. Labels that lead nowhere are left out. */
function listEdges(
  list: CheckedList,
  nodes: readonly GraphNode[],
  parsed: ParsedDefinition,
): readonly GraphEdge[] {
  const blocks = asBlockList(list, parsed);
  const ids = new Map(nodes.map(({ label, id }) => [label, id] as const).toReversed());
  const isGraph = modeOf(blocks.blocks) === 'graph';
  const edges = isGraph ? graphEdges(list, successorsOf(blocks)) : orderEdges(list, blocks.finallyLabel);
  const closed =
    list.top && blocks.finallyLabel !== null ? edges.map((edge) => ended(edge, blocks.finallyLabel)) : edges;
  return closed.flatMap((edge) => {
    const [from, to] = [ids.get(edge.from), edge.to === null ? null : ids.get(edge.to)];
    return from === undefined || to === undefined ? [] : [{ ...edge, from, to }];
  });
}

/** Redirects an end of the list to the finally block. */
function ended(edge: GraphEdge, finallyLabel: string | null): GraphEdge {
  return edge.to === null
    ? { ...edge, to: finallyLabel, kind: edge.kind === 'next' ? 'finally' : edge.kind }
    : edge;
}

function orderEdges(list: CheckedList, finallyLabel: string | null): readonly GraphEdge[] {
  const walked = list.nodes.filter(({ node }) => !list.top || node.label !== finallyLabel);
  return walked.flatMap(({ node }, index) => {
    const next = walked[index + 1]?.node.label ?? null;
    const isEnd = next === null && finallyLabel === null;
    return [...(isEnd ? [] : [way(node.label, next, 'next')]), ...failureEdges(node)];
  });
}

function graphEdges(list: CheckedList, ways: ReadonlyMap<string, readonly string[]>): readonly GraphEdge[] {
  const hasFinally = list.nodes.some(({ node }) => !ways.has(node.label));
  return list.nodes.flatMap(({ node }) => {
    if (!ways.has(node.label)) return [];
    const own = edgesOf(node);
    const named = new Set(own.map(({ to }) => to));
    const merges = (ways.get(node.label) ?? []).filter((to) => !named.has(to));
    const meeting = merges.map((to) => way(node.label, to, 'merge'));
    if (isConditional(node)) return [...branchEdges(node, merges), ...failureEdges(node)];
    const next = own.filter(({ type }) => type === 'next').map(({ to }) => way(node.label, to, 'next'));
    const isEnd = next.length === 0 && meeting.length === 0 && hasFinally;
    return [...next, ...(isEnd ? [way(node.label, null, 'next')] : meeting), ...failureEdges(node)];
  });
}

/** The branches; one without target goes on at the conditional's own next block, or where the branch around it does. */
function branchEdges(node: PlacedNode['node'], merges: readonly string[]): readonly GraphEdge[] {
  const branches: readonly unknown[] = Array.isArray(node.branch_conditions) ? node.branch_conditions : [];
  const own = node.next_block_label || null;
  const passed: readonly GraphEdge[] =
    node.continue_on_failure === true && own !== null ? [way(node.label, own, 'failure')] : [];
  return [
    ...branches.flatMap((branch) => {
      const target = asRecord(branch)?.next_block_label;
      const text = branchText(branch);
      if (typeof target === 'string' && target !== '') return [way(node.label, target, 'branch', text)];
      const open = own === null ? merges : [own];
      return (open.length === 0 ? [null] : open).map((to) => way(node.label, to, 'branch', text));
    }),
    ...passed,
  ];
}

function branchText(branch: unknown): string {
  const { description, criteria, is_default } = asRecord(branch) ?? {};
  if (typeof description === 'string' && description.trim() !== '') return description;
  const expression = asRecord(criteria)?.expression;
  return is_default === true || typeof expression !== 'string' ? 'default' : expression;
}

function failureEdges(node: PlacedNode['node']): readonly GraphEdge[] {
  return edgesOf(node)
    .filter(({ type }) => type === 'failure')
    .map(({ to }) => way(node.label, to, 'failure'));
}

function way(
  from: string,
  to: string | null,
  kind: GraphEdge['kind'],
  text: string | null = null,
): GraphEdge {
  return { from, to, kind, text };
}
