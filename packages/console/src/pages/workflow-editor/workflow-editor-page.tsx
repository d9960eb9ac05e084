import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useBlockTypes, useEditedWorkflow, useWorkflowSchema } from '../../api/editor-data.ts';
import { ErrorState, Loading } from '../../components/states.tsx';
import type { BlockTypeInfo } from '../../features/editor/blocks/new-block.ts';
import { WorkflowEditor } from '../../features/editor/workflow-editor.tsx';
import type { JsonObject } from '../../features/editor/yaml/json.ts';

const existing = getRouteApi('/workflows/$workflowId');
const fresh = getRouteApi('/workflows/new');

/** Text that a new workflow begins with. */
const template = `title: New workflow
workflow_definition:
  parameters: []
  blocks: []
`;

/** Editor of a workflow. */
export function WorkflowEditorPage() {
  const { workflowId } = existing.useParams();
  const { block } = existing.useSearch();
  return <Loaded key={workflowId} workflowId={workflowId} {...(block === undefined ? {} : { block })} />;
}

/** Editor of a workflow that does not exist yet. */
export function NewWorkflowPage() {
  const { folder } = fresh.useSearch();
  return <Loaded workflowId={null} {...(folder === undefined ? {} : { folderId: folder })} />;
}

function Loaded({
  workflowId,
  folderId,
  block,
}: {
  readonly workflowId: string | null;
  readonly folderId?: string;
  readonly block?: string;
}) {
  const navigate = useNavigate();
  const workflow = useEditedWorkflow(workflowId);
  const types = useBlockTypes();
  const schema = useWorkflowSchema();
  const infos = useMemo(
    () =>
      (types.data ?? []).map(
        ({ block_type: type, schema: own }): BlockTypeInfo => ({
          type,
          schema: own as JsonObject,
          description: typeof own.description === 'string' ? own.description : '',
        }),
      ),
    [types.data],
  );
  const failed = [workflow, types, schema].find(({ error }) => error !== null);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!types.data || !schema.data || (workflowId !== null && !workflow.data))
    return <Loading label="Loading the editor…" />;
  return (
    <WorkflowEditor
      workflow={workflow.data ?? null}
      template={template}
      {...(folderId === undefined ? {} : { folderId })}
      {...(block === undefined ? {} : { firstBlock: block })}
      types={infos}
      schema={schema.data as JsonObject}
      onCreated={(created) =>
        void navigate({
          to: '/workflows/$workflowId',
          params: { workflowId: created.workflow_permanent_id },
          replace: true,
          ignoreBlocker: true,
        })
      }
    />
  );
}
