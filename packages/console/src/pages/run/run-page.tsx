import { getRouteApi } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { useRunArtifacts } from '../../api/artifacts.ts';
import { useRun } from '../../api/run.ts';
import { JsonBlock } from '../../components/code-block.tsx';
import { ErrorState, Loading } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { BrowserTab } from './browser/browser-tab.tsx';
import { RecordingTab } from './browser/recording-tab.tsx';
import { FilesTab } from './files/files-tab.tsx';
import { ModelsTab } from './models/models-tab.tsx';
import { OutputTab } from './output/output-tab.tsx';
import './run.css';
import { RunContext, useRunView } from './run-context.ts';
import { RunHeader } from './run-header.tsx';
import { type RunTab, runTabs } from './run-search.ts';
import { FilmstripTab } from './screenshots/filmstrip-tab.tsx';
import { emptyTimeline } from './timeline/timeline-data.ts';
import { TimelineTab } from './timeline/timeline-tab.tsx';
import { useRunTimeline } from './timeline/use-run-timeline.ts';
import { WebhooksTab } from './webhooks/webhooks-tab.tsx';

const route = getRouteApi('/runs/$runId');
const noArtifacts: readonly never[] = [];
// The layout of graphs is large: it is loaded when the tab is opened.
const GraphTab = lazy(() => import('./graph/graph-tab.tsx').then((module) => ({ default: module.GraphTab })));

const tabs: Readonly<Record<RunTab, readonly [label: string, content: () => ReactNode]>> = {
  timeline: ['Timeline', () => <TimelineTab />],
  graph: ['Graph', () => <GraphTab />],
  screenshots: ['Screenshots', () => <FilmstripTab />],
  models: ['Model calls', () => <ModelsTab />],
  browser: ['Network and console', () => <BrowserTab />],
  recording: ['Recording', () => <RecordingTab />],
  files: ['Files', () => <FilesTab />],
  webhooks: ['Webhooks', () => <WebhooksTab />],
  output: ['Output', () => <OutputTab />],
  request: ['Request', () => <RequestTab />],
};

/** A run: how it is now, what it did, and everything that it left. */
export function RunPage() {
  const { runId } = route.useParams();
  // Another run starts with nothing of this one.
  return <Run key={runId} runId={runId} />;
}

function Run({ runId }: { readonly runId: string }) {
  const { tab = 'timeline' } = route.useSearch();
  const navigate = route.useNavigate();
  const run = useRun(runId);
  const artifacts = useRunArtifacts(runId, run.data?.finished_at ?? null);
  const { timeline, following } = useRunTimeline(runId);
  const showNode = useCallback(
    (node: string) => void navigate({ search: { tab: 'timeline', node } }),
    [navigate],
  );
  const view = useMemo(
    () =>
      run.data && {
        run: run.data,
        timeline: timeline.data?.data ?? emptyTimeline,
        artifacts: artifacts.data ?? noArtifacts,
        following,
        showNode,
      },
    [run.data, timeline.data, artifacts.data, following, showNode],
  );
  // A lost connection keeps what was read.
  if (!view)
    return run.error ? (
      <ErrorState error={run.error} onRetry={() => void run.refetch()} />
    ) : (
      <Loading label="Loading the run…" />
    );
  return (
    <RunContext value={view}>
      <div className="run-page">
        <RunHeader />
        {following === 'reconnecting' ? (
          <p className="notice" data-tone="warn" role="status">
            Reconnecting: the service does not answer. The page goes on by itself when it does.
          </p>
        ) : null}
        <Tabs
          label="Parts of the run"
          selected={tab}
          onSelect={(id) => void navigate({ search: { tab: id as RunTab }, replace: true })}
          tabs={runTabs.map((id) => ({
            id,
            label: tabs[id][0],
            content: () => (
              <Suspense fallback={<Loading />}>{timeline.isPending ? <Loading /> : tabs[id][1]()}</Suspense>
            ),
          }))}
        />
      </div>
    </RunContext>
  );
}

function RequestTab() {
  const { run } = useRunView();
  return <JsonBlock label="Request" value={run.run_request} />;
}
