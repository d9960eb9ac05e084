import type { Credential } from '@runwright/client';
import { useMemo, useState } from 'react';
import { useCredentialChanges, useCredentialPages } from '../../api/credential-pages.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmChange } from '../../components/confirm-change.tsx';
import { RecordList } from '../../components/record-list.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyState } from '../../components/states.tsx';
import { credentialColumns } from './credential-columns.tsx';
import { CredentialForm } from './credential-form.tsx';
import { type CredentialsSearch, credentialTypes } from './credentials-search.ts';

/** Credentials with their search, and the dialogs that change them. */
export function CredentialList({
  search,
  onSearch,
}: {
  readonly search: CredentialsSearch;
  readonly onSearch: (changed: Readonly<Record<string, string>>) => void;
}) {
  const [edited, setEdited] = useState<Credential | null>(null);
  const [removed, setRemoved] = useState<Credential | null>(null);
  const { remove } = useCredentialChanges();
  const list = useCredentialPages({
    ...(search.q === undefined ? {} : { search: search.q }),
    ...(search.type === undefined ? {} : { credential_type: search.type }),
  });
  const columns = useMemo(() => credentialColumns({ edit: setEdited, remove: setRemoved }), []);
  const isFiltered = search.q !== undefined || search.type !== undefined;
  return (
    <>
      <div className="row">
        <SearchField label="Search credentials" value={search.q ?? ''} onSearch={(q) => onSearch({ q })} />
        <select
          className="input filter"
          aria-label="Type"
          value={search.type ?? ''}
          onChange={({ target }) => onSearch({ type: target.value })}
        >
          <option value="">All types</option>
          {Object.entries(credentialTypes).map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <RecordList
        label="Credentials"
        list={list}
        columns={columns}
        rowKey={({ credential_id: id }) => id}
        empty={
          isFiltered ? (
            <EmptyState
              title="No credential matches"
              action={<Button onClick={() => onSearch({ q: '', type: '' })}>Clear the filters</Button>}
            >
              Change the search or the type. The search finds parts of names.
            </EmptyState>
          ) : (
            <EmptyState title="No credentials yet">
              Create one, then name its id in a parameter of a workflow or in a login. What is secret about it
              is stored encrypted and never shown again.
            </EmptyState>
          )
        }
      />
      {edited ? <CredentialForm credential={edited} onClose={() => setEdited(null)} /> : null}
      {removed ? (
        <ConfirmChange
          title={`Delete ${removed.name}?`}
          confirm="Delete"
          done="The credential was deleted."
          change={() => remove(removed.credential_id)}
          onClose={() => setRemoved(null)}
        >
          Its secrets are erased for good. Runs that name it fail from now on.
        </ConfirmChange>
      ) : null}
    </>
  );
}
