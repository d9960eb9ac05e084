import { Download } from 'lucide-react';
import { useWorkflow } from '../../api/workflows.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/states.tsx';
import { saveFile } from '../../lib/file-download.ts';
import { recordCommand, workflowFile } from './record-command.ts';
import { useRunView } from './run-context.ts';

/**
 * Tells how this run becomes a regression test. The service keeps no recording of a run that is over, so the command records
 * the same run once more.
 */
export function RecordDialog({ onClose }: { readonly onClose: () => void }) {
  const { run } = useRunView();
  const workflow = useWorkflow(run.workflow_permanent_id);
  const name = `${run.workflow_permanent_id}.json`;
  return (
    <Dialog title="Record as a test" wide onClose={onClose}>
      <p>
        A run that is over holds no answers of web sites, so it cannot be replayed.{' '}
        <code>runwright record</code> executes the workflow with the same parameters once more and writes a
        recording, which <code>runwright replay</code> repeats without a network and a model.
      </p>
      {workflow.error ? <ErrorState error={workflow.error} /> : null}
      <ol className="stack numbered">
        <li>
          Download the workflow:{' '}
          <Button
            small
            icon={<Download size={14} aria-hidden />}
            disabled={!workflow.data}
            onClick={() => {
              if (workflow.data)
                saveFile(new Blob([workflowFile(workflow.data)], { type: 'application/json' }), name);
            }}
          >
            {name}
          </Button>
        </li>
        <li>
          Run the command beside the file:
          <CodeBlock label="Command" text={recordCommand(name, run)} />
        </li>
      </ol>
      <div className="actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
