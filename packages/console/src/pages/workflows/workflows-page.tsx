import { getRouteApi, Link } from '@tanstack/react-router';
import { FileUp, Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useFolders, useWorkflowList } from '../../api/workflow-list.ts';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx';
import { FolderBar } from './folder-bar.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { workflowColumns } from './workflow-columns.tsx';
import { type WorkflowsSearch, workflowsSearch } from './workflows-search.ts';
import './workflows.css';

const route = getRouteApi('/workflows');

/** Workflows of the organization, with their folders. */
export function WorkflowsPage() {
  const search: WorkflowsSearch = route.useSearch();
  const navigate = route.useNavigate();
  const { q, folder } = search;
  const workflows = useWorkflowList({
    ...(q === undefined ? {} : { search_key: q }),
    ...(folder === undefined ? {} : { folder_id: folder }),
  });
  const { data: folders = [] } = useFolders();
  const columns = useMemo(() => workflowColumns(folders), [folders]);
  const [isImporting, setImporting] = useState(false);
  const change = (changed: Readonly<Record<string, string>>) =>
    void navigate({ search: workflowsSearch({ ...search, ...changed }), replace: true });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = workflows;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  return (
    <>
      <PageHeader
        title="Workflows"
        actions={
          <>
            <Button icon={<FileUp size={16} aria-hidden />} onClick={() => setImporting(true)}>
              Import
            </Button>
            <Link
              to="/workflows/new"
              search={folder === undefined ? {} : { folder }}
              className="button primary"
            >
              <Plus size={16} aria-hidden />
              New workflow
            </Link>
          </>
        }
      />
      <div className="row">
        <SearchField label="Search workflows" value={q ?? ''} onSearch={(text) => change({ q: text })} />
        <FolderBar folders={folders} selected={folder} onSelect={(id) => change({ folder: id })} />
      </div>
      {workflows.error ? (
        <ErrorState error={workflows.error} onRetry={() => void workflows.refetch()} />
      ) : null}
      {workflows.isPending ? <Loading label="Loading workflows…" /> : null}
      {workflows.data?.length === 0 ? (
        <NoWorkflows
          isFiltered={Object.keys(search).length > 0}
          onClear={() => change({ q: '', folder: '' })}
        />
      ) : null}
      {workflows.data?.length ? (
        <DataTable
          label="Workflows"
          rows={workflows.data}
          columns={columns}
          rowKey={(workflow) => workflow.workflow_permanent_id}
          linked
          fill
          onEndReached={more}
        />
      ) : null}
      {isImporting ? <ImportDialog folderId={folder} onClose={() => setImporting(false)} /> : null}
    </>
  );
}

function NoWorkflows({
  isFiltered,
  onClear,
}: {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}) {
  if (isFiltered)
    return (
      <EmptyState title="No workflow matches" action={<Button onClick={onClear}>Clear the filters</Button>}>
        Change the search, or choose another folder.
      </EmptyState>
    );
  return (
    <EmptyState title="No workflows yet">
      Make one with <strong>New workflow</strong>, or import a YAML file.
    </EmptyState>
  );
}
