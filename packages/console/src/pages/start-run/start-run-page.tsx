import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRun } from '../../api/run.ts';
import { useWorkflow, useWorkflows } from '../../api/workflows.ts';
import { SelectField } from '../../components/field.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx';
import { withoutHiddenHeaders } from '../../lib/hidden-headers.ts';
import './start-run.css';
import { TaskForm } from './task-form.tsx';
import { WorkflowForm } from './workflow-form.tsx';

const route = getRouteApi('/runs/new');

/** Starts a run: of a workflow with values for its parameters, or with the changed request of another run. */
export function StartRunPage() {
  const { workflow, from, task } = route.useSearch();
  return (
    <>
      <PageHeader title={from ? 'Run again' : 'Start a run'}>
        {from ? <p>With the request of {from}; change what you like.</p> : null}
        {(workflow || task) && !from ? (
          <p>
            <Link to="/runs/new" search={{}}>
              {task ? 'Choose a workflow' : 'Choose another workflow'}
            </Link>
          </p>
        ) : null}
      </PageHeader>
      <div className="card start-run">
        {from ? (
          <FromRun runId={from} />
        ) : workflow ? (
          <OfWorkflow workflowId={workflow} />
        ) : task ? (
          <TaskForm request={{}} />
        ) : (
          <ChooseWorkflow />
        )}
      </div>
    </>
  );
}

function FromRun({ runId }: { readonly runId: string }) {
  const run = useRun(runId);
  if (run.error) return <ErrorState error={run.error} onRetry={() => void run.refetch()} />;
  if (!run.data) return <Loading label="Loading the run…" />;
  const { run_type: type, run_request: given } = run.data;
  const { request, hiddenHeaders } = withoutHiddenHeaders(given);
  return (
    <>
      {hiddenHeaders.length === 0 ? null : (
        <p className="notice">
          Not repeated, because their values are hidden: the headers {hiddenHeaders.join(', ')}. A run that
          needs them has to be started by the API.
        </p>
      )}
      {type === 'workflow_run' ? (
        <OfWorkflow workflowId={String(request.workflow_id)} request={request} />
      ) : (
        <TaskForm request={request} />
      )}
    </>
  );
}

function OfWorkflow({
  workflowId,
  request = {},
}: {
  readonly workflowId: string;
  readonly request?: Readonly<Record<string, unknown>>;
}) {
  const workflow = useWorkflow(workflowId);
  if (workflow.error) return <ErrorState error={workflow.error} onRetry={() => void workflow.refetch()} />;
  if (!workflow.data) return <Loading label="Loading the workflow…" />;
  return <WorkflowForm key={workflowId} workflow={workflow.data} request={request} />;
}

function ChooseWorkflow() {
  const workflows = useWorkflows();
  const navigate = useNavigate();
  if (workflows.error) return <ErrorState error={workflows.error} onRetry={() => void workflows.refetch()} />;
  if (!workflows.data) return <Loading label="Loading workflows…" />;
  if (workflows.data.length === 0)
    return (
      <EmptyState title="No workflow yet">
        <Link to="/workflows/new">Create a workflow</Link>, or <SingleTask />.
      </EmptyState>
    );
  return (
    <div className="stack">
      <SelectField
        label="Workflow"
        value=""
        onChange={({ target }) => void navigate({ to: '/runs/new', search: { workflow: target.value } })}
        options={[
          { value: '', label: 'Select a workflow…' },
          ...workflows.data.map(({ workflow_permanent_id: value, title }) => ({ value, label: title })),
        ]}
      />
      <p className="muted">
        Without a workflow: <SingleTask />.
      </p>
    </div>
  );
}

/** Leads to the form of a task. */
function SingleTask() {
  return (
    <Link to="/runs/new" search={{ task: true }}>
      start a single task
    </Link>
  );
}
