import { Graph, layout } from '@dagrejs/dagre';
import type { GraphModel, GraphNode } from './graph-model.ts';

/** Where a block is drawn: its upper left corner within its loop or the graph, and its size. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Size = Pick<Box, 'width' | 'height'>;

/** Size of a block in pixels. */
export const nodeSize: Size = { width: 200, height: 62 };
/** Room for the condition of a branch on its edge. */
const labelSize: Size = { width: 120, height: 14 };
/** Space around the blocks of a loop. */
const loopSpace = { side: 16, top: 66, bottom: 16 } as const;
const rankSpace = 48;

/** Returns a text that is the same for graphs that are laid out alike. */
export function shapeOf({ nodes, edges }: GraphModel): string {
  return JSON.stringify([
    nodes.map(({ id, loop, isLast, isLoop }) => [id, loop, isLast, isLoop]),
    edges.map(({ from, to }) => [from, to]),
  ]);
}

/** Returns a box for each block, from the first one downward; loops are as large as their blocks need. */
export function layoutGraph({ nodes, edges }: GraphModel): ReadonlyMap<string, Box> {
  const boxes = new Map<string, Box>();
  const place = (loop: string | null): Size => {
    const members = nodes.filter((node) => node.loop === loop);
    const graph = new Graph();
    graph.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: rankSpace });
    graph.setDefaultEdgeLabel(() => ({}));
    for (const node of members) graph.setNode(node.id, sizeOf(node, place));
    for (const { from, to, text } of edges)
      if (graph.hasNode(from) && graph.hasNode(to))
        graph.setEdge(from, to, text === undefined ? {} : { ...labelSize });
    layout(graph);
    const offset = loop === null ? { x: 0, y: 0 } : { x: loopSpace.side, y: loopSpace.top };
    const placed = members.map((node) => {
      const { x, y, width, height } = graph.node(node.id) as Box;
      return { node, box: { x: x - width / 2 + offset.x, y: y - height / 2 + offset.y, width, height } };
    });
    const bottom = Math.max(0, ...placed.flatMap(({ node, box }) => (node.isLast ? [] : box.y + box.height)));
    for (const { node, box } of placed)
      boxes.set(node.id, node.isLast && bottom > 0 ? { ...box, y: bottom + rankSpace } : box);
    const right = Math.max(0, ...placed.map(({ box }) => box.x + box.width));
    return { width: right - offset.x, height: Math.max(0, bottom - offset.y) };
  };
  place(null);
  return boxes;
}

function sizeOf(node: GraphNode, place: (loop: string) => Size): Size {
  if (!node.isLoop) return { ...nodeSize };
  const inner = place(node.id);
  return {
    width: Math.max(nodeSize.width, inner.width) + 2 * loopSpace.side,
    height: Math.max(nodeSize.height, inner.height) + loopSpace.top + loopSpace.bottom,
  };
}
