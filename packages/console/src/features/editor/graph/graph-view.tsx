import {
  Background,
  type Connection,
  Controls,
  type EdgeChange,
  type NodeChange,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useToasts } from '../../../components/toasts.tsx';
import { blocksAt, isGraphList } from '../blocks/definition.ts';
import { connect, removeBlock } from '../blocks/edit-blocks.ts';
import type { EditorProblem } from '../text/problems.ts';
import type { Editor } from '../use-editor.ts';
import { type BlockFlowNode, BlockNode } from './block-node.tsx';
import { type BlockFlowEdge, type Drawn, flowEdges, flowNodes } from './flow-elements.ts';
import { type GraphModel, portOf } from './graph-model.ts';
import { type Box, layoutGraph, shapeOf } from './layout-graph.ts';
import './graph.css';

const nodeTypes = { block: BlockNode };

/** Graph of the blocks. Drag from the lower end of a block to connect it; `Delete` removes what is selected. */
export function GraphView(props: { readonly editor: Editor; readonly problems: readonly EditorProblem[] }) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({
  editor,
  problems,
}: {
  readonly editor: Editor;
  readonly problems: readonly EditorProblem[];
}) {
  const { selected, select, isReadable } = editor;
  // Typing in a form does not wait for the graph.
  const graph = useDeferredValue(editor.graph);
  const toasts = useToasts();
  const [selectedEdge, selectEdge] = useState<string | null>(null);
  const boxes = useLayout(graph);
  const selectedId = selected?.id ?? null;
  const drawnNodes = useRef<Drawn<BlockFlowNode>>(new Map());
  const drawnEdges = useRef<Drawn<BlockFlowEdge>>(new Map());
  const nodes = useMemo(
    () => elementsOf(drawnNodes, flowNodes(graph, boxes, problems, selectedId, drawnNodes.current)),
    [graph, boxes, problems, selectedId],
  );
  const edges = useMemo(
    () => elementsOf(drawnEdges, flowEdges(graph, selectedEdge, drawnEdges.current)),
    [graph, selectedEdge],
  );
  useFitOnGrowth(graph.nodes.length);

  const onNodesChange = useCallback(
    (changes: NodeChange<BlockFlowNode>[]) => {
      const chosen = changes.find((change) => change.type === 'select' && change.selected);
      if (chosen?.type === 'select') select(chosen.id);
      else if (changes.some((change) => change.type === 'select')) select(null);
    },
    [select],
  );
  const onEdgesChange = useCallback((changes: EdgeChange<BlockFlowEdge>[]) => {
    for (const change of changes)
      if (change.type === 'select')
        selectEdge((before) => (change.selected ? change.id : before === change.id ? null : before));
  }, []);
  const onConnect = ({ source, sourceHandle, target }: Connection) => {
    const [from, to] = [source, target].map((id) => editor.graph.nodes.find((node) => node.id === id));
    if (!from || !to) return;
    if (from.loop !== to.loop)
      return toasts.failed(
        new Error(`Cannot connect ${from.label} with ${to.label}: they are not in the same loop.`),
      );
    editor.edit(connect(from.list, from.index, portOf(sourceHandle), to.label));
  };
  const onDelete = async (removed: { nodes: BlockFlowNode[]; edges: BlockFlowEdge[] }) => {
    // The blocks and edges are drawn from the text, so the text is what changes.
    const [node] = removed.nodes;
    const edge = removed.edges.find(({ id }) => id === selectedEdge)?.data?.edge;
    const from = editor.graph.nodes.find(({ id }) => id === edge?.from);
    if (node) editor.edit(removeBlock(node.data.block.list, node.data.block.index));
    else if (edge && from) {
      const change = connect(from.list, from.index, edge.port, null);
      const isOrder = !isGraphList(blocksAt(change(editor.file ?? null), from.list));
      if (edge.port === 'next' && isOrder)
        toasts.failed(
          new Error(
            `Cannot remove the edge from ${from.label}: it is the last one of its list, and blocks without edges follow each other in their order. Remove a block, or connect others first.`,
          ),
        );
      else editor.edit(change);
    }
    return false;
  };

  return (
    <ReactFlow<BlockFlowNode, BlockFlowEdge>
      className="flow"
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      onConnect={onConnect}
      onBeforeDelete={onDelete}
      onPaneClick={() => select(null)}
      deleteKeyCode={isReadable ? ['Delete', 'Backspace'] : null}
      nodesDraggable={false}
      nodesConnectable={isReadable}
      edgesReconnectable={false}
      multiSelectionKeyCode={null}
      selectionKeyCode={null}
      fitView
      fitViewOptions={{ maxZoom: 1, padding: 0.12 }}
      minZoom={0.1}
      maxZoom={1.5}
      aria-label="Graph of the blocks"
      proOptions={{ hideAttribution: true }}
    >
      <Background gap={18} />
      <Controls showInteractive={false} />
      {nodes.length === 0 ? (
        <Panel position="top-center" className="flow-empty">
          No blocks yet. Choose the first one under Add.
        </Panel>
      ) : null}
    </ReactFlow>
  );
}

/** Keeps what was drawn, and returns its elements. */
function elementsOf<Element>(kept: RefObject<Drawn<Element>>, drawn: Drawn<Element>): Element[] {
  kept.current = drawn;
  return [...drawn.values()].map(({ element }) => element);
}

/** Returns the boxes of the blocks. They are computed anew only when blocks or edges come or go, not with each letter. */
function useLayout(graph: GraphModel): ReadonlyMap<string, Box> {
  const shape = shapeOf(graph);
  const [last, setLast] = useState(() => ({ shape, boxes: layoutGraph(graph) }));
  if (last.shape === shape) return last.boxes;
  const next = { shape, boxes: layoutGraph(graph) };
  setLast(next);
  return next.boxes;
}

/** Shows the whole graph again when blocks are added or removed. */
function useFitOnGrowth(count: number): void {
  const { fitView } = useReactFlow();
  useEffect(() => {
    if (count === 0) return;
    const frame = requestAnimationFrame(() => void fitView({ maxZoom: 1, padding: 0.12 }));
    return () => cancelAnimationFrame(frame);
  }, [count, fitView]);
}
