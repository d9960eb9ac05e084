import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCreateOrganization } from '../../api/organizations.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { ErrorState } from '../../components/states.tsx';

/** Form that creates an organization, and leads to it. */
export function CreateOrganizationDialog({ onClose }: { readonly onClose: () => void }) {
  const create = useCreateOrganization();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  return (
    <Dialog title="Create an organization" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(name.trim(), {
            onSuccess: ({ organization_id: organizationId }) =>
              void navigate({ to: '/organizations/$organizationId', params: { organizationId } }),
          });
        }}
      >
        <TextField
          label="Name"
          hint="Create its first API key next."
          value={name}
          maxLength={255}
          required
          onChange={({ target }) => setName(target.value)}
        />
        {create.error ? <ErrorState error={create.error} /> : null}
        <div className="actions">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" tone="primary" busy={create.isPending} disabled={name.trim() === ''}>
            Create the organization
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
