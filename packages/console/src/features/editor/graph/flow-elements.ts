import { type Edge, MarkerType } from '@xyflow/react';
import { branchesOf } from '../blocks/definition.ts';
import type { EditorProblem } from '../text/problems.ts';
import { type BlockFlowNode, describeBlock } from './block-node.tsx';
import { type GraphEdge, type GraphModel, type GraphNode, portName } from './graph-model.ts';
import type { Box } from './layout-graph.ts';

/** Edge of React Flow with the edge that it draws. */
export type BlockFlowEdge = Edge<{ readonly edge: GraphEdge }>;

const longestText = 26;

/** What a list of drawn elements was made of, so that those that look the same stay the same objects. */
export type Drawn<Element> = ReadonlyMap<string, { readonly look: string; readonly element: Element }>;

/** Returns the nodes that React Flow draws; loops stand before the blocks in them. */
export function flowNodes(
  { nodes, edges }: GraphModel,
  boxes: ReadonlyMap<string, Box>,
  problems: readonly EditorProblem[],
  selectedId: string | null,
  before: Drawn<BlockFlowNode>,
): Drawn<BlockFlowNode> {
  const count = (label: string, severity: EditorProblem['severity']) =>
    label === '' ? 0 : problems.filter((one) => one.label === label && one.severity === severity).length;
  return drawn(
    before,
    nodes.map((block) => {
      const { x = 0, y = 0, width = 0, height = 0 } = boxes.get(block.id) ?? {};
      const [errors, warnings] = [count(block.label, 'error'), count(block.label, 'warning')];
      const { block: _, ...place } = block;
      const branches = branchOrder(block, edges, boxes).map((index) => ({
        index,
        isDefault: branchesOf(block.block)[index]?.is_default === true,
      }));
      return {
        id: block.id,
        type: 'block' as const,
        position: { x, y },
        width,
        height,
        selected: block.id === selectedId,
        data: { block: place, errors, warnings, branches },
        ariaLabel: describeBlock(place, errors, warnings),
        ...(block.loop === null ? {} : { parentId: block.loop, extent: 'parent' as const }),
      };
    }),
  );
}

function drawn<Element extends { readonly id: string }>(
  before: Drawn<Element>,
  elements: readonly Element[],
): Drawn<Element> {
  return new Map(
    elements.map((element) => {
      const look = JSON.stringify(element);
      const known = before.get(element.id);
      return [element.id, known?.look === look ? known : { look, element }];
    }),
  );
}

/** Returns the branches of a conditional from left to right, as their targets stand, so that few edges cross. */
function branchOrder(
  { id, block, type }: GraphNode,
  edges: readonly GraphEdge[],
  boxes: ReadonlyMap<string, Box>,
): readonly number[] {
  if (type !== 'conditional') return [];
  const middle = (branch: number): number => {
    const edge = edges.find(
      ({ from, port }) => from === id && typeof port === 'object' && port.branch === branch,
    );
    const box = boxes.get(edge?.to ?? id);
    return box ? box.x + box.width / 2 : 0;
  };
  return [...branchesOf(block).keys()].sort((a, b) => middle(a) - middle(b));
}

/** Returns the edges that React Flow draws. Only what stands in the definition can be deleted. */
export function flowEdges(
  { edges }: GraphModel,
  selectedId: string | null,
  before: Drawn<BlockFlowEdge>,
): Drawn<BlockFlowEdge> {
  return drawn(
    before,
    edges.map((edge) => ({
      id: edge.id,
      source: edge.from,
      target: edge.to,
      sourceHandle: portName(edge.port),
      type: 'smoothstep',
      className: `flow-edge ${edge.kind} ${edge.port === 'failure' ? 'failure' : ''}`,
      data: { edge },
      selected: edge.id === selectedId,
      deletable: edge.kind !== 'merge',
      reconnectable: false,
      // Edges lie above the frame of their loop.
      zIndex: 1,
      markerEnd: { type: MarkerType.ArrowClosed },
      ariaLabel: `From ${edge.from} to ${edge.to}${edge.text === undefined ? '' : `: ${edge.text}`}`,
      ...(edge.text === undefined ? {} : { label: shortened(edge.text) }),
    })),
  );
}

function shortened(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`;
}
