import type { Organization } from '@runwright/client';
import { useState } from 'react';
import { useChangeOrganization } from '../../api/organizations.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { ErrorState } from '../../components/states.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { readRetention } from './retention.ts';

/** Form that renames an organization and sets how long its runs are kept. */
export function OrganizationSettings({
  organization,
  onClose,
}: {
  readonly organization: Organization;
  readonly onClose: () => void;
}) {
  const change = useChangeOrganization(organization.organization_id);
  const toasts = useToasts();
  const [name, setName] = useState(organization.name);
  const [retention, setRetention] = useState(String(organization.retention_days ?? ''));
  const days = readRetention(retention);
  return (
    <Dialog title="Change the organization" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (days === undefined) return;
          change.mutate(
            { name: name.trim(), retention_days: days },
            {
              onSuccess: () => {
                toasts.done('The organization is changed.');
                onClose();
              },
            },
          );
        }}
      >
        <TextField
          label="Name"
          value={name}
          maxLength={255}
          required
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label="Days that runs are kept"
          hint="After their end; then they are deleted with all they recorded. Leave empty to keep them for ever, unless the service has a limit."
          inputMode="numeric"
          value={retention}
          problem={days === undefined ? 'Write a whole number from 1 to 36500, or nothing.' : undefined}
          onChange={({ target }) => setRetention(target.value)}
        />
        {change.error ? <ErrorState error={change.error} /> : null}
        <div className="actions">
          <Button onClick={onClose}>Go back</Button>
          <Button
            type="submit"
            tone="primary"
            busy={change.isPending}
            disabled={days === undefined || name.trim() === ''}
          >
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
