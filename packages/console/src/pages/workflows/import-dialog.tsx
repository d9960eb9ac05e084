import { useState } from 'react';
import { useClient } from '../../api/session.ts';
import { useWorkflowChange } from '../../api/workflow-list.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { ErrorState } from '../../components/states.tsx';
import { useToasts } from '../../components/toasts.tsx';

/** Dialog that makes a workflow of a YAML or JSON file. */
export function ImportDialog({
  folderId,
  onClose,
}: {
  readonly folderId: string | undefined;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const toasts = useToasts();
  const [text, setText] = useState('');
  const importing = useWorkflowChange((yaml: string) =>
    client.workflows.import({
      yaml_definition: yaml,
      ...(folderId === undefined ? {} : { folder_id: folderId }),
    }),
  );
  return (
    <Dialog title="Import a workflow" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          importing.mutate(text, {
            onSuccess: () => {
              toasts.done(
                'The workflow is imported; names that cannot be used are replaced. Its status tells when it is ready.',
              );
              onClose();
            },
          });
        }}
      >
        <Field label="File" hint="YAML or JSON. It is read here and sent when you import it.">
          {(ids) => (
            <input
              {...ids}
              type="file"
              accept=".yaml,.yml,.json,application/yaml,application/json"
              onChange={({ target }) => void target.files?.[0]?.text().then(setText, toasts.failed)}
            />
          )}
        </Field>
        <Field label="Or its text">
          {(ids) => (
            <textarea
              {...ids}
              className="input"
              rows={10}
              spellCheck={false}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        {importing.error ? <ErrorState error={importing.error} /> : null}
        <div className="actions">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" tone="primary" disabled={text.trim() === ''} busy={importing.isPending}>
            Import
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
