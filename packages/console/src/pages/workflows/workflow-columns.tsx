import type { Folder, Workflow } from '@runwright/client';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/data-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/values.tsx';
import { WorkflowMenu } from './workflow-menu.tsx';

/** Returns the columns of the list of workflows. */
export function workflowColumns(folders: readonly Folder[]): readonly Column<Workflow>[] {
  const titleOf = new Map(folders.map(({ folder_id, title }) => [folder_id, title]));
  return [
    {
      id: 'title',
      header: 'Workflow',
      className: 'main-cell',
      cell: (workflow) => (
        <div className="truncate">
          <Link
            to="/workflows/$workflowId"
            params={{ workflowId: workflow.workflow_permanent_id }}
            className="row-link"
          >
            {workflow.title || 'Untitled'}
          </Link>
        </div>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      className: 'wide-only',
      cell: ({ status, import_error: error }) => (
        <span title={error ?? undefined}>
          <StatusBadge status={status} />
        </span>
      ),
    },
    {
      id: 'folder',
      header: 'Folder',
      className: 'wide-only',
      cell: ({ folder_id: id }) => (id === null ? <span className="muted">–</span> : (titleOf.get(id) ?? id)),
    },
    {
      id: 'version',
      header: 'Version',
      className: 'number wide-only',
      cell: ({ version }) => version,
    },
    { id: 'modified', header: 'Changed', cell: ({ modified_at: at }) => <Time at={at} /> },
    {
      id: 'actions',
      header: 'Actions',
      className: 'actions-cell',
      cell: (workflow) => <WorkflowMenu workflow={workflow} folders={folders} />,
    },
  ];
}
