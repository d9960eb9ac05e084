import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useScriptPages } from '../../api/scripts.ts';
import { Button } from '../../components/button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RecordList } from '../../components/record-list.tsx';
import { EmptyState } from '../../components/states.tsx';
import { NewScript } from './new-script.tsx';
import { scriptColumns } from './script-columns.tsx';
import type { ScriptsSearch } from './scripts-search.ts';

const route = getRouteApi('/scripts');

/** Scripts: programs that replace the agent in blocks of a workflow. */
export function ScriptsPage() {
  const { workflow }: ScriptsSearch = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useState(false);
  const scripts = useScriptPages(workflow === undefined ? {} : { workflow });
  return (
    <>
      <PageHeader
        title="Scripts"
        actions={
          <Button tone="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            New script
          </Button>
        }
      >
        <p>Programs that replace the agent in blocks of a workflow.</p>
      </PageHeader>
      {workflow === undefined ? null : (
        <div className="row">
          <Button small onClick={() => void navigate({ search: {}, replace: true })}>
            Workflow {workflow}: show all
          </Button>
        </div>
      )}
      <RecordList
        label="Scripts"
        list={scripts}
        columns={scriptColumns}
        rowKey={({ script_id: id }) => id}
        linked
        empty={
          <EmptyState title={workflow === undefined ? 'No scripts yet' : 'This workflow has no script'}>
            Set <strong>Run with</strong> of a workflow to code: its next run is learned as a script. Or
            create one from your own programs.
          </EmptyState>
        }
      />
      {isCreating ? <NewScript workflow={workflow ?? ''} onClose={() => setCreating(false)} /> : null}
    </>
  );
}
