import { useMemo } from 'react';
import { useWorkflowOf } from '../../../api/workflows.ts';
import { ErrorState, Loading } from '../../../components/states.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { inWords } from '../../../lib/format.ts';
import { useRunView } from '../run-context.ts';
import { blockGraphOf, type GraphNode } from './block-graph.ts';
import './graph.css';
import { graphLayoutOf, nodeSize } from './graph-layout.ts';

/** Blocks of the version that the run executes as a graph, each with its state; a block that was executed leads to its line of the timeline. */
export function GraphTab() {
  const { run, timeline, showNode } = useRunView();
  const workflow = useWorkflowOf(run);
  const blocks = workflow.data?.workflow_definition.blocks;
  const graph = useMemo(
    () => (blocks ? graphLayoutOf(blockGraphOf(blocks, timeline.blocks.values())) : null),
    [blocks, timeline],
  );
  if (workflow.error) return <ErrorState error={workflow.error} onRetry={() => void workflow.refetch()} />;
  if (!graph) return <Loading label="Loading the workflow…" />;
  return (
    // What scrolls has to be reachable by keyboard.
    <section className="graph" aria-label="Graph of the blocks" tabIndex={0}>
      <div className="graph-size" style={{ width: graph.width, height: graph.height }}>
        <svg width={graph.width} height={graph.height} aria-hidden="true">
          <defs>
            <marker
              id="graph-arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
            >
              <path d="M0 0l8 4-8 4z" className="graph-arrow" />
            </marker>
          </defs>
          {graph.edges.map(({ id, path, isTaken }) => (
            <path
              key={id}
              className="graph-edge"
              data-taken={isTaken}
              d={path}
              markerEnd="url(#graph-arrow)"
            />
          ))}
        </svg>
        {graph.edges.map(({ id, label, isTaken, x, y }) =>
          label === null ? null : (
            <span
              key={id}
              className="graph-label"
              data-taken={isTaken}
              title={isTaken ? `${label}: taken` : label}
              style={{ left: x, top: y }}
            >
              {label}
            </span>
          ),
        )}
        <ul>
          {graph.nodes.map(({ node, x, y }) => (
            <li key={node.id} className="graph-place" style={{ ...nodeSize, left: x, top: y }}>
              <BlockBox block={node} onOpen={showNode} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function BlockBox({
  block,
  onOpen,
}: {
  readonly block: GraphNode;
  readonly onOpen: (blockRunId: string) => void;
}) {
  const { id, type, status, executions, blockRunId } = block;
  return (
    <button
      type="button"
      className="block-box"
      data-status={status ?? 'none'}
      disabled={blockRunId === null}
      onClick={() => blockRunId !== null && onOpen(blockRunId)}
    >
      <strong className="truncate">{id}</strong>
      <span className="row">
        <span className="muted">{inWords(type)}</span>
        {status ? <StatusBadge status={status} /> : <span className="muted">not executed</span>}
        {executions > 1 ? <span className="muted">× {executions}</span> : null}
      </span>
    </button>
  );
}
