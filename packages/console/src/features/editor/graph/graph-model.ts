import { blocksAt, finallyLabel, isTopList, listBlocks, type PlacedBlock } from '../blocks/definition.ts';
import type { Port } from '../blocks/edit-blocks.ts';
import type { Json } from '../yaml/json.ts';
import { type ListEdge, listEdges } from './list-edges.ts';

/** Block of the graph. */
export interface GraphNode extends PlacedBlock {
  /** It runs after all others, whatever happened. */
  readonly isLast: boolean;
  readonly isLoop: boolean;
}

/** Edge of the graph. */
export interface GraphEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly port: Port;
  readonly kind: ListEdge['kind'];
  readonly text?: string;
}

/** Blocks of a file and the ways between them. */
export interface GraphModel {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Returns the graph of a file. */
export function graphOf(file: Json | undefined): GraphModel {
  const placed = listBlocks(file);
  const last = finallyLabel(file);
  const nodes = placed.map((block) => ({
    ...block,
    isLast: last !== null && isTopList(block.list) && block.label === last,
    isLoop: block.type === 'for_loop' || block.type === 'while_loop',
  }));
  const lists = new Map(placed.map(({ list }) => [list.join('/'), list]));
  const edges = [...lists].flatMap(([name, list]) => {
    const here = nodes.filter((node) => node.list.join('/') === name);
    const idOf = new Map(here.map(({ index, id }) => [index, id]));
    return listEdges(blocksAt(file, list), isTopList(list) ? last : null).flatMap(({ from, to, ...edge }) => {
      const [source, target] = [idOf.get(from), idOf.get(to)];
      if (source === undefined || target === undefined) return [];
      return [{ id: `${source} ${portName(edge.port)} ${target}`, from: source, to: target, ...edge }];
    });
  });
  return { nodes, edges };
}

/** Returns a name of an end of a block, such as `branch-0`. */
export function portName(port: Port): string {
  return typeof port === 'object' ? `branch-${port.branch}` : port;
}

/** Returns the end that a name means. */
export function portOf(name: string | null | undefined): Port {
  const branch = /^branch-(\d+)$/.exec(name ?? '')?.[1];
  if (branch !== undefined) return { branch: Number(branch) };
  return name === 'failure' ? 'failure' : 'next';
}
