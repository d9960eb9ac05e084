import { History, Play, Redo2, Save, Undo2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import type { TextStore } from './text/text-store.ts';

/** Buttons of the editor. */
export function EditorActions({
  store,
  version,
  isDirty,
  busy,
  onSave,
  onVersions,
  onRun,
}: {
  readonly store: TextStore;
  /** Version that was saved last; null for a new workflow. */
  readonly version: number | null;
  readonly isDirty: boolean;
  readonly busy: boolean;
  readonly onSave: () => void;
  readonly onVersions: () => void;
  readonly onRun: () => void;
}) {
  useSyncExternalStore(store.subscribe, store.revision);
  return (
    <>
      <IconButton
        label="Undo"
        icon={<Undo2 size={18} aria-hidden />}
        disabled={!store.canUndo()}
        onClick={store.undo}
      />
      <IconButton
        label="Redo"
        icon={<Redo2 size={18} aria-hidden />}
        disabled={!store.canRedo()}
        onClick={store.redo}
      />
      <Button icon={<History size={16} aria-hidden />} disabled={version === null} onClick={onVersions}>
        Versions
      </Button>
      <Button icon={<Play size={16} aria-hidden />} onClick={onRun}>
        Run
      </Button>
      <Button
        tone="primary"
        icon={<Save size={16} aria-hidden />}
        disabled={!isDirty}
        busy={busy}
        aria-keyshortcuts="Control+S"
        onClick={onSave}
      >
        Save
      </Button>
    </>
  );
}
