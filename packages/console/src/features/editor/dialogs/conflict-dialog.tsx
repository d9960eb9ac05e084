import type { Workflow } from '@runwright/client';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Time } from '../../../components/values.tsx';
import { DiffView } from '../text/diff-view.tsx';

/** Dialog for a save while somebody else has saved: what differs, and whose version goes on. */
export function ConflictDialog({
  base,
  theirs,
  text,
  textOf,
  busy,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: {
  /** Version that the editor began with. */
  readonly base: number;
  readonly theirs: Workflow;
  readonly text: string;
  /** Returns the text of a version. */
  readonly textOf: (version: Workflow) => string;
  readonly busy: boolean;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Somebody else has saved this workflow" onClose={onClose} wide>
      <p>
        You began with version {base}. Version {theirs.version} was saved <Time at={theirs.created_at} />.
        Below is what your text changes in it: lines that only they have are marked as removed.
      </p>
      <DiffView
        label={`Your text compared with version ${theirs.version}`}
        before={textOf(theirs)}
        after={text}
      />
      <div className="actions">
        <Button onClick={onClose}>Go on editing</Button>
        <Button tone="danger" onClick={onTakeTheirs}>
          Drop mine and load version {theirs.version}
        </Button>
        <Button tone="primary" busy={busy} onClick={onKeepMine}>
          Save mine as version {theirs.version + 1}
        </Button>
      </div>
    </Dialog>
  );
}
