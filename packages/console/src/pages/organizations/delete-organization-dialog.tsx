import type { Organization } from '@runwright/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDeleteOrganization } from '../../api/organizations.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { ErrorState } from '../../components/states.tsx';
import { useToasts } from '../../components/toasts.tsx';

/** Asks for the name of an organization before it is deleted. */
export function DeleteOrganizationDialog({
  organization,
  onClose,
}: {
  readonly organization: Organization;
  readonly onClose: () => void;
}) {
  const remove = useDeleteOrganization(organization.organization_id);
  const navigate = useNavigate();
  const toasts = useToasts();
  const [typed, setTyped] = useState('');
  return (
    <Dialog title={`Delete “${organization.name}”?`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          remove.mutate(undefined, {
            onSuccess: () => {
              toasts.done(`The organization “${organization.name}” is deleted.`);
              void navigate({ to: '/organizations' });
            },
          });
        }}
      >
        <p>Its runs are canceled, its credentials erased and its keys refused. This cannot be undone.</p>
        <TextField
          label={`Type “${organization.name}” to confirm`}
          value={typed}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
        {remove.error ? <ErrorState error={remove.error} /> : null}
        <div className="actions">
          <Button onClick={onClose}>Go back</Button>
          <Button
            type="submit"
            tone="danger"
            busy={remove.isPending}
            disabled={typed.trim() !== organization.name.trim()}
          >
            Delete the organization
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
