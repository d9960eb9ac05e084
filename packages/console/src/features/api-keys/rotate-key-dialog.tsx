import type { ApiKey, NewApiKey } from '@runwright/client';
import { useState } from 'react';
import { useRotateApiKey } from '../../api/api-keys.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { ErrorState } from '../../components/states.tsx';

const atOnce = { value: '0', label: 'No longer: at once' };
/** The page goes on with the new key: requests that are under way still have the old one. */
const soon = { value: '60', label: 'For a minute' };
const overlaps = [
  { value: '3600', label: 'For an hour' },
  { value: '86400', label: 'For a day' },
  { value: '604800', label: 'For 7 days' },
];

/** Form that replaces an API key by a new one. */
export function RotateKeyDialog({
  organizationId,
  apiKey,
  isOwn,
  onRotated,
  onClose,
}: {
  readonly organizationId: string | null;
  readonly apiKey: ApiKey;
  /** Whether it is the key of this page. */
  readonly isOwn: boolean;
  readonly onRotated: (key: NewApiKey) => void;
  readonly onClose: () => void;
}) {
  const rotate = useRotateApiKey(organizationId);
  const [overlap, setOverlap] = useState('3600');
  return (
    <Dialog title={`Rotate the key “${apiKey.name}”?`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          rotate.mutate(
            { id: apiKey.api_key_id, request: { overlap_seconds: Number(overlap) } },
            { onSuccess: onRotated },
          );
        }}
      >
        <p>
          A new key with the same name and scopes is created. Give it to the programs that use the old one.
        </p>
        <SelectField
          label="The old key goes on working"
          options={[isOwn ? soon : atOnce, ...overlaps]}
          value={overlap}
          onChange={({ target }) => setOverlap(target.value)}
        />
        {isOwn ? (
          <p className="notice" data-tone="warn">
            You are signed in with this key. This page goes on with the new one.
          </p>
        ) : null}
        {rotate.error ? <ErrorState error={rotate.error} /> : null}
        <div className="actions">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" tone="primary" busy={rotate.isPending}>
            Rotate the key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
