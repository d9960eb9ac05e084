import { graphlib, layout } from '@dagrejs/dagre';
import type { BlockGraph, GraphNode } from './block-graph.ts';

/** Size of a block in pixels. */
export const nodeSize = { width: 230, height: 74 };
const margin = 24;

/** Graph with places in pixels. */
export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly { readonly node: GraphNode; readonly x: number; readonly y: number }[];
  readonly edges: readonly {
    readonly id: string;
    /** Path of the line for SVG. */
    readonly path: string;
    readonly label: string | null;
    readonly isTaken: boolean;
    /** Centre of the label. */
    readonly x: number;
    readonly y: number;
  }[];
}

/** Places the blocks from top to bottom. */
export function graphLayoutOf({ nodes, edges }: BlockGraph): GraphLayout {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 64, marginx: margin, marginy: margin });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...nodeSize });
  edges.forEach(({ from, to, label }, index) => {
    graph.setEdge(from, to, label === null ? {} : { width: 140, height: 22, labelpos: 'c' }, String(index));
  });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    nodes: nodes.map((node) => {
      const { x, y } = graph.node(node.id);
      return { node, x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 };
    }),
    edges: edges.map(({ from, to, label, isTaken }, index) => {
      const { points = [], x = 0, y = 0 } = graph.edge(from, to, String(index));
      return { id: String(index), path: smoothPath(points), label, isTaken, x, y };
    }),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A curve that begins and ends vertically and passes near the points between. */
function smoothPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let before = first;
  const parts = rest.map((point) => {
    const middle = (before.y + point.y) / 2;
    const part = `C${before.x} ${middle} ${point.x} ${middle} ${point.x} ${point.y}`;
    before = point;
    return part;
  });
  return `M${first.x} ${first.y}${parts.join('')}`;
}
