import type { PushCodeRequest } from '@runwright/client';
import { useState } from 'react';
import { usePushCode } from '../../api/credential-pages.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SecretField } from '../../components/secret-field.tsx';
import { textOf } from '../../lib/form-values.ts';

const kinds = [
  { value: 'totp', label: 'Code to type' },
  { value: 'magic_link', label: 'Link to open' },
] as const;
type Kind = (typeof kinds)[number]['value'];

/** Form that gives runs which wait for it a one-time code. */
export function PushCodeForm({ onClose }: { readonly onClose: () => void }) {
  const push = usePushCode();
  const [kind, setKind] = useState<Kind>('totp');
  return (
    <FormDialog
      title="Push a one-time code"
      submit="Push"
      done="The code was pushed."
      change={(form) => push(readCode(kind, form))}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <SelectField
            label="Kind"
            value={kind}
            options={kinds}
            onChange={({ target }) => setKind(target.value as Kind)}
          />
          <TextField
            label="Sent to"
            name="totp_identifier"
            required
            maxLength={255}
            autoComplete="off"
            hint="Mail address or telephone number, as the run or its credential names it."
            problem={problemOf('totp_identifier')}
          />
          <SecretField
            label={kind === 'totp' ? 'Code or message' : 'Link or message'}
            name="content"
            required
            hint="The code itself, or the whole message that holds it."
            problem={problemOf('content')}
          />
          <TextField
            label="Only for this run"
            name="workflow_run_id"
            placeholder="wr_…"
            autoComplete="off"
            hint="Empty: the next run that waits for a code of this address."
            problem={problemOf('workflow_run_id')}
          />
        </>
      )}
    </FormDialog>
  );
}

function readCode(type: Kind, form: FormData): PushCodeRequest {
  const run = textOf(form, 'workflow_run_id').trim();
  return {
    type,
    totp_identifier: textOf(form, 'totp_identifier').trim(),
    content: textOf(form, 'content'),
    source: 'console',
    ...(run === '' ? {} : { workflow_run_id: run }),
  };
}
