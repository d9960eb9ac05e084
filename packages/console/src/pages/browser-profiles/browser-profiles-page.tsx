import type { BrowserProfile } from '@runwright/client';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useBrowserProfileChanges, useBrowserProfilePages } from '../../api/browser-profiles.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmChange } from '../../components/confirm-change.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RecordList } from '../../components/record-list.tsx';
import { EmptyState } from '../../components/states.tsx';
import { CreateProfile } from './create-profile.tsx';
import { profileColumns } from './profile-columns.tsx';
import { RenameProfile } from './rename-profile.tsx';

/** Browser profiles of the organization: saved cookies and storage that browsers begin with. */
export function BrowserProfilesPage() {
  const [isCreating, setCreating] = useState(false);
  const [renamed, setRenamed] = useState<BrowserProfile | null>(null);
  const [removed, setRemoved] = useState<BrowserProfile | null>(null);
  const profiles = useBrowserProfilePages();
  const { remove } = useBrowserProfileChanges();
  const columns = useMemo(() => profileColumns({ rename: setRenamed, remove: setRemoved }), []);
  return (
    <>
      <PageHeader
        title="Browser profiles"
        actions={
          <Button tone="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            New profile
          </Button>
        }
      >
        <p>Saved cookies and storage, such as those of a login, that browsers begin with.</p>
      </PageHeader>
      <RecordList
        label="Browser profiles"
        list={profiles}
        columns={columns}
        rowKey={({ browser_profile_id: id }) => id}
        empty={
          <EmptyState title="No browser profiles yet">
            Open a browser session, sign in at a site, and close the session with its state kept as a profile.
          </EmptyState>
        }
      />
      {isCreating ? <CreateProfile onClose={() => setCreating(false)} /> : null}
      {renamed ? <RenameProfile profile={renamed} onClose={() => setRenamed(null)} /> : null}
      {removed ? (
        <ConfirmChange
          title={`Delete ${removed.name}?`}
          confirm="Delete"
          done="The browser profile was deleted."
          change={() => remove(removed.browser_profile_id)}
          onClose={() => setRemoved(null)}
        >
          Its cookies and storage are erased. Browsers that began with it go on; new runs that name it fail.
        </ConfirmChange>
      ) : null}
    </>
  );
}
