import type { ScriptRevision, ScriptVersion } from '@runwright/client';
import { Link } from '@tanstack/react-router';
import { countOrigin, useScriptVersions } from '../../api/scripts.ts';
import { useWorkflow } from '../../api/workflows.ts';
import type { Column } from '../../components/data-table.tsx';
import { Time } from '../../components/values.tsx';

/** Columns of the list of scripts. */
export const scriptColumns: readonly Column<ScriptRevision>[] = [
  {
    id: 'script',
    header: 'Script',
    className: 'main-cell',
    cell: ({ script_id: id }) => (
      <div className="truncate">
        <Link to="/scripts/$scriptId" params={{ scriptId: id }} className="row-link">
          <WorkflowOf scriptId={id} />
        </Link>{' '}
        <span className="muted mono">{id}</span>
      </div>
    ),
  },
  { id: 'version', header: 'Version', className: 'number', cell: ({ version }) => version },
  {
    id: 'learned',
    header: 'Learned',
    className: 'number wide-only',
    cell: ({ script_id: id }) => <Count scriptId={id} origin="learned" />,
  },
  {
    id: 'healed',
    header: 'Healed',
    className: 'number',
    cell: ({ script_id: id }) => <Count scriptId={id} origin="healed" />,
  },
  {
    id: 'changed',
    header: 'Latest version',
    className: 'wide-only',
    cell: ({ created_at: at }) => <Time at={at} />,
  },
];

function WorkflowOf({ scriptId }: { readonly scriptId: string }) {
  const versions = useScriptVersions(scriptId);
  const workflowId = versions.data?.[0]?.workflow_permanent_id ?? '';
  const workflow = useWorkflow(workflowId);
  if (versions.isPending) return 'Script';
  return workflow.data?.title ?? (workflowId === '' ? 'Script without a workflow' : workflowId);
}

function Count({
  scriptId,
  origin,
}: {
  readonly scriptId: string;
  readonly origin: ScriptVersion['origin'];
}) {
  return countOrigin(useScriptVersions(scriptId), origin);
}
