import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { FilePlus2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useScriptChanges } from '../../api/scripts.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/states.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { type EditedFile, writeFiles } from '../../lib/script-files.ts';
import { AddFile } from './add-file.tsx';
import { FileTabs } from './file-tabs.tsx';

/** Edits the files of a version, and deploys them as the next one. */
export function ScriptEditor({
  scriptId,
  files,
  onDeployed,
  onDiscard,
}: {
  readonly scriptId: string;
  /** Files that the new version begins with. */
  readonly files: readonly EditedFile[];
  readonly onDeployed: () => void;
  readonly onDiscard: () => void;
}) {
  const [draft, setDraft] = useState(files);
  const [selected, setSelected] = useState(files[0]?.path ?? '');
  const [isAdding, setAdding] = useState(false);
  const { deploy } = useScriptChanges();
  const toasts = useToasts();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => deploy(scriptId, { files: writeFiles(draft) }),
    onSuccess: ({ version }) => {
      toasts.done(`Version ${version} was deployed.`);
      onDeployed();
    },
  });
  // The files of the version stay the same objects until one is changed.
  const isChanged = draft.length !== files.length || draft.some((file, index) => file !== files[index]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  const remove = (): void => {
    const left = draft.filter(({ path }) => path !== selected);
    setDraft(left);
    setSelected(left[0]?.path ?? '');
  };
  return (
    <>
      <div className="row">
        <Button tone="primary" busy={isPending} disabled={draft.length === 0} onClick={() => mutate()}>
          Deploy as a new version
        </Button>
        <Button onClick={onDiscard}>Discard</Button>
        <Button icon={<FilePlus2 size={16} aria-hidden />} onClick={() => setAdding(true)}>
          Add a file
        </Button>
        <Button icon={<Trash2 size={16} aria-hidden />} disabled={draft.length === 0} onClick={remove}>
          Remove {selected}
        </Button>
      </div>
      {error ? <ErrorState error={error} /> : null}
      <FileTabs
        files={draft}
        selected={selected}
        onSelect={setSelected}
        onEdit={(path, text) =>
          setDraft((all) => all.map((file) => (file.path === path ? { ...file, text } : file)))
        }
      />
      {blocker.status === 'blocked' ? (
        <ConfirmDialog
          title="Discard the changes?"
          confirm="Discard"
          onConfirm={blocker.proceed}
          onClose={blocker.reset}
        >
          The changes were not deployed.
        </ConfirmDialog>
      ) : null}
      {isAdding ? (
        <AddFile
          taken={draft.map(({ path }) => path)}
          onAdd={(path) => {
            setDraft((all) => [...all, { path, mimeType: null, text: '', base64: '' }]);
            setSelected(path);
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </>
  );
}
