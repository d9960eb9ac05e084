import type { Folder } from '@runwright/client';
import { FolderPlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useClient } from '../../api/session.ts';
import { useWorkflowChange } from '../../api/workflow-list.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { useToasts } from '../../components/toasts.tsx';

/** Folders, of which one can be chosen, created, renamed and deleted. */
export function FolderBar({
  folders,
  selected,
  onSelect,
}: {
  readonly folders: readonly Folder[];
  readonly selected: string | undefined;
  readonly onSelect: (folderId: string) => void;
}) {
  const client = useClient();
  const toasts = useToasts();
  const [asked, ask] = useState<'create' | 'rename' | 'delete' | null>(null);
  const folder = folders.find(({ folder_id: id }) => id === selected);
  const close = () => ask(null);
  const create = useWorkflowChange((title: string) => client.folders.create({ title }));
  const rename = useWorkflowChange((title: string) => client.folders.update(selected ?? '', { title }));
  const remove = useWorkflowChange(() => client.folders.delete(selected ?? ''));
  return (
    <div className="row">
      <select
        className="input filter"
        aria-label="Folder"
        value={selected ?? ''}
        onChange={({ target }) => onSelect(target.value)}
      >
        <option value="">All folders</option>
        {folders.map(({ folder_id: id, title, workflow_count: count }) => (
          <option key={id} value={id}>
            {title} ({count})
          </option>
        ))}
      </select>
      <IconButton
        label="Create a folder"
        icon={<FolderPlus size={18} aria-hidden />}
        onClick={() => ask('create')}
      />
      {folder ? (
        <>
          <IconButton
            label={`Rename ${folder.title}`}
            icon={<Pencil size={16} aria-hidden />}
            onClick={() => ask('rename')}
          />
          <IconButton
            label={`Delete ${folder.title}`}
            icon={<Trash2 size={16} aria-hidden />}
            onClick={() => ask('delete')}
          />
        </>
      ) : null}
      {asked === 'create' ? (
        <TitleDialog
          title="Create a folder"
          confirm="Create"
          busy={create.isPending}
          onClose={close}
          onSave={(title) =>
            create.mutate(title, {
              onSuccess: ({ folder_id: id }) => {
                close();
                onSelect(id);
              },
              onError: toasts.failed,
            })
          }
        />
      ) : null}
      {asked === 'rename' && folder ? (
        <TitleDialog
          title={`Rename ${folder.title}`}
          confirm="Rename"
          initial={folder.title}
          busy={rename.isPending}
          onClose={close}
          onSave={(title) => rename.mutate(title, { onSuccess: close, onError: toasts.failed })}
        />
      ) : null}
      {asked === 'delete' && folder ? (
        <ConfirmDialog
          title={`Delete the folder ${folder.title}?`}
          confirm="Delete"
          busy={remove.isPending}
          onClose={close}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                close();
                onSelect('');
              },
              onError: toasts.failed,
            })
          }
        >
          Its workflows stay, without a folder.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function TitleDialog(props: {
  readonly title: string;
  readonly confirm: string;
  readonly initial?: string;
  readonly busy: boolean;
  readonly onSave: (title: string) => void;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState(props.initial ?? '');
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          props.onSave(text.trim());
        }}
      >
        <TextField
          label="Title"
          value={text}
          required
          maxLength={255}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="actions">
          <Button onClick={props.onClose}>Go back</Button>
          <Button type="submit" tone="primary" disabled={text.trim() === ''} busy={props.busy}>
            {props.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
