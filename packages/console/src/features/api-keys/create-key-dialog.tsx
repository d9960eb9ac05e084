import type { NewApiKey } from '@runwright/client';
import { type FormEvent, useState } from 'react';
import { useCreateApiKey } from '../../api/api-keys.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Checkbox, SelectField, TextField } from '../../components/field.tsx';
import { ErrorState } from '../../components/states.tsx';
import { type KeyScope, keyScopes } from './key-scopes.ts';

const dayMs = 86_400_000;
const lifetimes = [
  { value: '', label: 'Never' },
  { value: '7', label: 'After 7 days' },
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
];

/** Form that creates an API key. */
export function CreateKeyDialog({
  organizationId,
  onCreated,
  onClose,
}: {
  readonly organizationId: string | null;
  readonly onCreated: (key: NewApiKey) => void;
  readonly onClose: () => void;
}) {
  const create = useCreateApiKey(organizationId);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read', 'run']);
  const [days, setDays] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const expires = days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString();
    create.mutate({ name: name.trim(), scopes: [...scopes], expires_at: expires }, { onSuccess: onCreated });
  };
  return (
    <Dialog title="Create an API key" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Name"
          hint="What the key is for, such as the program that uses it."
          value={name}
          maxLength={255}
          required
          onChange={({ target }) => setName(target.value)}
        />
        <fieldset className="scopes">
          <legend>Scopes</legend>
          {keyScopes.map(({ scope, allows }) => (
            <Checkbox
              key={scope}
              label={
                <>
                  <code>{scope}</code>: {allows}
                </>
              }
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
              }
            />
          ))}
          {scopes.length === 0 ? <span className="problem">Tick at least one scope.</span> : null}
        </fieldset>
        <SelectField
          label="Expires"
          options={lifetimes}
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
        {create.error ? <ErrorState error={create.error} /> : null}
        <div className="actions">
          <Button onClick={onClose}>Go back</Button>
          <Button
            type="submit"
            tone="primary"
            busy={create.isPending}
            disabled={scopes.length === 0 || name.trim() === ''}
          >
            Create the key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
