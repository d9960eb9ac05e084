import type { Folder, Workflow } from '@runwright/client';
import { useState } from 'react';
import { useClient } from '../../api/session.ts';
import { useWorkflowChange } from '../../api/workflow-list.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { useToasts } from '../../components/toasts.tsx';

/** Dialog that puts a workflow into a folder, or into none. */
export function MoveDialog({
  workflow,
  folders,
  onClose,
}: {
  readonly workflow: Workflow;
  readonly folders: readonly Folder[];
  readonly onClose: () => void;
}) {
  const client = useClient();
  const toasts = useToasts();
  const [folder, setFolder] = useState(workflow.folder_id ?? '');
  const move = useWorkflowChange(() =>
    client.workflows.move(workflow.workflow_permanent_id, folder === '' ? null : folder),
  );
  return (
    <Dialog title={`Move ${workflow.title}`} onClose={onClose}>
      <SelectField
        label="Folder"
        value={folder}
        options={[
          { value: '', label: 'No folder' },
          ...folders.map(({ folder_id: value, title: label }) => ({ value, label })),
        ]}
        hint={folders.length === 0 ? 'There is no folder yet. Create one above the list.' : undefined}
        onChange={({ target }) => setFolder(target.value)}
      />
      <div className="actions">
        <Button onClick={onClose}>Go back</Button>
        <Button
          tone="primary"
          busy={move.isPending}
          onClick={() => move.mutate(undefined, { onSuccess: onClose, onError: toasts.failed })}
        >
          Move
        </Button>
      </div>
    </Dialog>
  );
}
