import { useNavigate } from '@tanstack/react-router';
import { Circle, Download } from 'lucide-react';
import { useState } from 'react';
import { useRunCassette, useStartRun } from '../../api/run.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/states.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { saveFile } from '../../lib/file-download.ts';
import { randomId } from '../../lib/random-id.ts';
import { isRecorded, recordedRequest } from './recorded-request.ts';
import { useRunView } from './run-context.ts';

/** Saves the recording of this run as a regression test, or does the run once more with a recording. */
export function SaveTestDialog({ onClose }: { readonly onClose: () => void }) {
  const { run } = useRunView();
  return (
    <Dialog title="Save as a test" wide onClose={onClose}>
      {isRecorded(run) ? <SaveRecording onClose={onClose} /> : <RecordAgain onClose={onClose} />}
    </Dialog>
  );
}

function SaveRecording({ onClose }: { readonly onClose: () => void }) {
  const { run } = useRunView();
  const cassette = useRunCassette(run.run_id);
  const name = `${run.run_id}.zip`;
  return (
    <>
      <p>
        The model calls of this run and what the web sites answered are recorded. A replay executes the
        workflow again with these answers, without a model and a network, and ends with an error when another
        call is made or the result differs.
      </p>
      <ol className="stack numbered">
        <li>
          Save the recording:{' '}
          <Button
            small
            icon={<Download size={14} aria-hidden />}
            busy={cassette.isPending}
            onClick={() => cassette.mutate(undefined, { onSuccess: (content) => saveFile(content, name) })}
          >
            {name}
          </Button>
          {cassette.error ? <ErrorState error={cassette.error} /> : null}
        </li>
        <li>
          Replay it, by hand or in your tests:
          <CodeBlock label="Command" text={`runwright replay ${name}`} />
        </li>
      </ol>
      <p className="muted">
        Secrets of credentials and secret sources are not in it. What else the pages showed and the workflow
        says is, so look at it before you share it. Requests that blocks send themselves, such as mail or{' '}
        <code>http_request</code>, are not recorded: a replay cannot execute these blocks.
      </p>
      <div className="actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}

function RecordAgain({ onClose }: { readonly onClose: () => void }) {
  const { run } = useRunView();
  const start = useStartRun();
  const navigate = useNavigate();
  const toasts = useToasts();
  // One id for all presses: the same run is not started twice.
  const [idempotencyKey] = useState(randomId);
  const { request, leftOut } = recordedRequest(run);
  const record = () =>
    start.mutate(
      { request, idempotencyKey },
      {
        onSuccess: ({ runId }) => {
          onClose();
          toasts.done('This run is recorded. When it has ended, Save as a test is above.');
          void navigate({ to: '/runs/$runId', params: { runId } });
        },
      },
    );
  return (
    <>
      <p>
        What web sites answer is recorded only when that is asked for at the start, and this run was started
        without it. Run the workflow once more with the same parameters, and save that run as a test.
      </p>
      {leftOut.length > 0 ? (
        <p className="muted">
          Not repeated, because a recording cannot have it or its values are hidden: {leftOut.join(', ')}.
        </p>
      ) : null}
      {start.error ? <ErrorState error={start.error} /> : null}
      <div className="actions">
        <Button onClick={onClose}>Go back</Button>
        <Button
          tone="primary"
          icon={<Circle size={14} aria-hidden />}
          busy={start.isPending}
          onClick={record}
        >
          Run again and record
        </Button>
      </div>
    </>
  );
}
