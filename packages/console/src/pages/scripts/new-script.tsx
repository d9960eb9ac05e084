import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useScriptChanges } from '../../api/scripts.ts';
import { Field, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { WorkflowField } from '../../components/workflow-field.tsx';
import { textOf } from '../../lib/form-values.ts';

/** Form that creates a script with its first file. */
export function NewScript({
  workflow,
  onClose,
}: {
  /** Workflow that is selected first; empty for none. */
  readonly workflow: string;
  readonly onClose: () => void;
}) {
  const [workflowId, setWorkflowId] = useState(workflow);
  const { create } = useScriptChanges();
  const navigate = useNavigate();
  return (
    <FormDialog
      title="New script"
      submit="Create"
      done="The script was created."
      wide
      change={async (form) => {
        const path = textOf(form, 'path').trim();
        const { script_id: scriptId } = await create({
          files: [{ path, content: textOf(form, 'content'), encoding: 'utf-8' }],
          ...(workflowId === '' ? {} : { workflow_id: workflowId }),
        });
        await navigate({ to: '/scripts/$scriptId', params: { scriptId } });
      }}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <WorkflowField
            value={workflowId}
            onChange={setWorkflowId}
            none="No workflow"
            hint="Its runs use the programs in place of the agent, when they run with code."
            problem={problemOf('workflow_id')}
          />
          <TextField
            label="Path of the first file"
            name="path"
            required
            autoComplete="off"
            spellCheck={false}
            placeholder="blocks/label_of_the_block.js"
            hint="blocks/<label>.js or .ts is the program of a block, main.js or main.ts the entry."
            problem={problemOf('files.0.path')}
          />
          <Field label="Program" problem={problemOf('files.0.content')}>
            {(ids) => (
              <textarea {...ids} className="input" name="content" required rows={10} spellCheck={false} />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  );
}
