import type { Credential } from '@runwright/client';
import { Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../components/button.tsx';
import { CopiedId } from '../../components/copied-id.tsx';
import type { Column } from '../../components/data-table.tsx';
import { credentialTypes } from './credentials-search.ts';
import { type CodeSource, codeSources } from './read-credential.ts';
import { shownMember } from './shown-members.ts';

/** Columns of the list of credentials. */
export function credentialColumns(on: {
  readonly edit: (credential: Credential) => void;
  readonly remove: (credential: Credential) => void;
}): readonly Column<Credential>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      className: 'main-cell',
      cell: ({ name, ...credential }) => (
        <div className="truncate">
          <strong>{name}</strong> <span className="muted">{describeShown(credential)}</span>
        </div>
      ),
    },
    { id: 'type', header: 'Type', cell: ({ credential_type: type }) => credentialTypes[type] },
    { id: 'codes', header: 'One-time codes', className: 'wide-only', cell: codesOf },
    {
      id: 'hosts',
      header: 'Allowed hosts',
      className: 'wide-only shorter-cell',
      cell: ({ allowed_hosts: hosts }) =>
        hosts ? hosts.join(', ') : <span className="muted">As the workflow says</span>,
    },
    {
      id: 'id',
      header: 'Id',
      className: 'wide-only',
      cell: ({ credential_id: id }) => <CopiedId id={id} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      className: 'number',
      cell: (credential) => (
        <div className="row-actions">
          <IconButton
            small
            label={`Write ${credential.name} anew`}
            icon={<Pencil size={16} aria-hidden />}
            onClick={() => on.edit(credential)}
          />
          <IconButton
            small
            label={`Delete ${credential.name}`}
            icon={<Trash2 size={16} aria-hidden />}
            onClick={() => on.remove(credential)}
          />
        </div>
      ),
    },
  ];
}

function describeShown({ credential_type: type, credential: shown }: Omit<Credential, 'name'>): string {
  if (type === 'password') return shownMember(shown, 'username');
  if (type === 'secret') return shownMember(shown, 'secret_label');
  const lastFour = shownMember(shown, 'last_four');
  return `${shownMember(shown, 'brand')}${lastFour === '' ? '' : ` ending in ${lastFour}`}`;
}

function codesOf({ credential_type: type, credential: shown }: Credential) {
  const source = shownMember(shown, 'totp_type') as CodeSource | '';
  if (type !== 'password' || source === '' || source === 'none') return <span className="muted">–</span>;
  const identifier = shownMember(shown, 'totp_identifier');
  return `${codeSources[source]}${identifier === '' ? '' : `: ${identifier}`}`;
}
