import type { BrowserProfileRequest } from '@runwright/client';
import { useId, useState } from 'react';
import { useBrowserProfileChanges } from '../../api/browser-profiles.ts';
import { useEndedWorkflowRuns } from '../../api/ended-runs.ts';
import { Field, SelectField, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { textOf } from '../../lib/form-values.ts';
import { NameFields } from './name-fields.tsx';

const sources = [
  { value: 'empty', label: 'Nothing: an empty profile' },
  { value: 'session', label: 'A browser session that has ended' },
  { value: 'run', label: 'A run that has ended' },
] as const;
type Source = (typeof sources)[number]['value'];

/** Form for a new browser profile. */
export function CreateProfile({ onClose }: { readonly onClose: () => void }) {
  const [source, setSource] = useState<Source>('empty');
  const { create } = useBrowserProfileChanges();
  return (
    <FormDialog
      title="New browser profile"
      submit="Create"
      done="The browser profile was created."
      change={(form) => create(readProfile(source, form))}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <NameFields profile={null} problemOf={problemOf} />
          <SelectField
            label="Cookies and storage from"
            value={source}
            options={sources}
            onChange={({ target }) => setSource(target.value as Source)}
          />
          {source === 'session' ? (
            <TextField
              label="Id of the session"
              name="browser_session_id"
              required
              placeholder="pbs_…"
              autoComplete="off"
              spellCheck={false}
              hint="Sessions that have ended are not listed: a session can also leave a profile when you close it."
              problem={problemOf('browser_session_id')}
            />
          ) : null}
          {source === 'run' ? <RunField problem={problemOf('workflow_run_id')} /> : null}
        </>
      )}
    </FormDialog>
  );
}

function RunField({ problem }: { readonly problem: string | undefined }) {
  const listId = useId();
  const runs = useEndedWorkflowRuns();
  return (
    <Field
      label="Id of the run"
      hint="A run of a workflow that keeps its browser state (persist_browser_session). The latest runs are offered."
      problem={problem ?? runs.error?.message}
    >
      {(ids) => (
        <>
          <input
            {...ids}
            className="input"
            name="workflow_run_id"
            required
            placeholder="wr_…"
            autoComplete="off"
            spellCheck={false}
            list={listId}
          />
          <datalist id={listId}>
            {runs.data?.map(({ run_id: id, title }) => (
              <option key={id} value={id}>
                {title ?? ''}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function readProfile(source: Source, form: FormData): BrowserProfileRequest {
  const description = textOf(form, 'description').trim();
  return {
    name: textOf(form, 'name').trim(),
    ...(description === '' ? {} : { description }),
    ...(source === 'session' ? { browser_session_id: textOf(form, 'browser_session_id').trim() } : {}),
    ...(source === 'run' ? { workflow_run_id: textOf(form, 'workflow_run_id').trim() } : {}),
  };
}
