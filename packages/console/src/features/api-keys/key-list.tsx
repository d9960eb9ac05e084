import type { ApiKey, NewApiKey } from '@runwright/client';
import { useMemo, useState } from 'react';
import { useApiKeys } from '../../api/api-keys.ts';
import { replaceKey, signOut, useSession } from '../../api/session.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { useNow } from '../../components/values.tsx';
import './api-keys.css';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { type KeyQuestion, keyColumns } from './key-columns.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

/**
 * API keys of an organization, with what can be done with them.
 *
 * @param props `organizationId`: null for the own one; `isCreating`: whether the form for a new key is open
 */
export function KeyList({
  organizationId,
  isCreating,
  onCreateEnd,
}: {
  readonly organizationId: string | null;
  readonly isCreating: boolean;
  readonly onCreateEnd: () => void;
}) {
  const keys = useApiKeys(organizationId);
  const { apiKey: ownText } = useSession();
  const toasts = useToasts();
  // A key that was revoked since the last tick is shown so at once.
  const now = Math.max(useNow(10_000), keys.dataUpdatedAt);
  const [asked, setAsked] = useState<readonly [KeyQuestion, ApiKey] | null>(null);
  const [created, setCreated] = useState<NewApiKey | null>(null);
  const isOwn = (key: ApiKey) => ownText.startsWith(key.prefix);
  const newestFirst = useMemo(() => [...(keys.data ?? [])].reverse(), [keys.data]);
  const [question, key] = asked ?? [];
  const of = { organizationId, onClose: () => setAsked(null) };
  return (
    <>
      {keys.error ? <ErrorState error={keys.error} onRetry={() => void keys.refetch()} /> : null}
      {keys.isPending ? <Loading label="Loading the keys…" /> : null}
      {keys.data?.length === 0 ? (
        <EmptyState title="No API keys yet">Create one: programs and people sign in with it.</EmptyState>
      ) : null}
      {newestFirst.length > 0 ? (
        <DataTable
          label="API keys"
          rows={newestFirst}
          columns={keyColumns({ now, isOwn, onAsk: (what, of) => setAsked([what, of]) })}
          rowKey={({ api_key_id: id }) => id}
          fill
        />
      ) : null}
      {isCreating ? (
        <CreateKeyDialog
          organizationId={organizationId}
          onCreated={(one) => {
            onCreateEnd();
            setCreated(one);
          }}
          onClose={onCreateEnd}
        />
      ) : null}
      {question === 'rotate' && key ? (
        <RotateKeyDialog
          {...of}
          apiKey={key}
          isOwn={isOwn(key)}
          onRotated={(one) => {
            // The old key may be refused from now on.
            if (isOwn(key)) replaceKey(one.api_key);
            setAsked(null);
            setCreated(one);
          }}
        />
      ) : null}
      {question === 'revoke' && key ? (
        <RevokeKeyDialog
          {...of}
          apiKey={key}
          isOwn={isOwn(key)}
          onRevoked={() => {
            setAsked(null);
            if (isOwn(key)) signOut('The key was revoked. Sign in with another one.');
            else toasts.done(`The key “${key.name}” is revoked.`);
          }}
        />
      ) : null}
      {created ? <NewKeyDialog apiKey={created} onClose={() => setCreated(null)} /> : null}
    </>
  );
}
