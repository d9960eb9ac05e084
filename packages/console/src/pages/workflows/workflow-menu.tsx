import type { Folder, Workflow } from '@runwright/client';
import { useNavigate } from '@tanstack/react-router';
import { Download, EllipsisVertical, FolderInput, ListChecks, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useClient } from '../../api/session.ts';
import { useWorkflowChange } from '../../api/workflow-list.ts';
import { IconButton } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Menu } from '../../components/menu.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { saveFile } from '../../lib/file-download.ts';
import { MoveDialog } from './move-dialog.tsx';

/** Menu of a workflow in the list. */
export function WorkflowMenu({
  workflow,
  folders,
}: {
  readonly workflow: Workflow;
  readonly folders: readonly Folder[];
}) {
  const { workflow_permanent_id: id, title } = workflow;
  const client = useClient();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [asked, ask] = useState<'move' | 'delete' | null>(null);
  const remove = useWorkflowChange(() => client.workflows.delete(id));
  const close = () => ask(null);
  const exportFile = async () => {
    // What writes YAML is loaded when it is needed.
    const [{ definitionText }, schema] = await Promise.all([
      import('../../features/editor/blocks/definition-text.ts'),
      client.service.workflowSchema(),
    ]);
    saveFile(
      new Blob([definitionText(workflow, schema as never)], { type: 'application/yaml' }),
      `${title.replace(/[^\p{L}\p{N}._-]+/gu, '-') || id}.yaml`,
    );
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton
            small
            label={`Actions for ${title}`}
            icon={<EllipsisVertical size={16} aria-hidden />}
          />
        }
        entries={[
          {
            label: 'Start a run',
            icon: <Play size={16} aria-hidden />,
            onSelect: () => void navigate({ to: '/runs/new', search: { workflow: id } }),
          },
          {
            label: 'Show its runs',
            icon: <ListChecks size={16} aria-hidden />,
            onSelect: () => void navigate({ to: '/runs', search: { workflow: id } }),
          },
          {
            label: 'Move to a folder',
            icon: <FolderInput size={16} aria-hidden />,
            onSelect: () => ask('move'),
          },
          {
            label: 'Save as YAML file',
            icon: <Download size={16} aria-hidden />,
            onSelect: () => void exportFile().catch(toasts.failed),
          },
          { label: 'Delete', icon: <Trash2 size={16} aria-hidden />, onSelect: () => ask('delete') },
        ]}
      />
      {asked === 'move' ? <MoveDialog workflow={workflow} folders={folders} onClose={close} /> : null}
      {asked === 'delete' ? (
        <ConfirmDialog
          title={`Delete ${title}?`}
          confirm="Delete"
          busy={remove.isPending}
          onClose={close}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                close();
                toasts.done(`${title} is deleted.`);
              },
              onError: toasts.failed,
            })
          }
        >
          All its versions and schedules go. Runs that have begun go on, and stay in the list of runs.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
