import { Link, useNavigate } from '@tanstack/react-router';
import {
  CassetteTape as Cassette,
  Check,
  Copy,
  Eye,
  ListChecks,
  MoreHorizontal,
  RotateCcw,
  Workflow,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { useResumeRun } from '../../api/run.ts';
import { finalStatuses } from '../../api/runs.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Menu } from '../../components/menu.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { CancelRunButton } from '../../features/cancel-run/cancel-run-button.tsx';
import { copyText } from '../../lib/copy-text.ts';
import { isRecorded } from './recorded-request.ts';
import { useRunView } from './run-context.ts';
import { SaveTestDialog } from './save-test-dialog.tsx';

/** What can be done with the run: cancel it, answer it, start it again. */
export function RunActions() {
  const { run, timeline } = useRunView();
  const [asked, setAsked] = useState<'approve' | 'reject' | 'record' | null>(null);
  const navigate = useNavigate();
  const isOver = finalStatuses.has(run.status);
  const waiting = [...timeline.blocks.values()].find(({ status }) => status === 'paused');
  const startAgain = () => void navigate({ to: '/runs/new', search: { from: run.run_id } });
  return (
    <>
      {run.paused && waiting ? (
        <>
          <Button tone="primary" icon={<Check size={16} aria-hidden />} onClick={() => setAsked('approve')}>
            Approve
          </Button>
          <Button icon={<X size={16} aria-hidden />} onClick={() => setAsked('reject')}>
            Reject
          </Button>
        </>
      ) : null}
      {isOver ? null : (
        <Link to="/live/run/$runId" params={{ runId: run.run_id }} className="button">
          <Eye size={16} aria-hidden />
          Watch live
        </Link>
      )}
      {isOver && isRecorded(run) ? (
        <Button icon={<Cassette size={16} aria-hidden />} onClick={() => setAsked('record')}>
          Save as a test…
        </Button>
      ) : null}
      {isOver ? (
        <Button icon={<RotateCcw size={16} aria-hidden />} onClick={startAgain}>
          Run again…
        </Button>
      ) : (
        <CancelRunButton runId={run.run_id} />
      )}
      <RunMenu isOver={isOver} onStartAgain={startAgain} onRecord={() => setAsked('record')} />
      {asked === 'record' ? <SaveTestDialog onClose={() => setAsked(null)} /> : null}
      {(asked === 'approve' || asked === 'reject') && waiting ? (
        <ResumeDialog
          decision={asked}
          blockRunId={waiting.workflow_run_block_id}
          instructions={waiting.instructions}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

function RunMenu({
  isOver,
  onStartAgain,
  onRecord,
}: {
  readonly isOver: boolean;
  readonly onStartAgain: () => void;
  readonly onRecord: () => void;
}) {
  const { run } = useRunView();
  const toasts = useToasts();
  const navigate = useNavigate();
  const workflowId = run.workflow_permanent_id;
  const copyId = () => void copyText(run.run_id).then(() => toasts.done('The id is copied.'), toasts.failed);
  return (
    <Menu
      trigger={<IconButton label="More" icon={<MoreHorizontal size={18} aria-hidden />} />}
      entries={[
        { label: 'Copy the id', icon: <Copy size={16} aria-hidden />, onSelect: copyId },
        ...(run.run_type === 'workflow_run'
          ? [
              {
                label: 'Open the workflow',
                icon: <Workflow size={16} aria-hidden />,
                onSelect: () => void navigate({ to: '/workflows/$workflowId', params: { workflowId } }),
              },
              {
                label: 'Runs of the workflow',
                icon: <ListChecks size={16} aria-hidden />,
                onSelect: () => void navigate({ to: '/runs', search: { workflow: workflowId } }),
              },
            ]
          : []),
        ...(isOver && run.run_type === 'workflow_run' && !isRecorded(run)
          ? [{ label: 'Save as a test…', icon: <Cassette size={16} aria-hidden />, onSelect: onRecord }]
          : []),
        ...(isOver
          ? []
          : [{ label: 'Run again…', icon: <RotateCcw size={16} aria-hidden />, onSelect: onStartAgain }]),
      ]}
    />
  );
}

function ResumeDialog({
  decision,
  blockRunId,
  instructions,
  onClose,
}: {
  readonly decision: 'approve' | 'reject';
  readonly blockRunId: string;
  readonly instructions: string | null;
  readonly onClose: () => void;
}) {
  const { run } = useRunView();
  const resume = useResumeRun(run.run_id);
  const toasts = useToasts();
  const [comment, setComment] = useState('');
  return (
    <Dialog
      title={decision === 'approve' ? 'Approve and go on' : 'Reject and end the block'}
      onClose={onClose}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          resume.mutate(
            { decision, comment: comment.trim() || null, blockRunId },
            { onSuccess: onClose, onError: toasts.failed },
          );
        }}
      >
        {instructions ? <p>{instructions}</p> : null}
        <Field label="Comment" hint="Kept in the output of the block.">
          {(ids) => (
            <textarea
              {...ids}
              className="input"
              rows={3}
              value={comment}
              onChange={({ target }) => setComment(target.value)}
            />
          )}
        </Field>
        <div className="actions">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" tone="primary" busy={resume.isPending}>
            {decision === 'approve' ? 'Approve' : 'Reject'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
