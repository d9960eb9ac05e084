import type { Workflow } from '@runwright/client';
import { useState } from 'react';
import { mostVersions, useVersions } from '../../../api/workflow-list.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog, Dialog } from '../../../components/dialog.tsx';
import { SelectField } from '../../../components/field.tsx';
import { ErrorState, Loading } from '../../../components/states.tsx';
import { Time } from '../../../components/values.tsx';
import { DiffView } from '../text/diff-view.tsx';
import './dialogs.css';

/** Dialog with the versions of a workflow: what differs between two, and a button that makes an old one the newest. */
export function VersionsDialog({
  workflowId,
  text,
  textOf,
  isDirty,
  busy,
  onRestore,
  onClose,
}: {
  readonly workflowId: string;
  /** What is in the editor. */
  readonly text: string;
  /** Returns the text of a version. */
  readonly textOf: (version: Workflow) => string;
  readonly isDirty: boolean;
  readonly busy: boolean;
  readonly onRestore: (version: Workflow) => void;
  readonly onClose: () => void;
}) {
  const versions = useVersions(workflowId);
  const all = versions.data ?? [];
  const newest = all[0]?.version ?? 0;
  const [before, setBefore] = useState<number | null>(null);
  const [after, setAfter] = useState<number | null>(null);
  const [asks, setAsks] = useState(false);
  // The changes of the newest version come first; 0 is what is in the editor.
  const from = before ?? (isDirty ? newest : Math.max(1, newest - 1));
  const to = after ?? (isDirty ? 0 : newest);
  const textOfVersion = (number: number): string => {
    const found = all.find(({ version }) => version === number);
    return number === 0 ? text : found ? textOf(found) : '';
  };
  const old = all.find(({ version }) => version === from);
  const options = [
    { value: '0', label: isDirty ? 'In the editor, not saved' : 'In the editor' },
    ...all.map(({ version }) => ({
      value: String(version),
      label: `Version ${version}${version === newest ? ' (newest)' : ''}`,
    })),
  ];
  const [left, right] = [textOfVersion(from), textOfVersion(to)];
  return (
    <Dialog title="Versions" onClose={onClose} wide>
      {versions.error ? <ErrorState error={versions.error} onRetry={() => void versions.refetch()} /> : null}
      {versions.isPending ? <Loading label="Loading versions…" /> : null}
      {all.length > 0 ? (
        <>
          {all.length >= mostVersions ? (
            <p className="muted">Only the newest {mostVersions} versions are listed.</p>
          ) : null}
          <div className="version-choice">
            <SelectField
              label="From"
              value={String(from)}
              options={options.slice(1)}
              onChange={({ target }) => setBefore(Number(target.value))}
            />
            <SelectField
              label="To"
              value={String(to)}
              options={options}
              onChange={({ target }) => setAfter(Number(target.value))}
            />
          </div>
          {old ? (
            <p className="muted">
              Version {old.version} was saved <Time at={old.created_at} />.
            </p>
          ) : null}
          {left === right ? (
            <p className="notice">They are equal.</p>
          ) : (
            <DiffView
              label={`Changes from ${from} to ${to === 0 ? 'the editor' : to}`}
              before={left}
              after={right}
            />
          )}
        </>
      ) : null}
      <div className="actions">
        {old && from !== newest ? (
          <Button busy={busy} onClick={() => (isDirty ? setAsks(true) : onRestore(old))}>
            Restore version {from} as a new version
          </Button>
        ) : null}
        <Button tone="primary" onClick={onClose}>
          Close
        </Button>
      </div>
      {asks && old ? (
        <ConfirmDialog
          title="Drop your changes?"
          confirm={`Drop them and restore version ${from}`}
          onClose={() => setAsks(false)}
          onConfirm={() => onRestore(old)}
        >
          What you changed in the editor is not saved. It is lost when version {from} is restored.
        </ConfirmDialog>
      ) : null}
    </Dialog>
  );
}
