import type { ApiKey } from '@runwright/client';
import { useRevokeApiKey } from '../../api/api-keys.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/states.tsx';

/** Asks before a key is revoked. */
export function RevokeKeyDialog({
  organizationId,
  apiKey,
  isOwn,
  onRevoked,
  onClose,
}: {
  readonly organizationId: string | null;
  readonly apiKey: ApiKey;
  /** Whether it is the key of this page. */
  readonly isOwn: boolean;
  readonly onRevoked: () => void;
  readonly onClose: () => void;
}) {
  const revoke = useRevokeApiKey(organizationId);
  return (
    <ConfirmDialog
      title={`Revoke the key “${apiKey.name}”?`}
      confirm="Revoke the key"
      busy={revoke.isPending}
      onClose={onClose}
      onConfirm={() => revoke.mutate(apiKey.api_key_id, { onSuccess: onRevoked })}
    >
      <div className="stack">
        <p>Programs that use it are refused from now on. A revoked key cannot be restored.</p>
        {isOwn ? (
          <p className="notice" data-tone="bad">
            You are signed in with this key: you will be signed out.
          </p>
        ) : null}
        {revoke.error ? <ErrorState error={revoke.error} /> : null}
      </div>
    </ConfirmDialog>
  );
}
