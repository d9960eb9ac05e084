import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useModelCalls, useRunSteps } from '../../../api/model-calls.ts';
import { useWebhookDeliveries } from '../../../api/run.ts';
import { finalStatuses } from '../../../api/runs.ts';
import { Button } from '../../../components/button.tsx';
import { Checkbox } from '../../../components/field.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { useRunView } from '../run-context.ts';
import { NodeDetails } from './node-details.tsx';
import { findNode, rowsOf, type TimelineNode } from './timeline-node.ts';
import { TimelineTree } from './timeline-tree.tsx';
import { timelineTreeOf } from './timeline-tree-of.ts';

const route = getRouteApi('/runs/$runId');
/** Artifacts that other lines or tabs show: pictures and pages of actions, and what belongs to model calls. */
const partsOfOthers = /^(?:screenshot_(?:action|llm)|html_action|llm_|visible_elements|hashed_href)/;

/** Tree of what happened in the run, and the node that is selected. */
export function TimelineTab() {
  const { run, timeline, artifacts, following } = useRunView();
  const { node: selected = null } = route.useSearch();
  const navigate = route.useNavigate();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState({ calls: true, artifacts: false });
  const { data: modelCalls } = useModelCalls(run.run_id);
  const { data: runSteps } = useRunSteps(run.run_id);
  const { data: deliveries } = useWebhookDeliveries(run.run_id);

  const tree = useMemo(
    () =>
      timelineTreeOf({
        data: timeline,
        runSteps: runSteps ?? [],
        modelCalls: shown.calls ? (modelCalls ?? []) : [],
        artifacts: shown.artifacts
          ? artifacts.filter(({ artifact_type: type }) => !partsOfOthers.test(type))
          : [],
        deliveries: deliveries ?? [],
      }),
    [timeline, runSteps, modelCalls, artifacts, deliveries, shown],
  );
  const found = useMemo(() => (selected === null ? null : findNode(tree, selected)), [tree, selected]);
  const rows = useMemo(() => {
    const parents = new Set(found?.parents);
    return rowsOf(tree, new Set([...closed].filter((id) => !parents.has(id))));
  }, [tree, closed, found]);
  const select = useCallback(
    (id: string | undefined) =>
      void navigate({
        search: ({ node: _node, ...rest }) => (id === undefined ? rest : { ...rest, node: id }),
        replace: true,
      }),
    [navigate],
  );
  const toggle = useCallback((id: string, isOpen: boolean) => {
    setClosed((before) => {
      const after = new Set(before);
      if (isOpen) after.delete(id);
      else after.add(id);
      return after;
    });
  }, []);

  const list = useRef<HTMLDivElement>(null);
  const details = useRef<HTMLElement>(null);
  const isNarrow = useMedia('(width < 820px)');
  const toDetails = useRef(false);
  const shownId = found?.node.id;
  const goToDetails = useCallback(() => {
    toDetails.current = false;
    details.current?.scrollIntoView({ block: 'start' });
    details.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (details.current) details.current.scrollTop = 0;
    if (shownId !== undefined && toDetails.current) goToDetails();
  }, [shownId, goToDetails]);
  // On a narrow screen the details are below the tree.
  const open = (id: string): void => {
    toDetails.current = isNarrow;
    if (id === shownId && isNarrow) goToDetails();
    else select(id);
  };
  const close = (): void => {
    select(undefined);
    if (isNarrow) list.current?.scrollIntoView({ block: 'start' });
  };

  if (tree.length === 0)
    return (
      <EmptyState title="Nothing has happened yet">
        {following === 'ended'
          ? 'The run ended before its first block.'
          : 'Blocks appear here as soon as a worker executes them.'}
      </EmptyState>
    );
  return (
    <div className="timeline">
      <div ref={list} className="timeline-list">
        <div className="row">
          <Button small onClick={() => setClosed(new Set())}>
            Expand all
          </Button>
          <Button small onClick={() => setClosed(new Set(idsWithChildren(tree)))}>
            Collapse all
          </Button>
          <Checkbox
            label="Model calls"
            checked={shown.calls}
            onChange={({ target }) => setShown({ ...shown, calls: target.checked })}
          />
          <Checkbox
            label="Artifacts"
            checked={shown.artifacts}
            onChange={({ target }) => setShown({ ...shown, artifacts: target.checked })}
          />
        </div>
        <TimelineTree
          rows={rows}
          selected={selected}
          onSelect={select}
          onOpen={open}
          onToggle={toggle}
          follow={selected === null && !finalStatuses.has(run.status)}
        />
      </div>
      <section ref={details} className="timeline-details" aria-label="Details" tabIndex={-1}>
        {found ? (
          <NodeDetails node={found.node} hasCalls={shown.calls} onClose={close} />
        ) : (
          <p className="muted">Select a line to see what it did.</p>
        )}
      </section>
    </div>
  );
}

function idsWithChildren(nodes: readonly TimelineNode[]): readonly string[] {
  return nodes.flatMap(({ id, children }) =>
    children.length === 0 ? [] : [id, ...idsWithChildren(children)],
  );
}
