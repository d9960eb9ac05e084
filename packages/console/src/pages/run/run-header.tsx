import type { RunRecord } from '@runwright/client';
import { Link } from '@tanstack/react-router';
import { durationOf, finalStatuses } from '../../api/runs.ts';
import { Button } from '../../components/button.tsx';
import { CodeText } from '../../components/code-text.tsx';
import { Facts } from '../../components/facts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Duration, Money, Time, useNow } from '../../components/values.tsx';
import { formatNumber } from '../../lib/format.ts';
import { pageErrorsOf, pageErrorsText } from '../../lib/page-errors.ts';
import { unknownCost } from '../runs/run-cost.ts';
import { runTitle } from '../runs/run-title.ts';
import { runTypes } from '../runs/runs-search.ts';
import { failureRemedy } from './failure-remedy.ts';
import { isRecorded } from './recorded-request.ts';
import { RunActions } from './run-actions.tsx';
import { useRunView } from './run-context.ts';

/** What started a run. Requests of this page are requests of the API. */
const startedBy: Readonly<Record<RunRecord['trigger_type'], string>> = {
  api: 'API or console',
  manual: 'Host of the service',
  mcp: 'MCP client',
  scheduled: 'Schedule',
  webhook: 'Webhook',
};

/** Status, time and cost of the run, why it failed and what to do, and what can be done with it. */
export function RunHeader() {
  const { run } = useRunView();
  const now = useNow(1000, !finalStatuses.has(run.status));
  const title = runTitle(run);
  return (
    <>
      <PageHeader title={title} actions={<RunActions />}>
        <p className="row">
          <StatusBadge status={run.paused ? 'paused' : run.status} />
          <span className="mono">{run.run_id}</span>
        </p>
      </PageHeader>
      <Failure />
      <PageErrors />
      <div className="card">
        <Facts
          facts={{
            Type: runTypes[run.run_type],
            Workflow: run.workflow_title ? <WorkflowOfRun /> : null,
            Started: run.started_at ? <Time at={run.started_at} /> : null,
            Duration: <Duration ms={durationOf(run, now)} />,
            Steps: formatNumber(run.step_count),
            Tokens: run.model_use ? formatNumber(run.model_use.tokens) : null,
            Cost: run.model_use ? <Money dollars={run.model_use.cost} unknown={unknownCost} /> : null,
            'Started by': <StartedBy />,
            Recorded: isRecorded(run) ? 'For a test' : null,
          }}
        />
      </div>
    </>
  );
}

function WorkflowOfRun() {
  const { run } = useRunView();
  return (
    <>
      <Link to="/workflows/$workflowId" params={{ workflowId: run.workflow_permanent_id }}>
        {run.workflow_title}
      </Link>
      {run.workflow_version ? <span className="muted"> version {run.workflow_version}</span> : null}
    </>
  );
}

function StartedBy() {
  const { run } = useRunView();
  const text = startedBy[run.trigger_type];
  if (run.trigger_type !== 'scheduled') return text;
  return (
    <Link to="/schedules" search={{ workflow: run.workflow_permanent_id }}>
      {text}
    </Link>
  );
}

const failedStatuses: ReadonlySet<string | null> = new Set(['failed', 'terminated', 'timed_out']);

function Failure() {
  const { run, timeline, showNode } = useRunView();
  if (run.failure_reason === null && run.errors.length === 0) return null;
  // The block inside is nearer to the cause than the ones around it.
  const failed = [...timeline.blocks.values()].findLast(({ status }) => failedStatuses.has(status));
  const remedy = failureRemedy(run.failure_category);
  return (
    <section className="notice" data-tone="bad" aria-label="Why the run failed">
      <strong>
        <CodeText text={run.failure_reason ?? 'The run ended with errors.'} />
      </strong>
      {run.errors.map(({ error_code: code, reasoning, block_label: label }) => (
        <span key={`${code} ${reasoning}`}>
          Error <code>{code}</code>
          {label ? ` in block ${label}` : ''}
          {run.failure_reason?.includes(reasoning) ? (
            '.'
          ) : (
            <>
              : <CodeText text={reasoning} />
            </>
          )}
        </span>
      ))}
      {remedy ? (
        <span className="muted" title={`Failure category: ${run.failure_category}`}>
          <CodeText text={remedy} />
        </span>
      ) : null}
      {failed ? (
        <div className="row">
          <Button small onClick={() => showNode(failed.workflow_run_block_id)}>
            Show the failed block
          </Button>
          {run.run_type === 'workflow_run' && failed.label ? (
            <Link
              to="/workflows/$workflowId"
              params={{ workflowId: run.workflow_permanent_id }}
              search={{ block: failed.label }}
              className="button small"
            >
              Edit the block
            </Link>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

function PageErrors() {
  const { timeline, showNode } = useRunView();
  const found = pageErrorsOf(timeline.actions.values());
  const [first] = found;
  if (!first) return null;
  return (
    <section className="notice" data-tone="warn" aria-label="Pages with errors">
      <span>{pageErrorsText(found)}</span>
      <div>
        <Button small onClick={() => showNode(first.actionId)}>
          Show the action
        </Button>
      </div>
    </section>
  );
}
