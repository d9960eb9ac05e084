import { ApiError } from '@runwright/client';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useApiKeys } from '../../api/api-keys.ts';
import { Button } from '../../components/button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { KeyList } from '../../features/api-keys/key-list.tsx';

/** API keys of the organization. */
export function KeysPage() {
  const [isCreating, setCreating] = useState(false);
  const { error } = useApiKeys(null);
  const mayManage = !(error instanceof ApiError && error.status === 403);
  return (
    <>
      <PageHeader
        title="API keys"
        actions={
          mayManage ? (
            <Button tone="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
              Create a key
            </Button>
          ) : null
        }
      >
        <p>Programs and people sign in with a key. To manage keys, one needs a key with the scope admin.</p>
      </PageHeader>
      <KeyList organizationId={null} isCreating={isCreating} onCreateEnd={() => setCreating(false)} />
    </>
  );
}
