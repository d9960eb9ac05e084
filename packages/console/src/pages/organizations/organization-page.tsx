import { getRouteApi, Link } from '@tanstack/react-router';
import { MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useOrganization, useOwnOrganization } from '../../api/organizations.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { Menu } from '../../components/menu.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState, Loading } from '../../components/states.tsx';
import { Time } from '../../components/values.tsx';
import { KeyList } from '../../features/api-keys/key-list.tsx';
import { DeleteOrganizationDialog } from './delete-organization-dialog.tsx';
import { OrganizationSettings } from './organization-settings.tsx';
import { retentionText } from './retention.ts';

const route = getRouteApi('/organizations/$organizationId');

/** An organization and its API keys, for the admins of the host. */
export function OrganizationPage() {
  const { organizationId } = route.useParams();
  const found = useOrganization(organizationId);
  const own = useOwnOrganization();
  // Until it is known, the organization may be one's own.
  const isOwn = own.data === undefined || own.data.organization_id === organizationId;
  const [open, setOpen] = useState<'settings' | 'delete' | 'key' | null>(null);
  const close = () => setOpen(null);
  if (found.error)
    return (
      <>
        <PageHeader title="Organization" />
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        <p>
          <Link to="/organizations">All organizations</Link>
        </p>
      </>
    );
  if (found.isPending) return <Loading label="Loading the organization…" />;
  const organization = found.data;
  return (
    <>
      <PageHeader
        title={organization.name}
        actions={
          <>
            <Button icon={<Pencil size={16} aria-hidden />} onClick={() => setOpen('settings')}>
              Change…
            </Button>
            <Menu
              trigger={<IconButton label="More" icon={<MoreHorizontal size={18} aria-hidden />} />}
              entries={[
                {
                  label: isOwn ? 'Delete: not possible for your own organization' : 'Delete…',
                  icon: <Trash2 size={16} aria-hidden />,
                  // The service refuses it: the organization of its host, which alone may delete others, stays.
                  disabled: isOwn,
                  onSelect: () => setOpen('delete'),
                },
              ]}
            />
          </>
        }
      >
        <p>
          <Link to="/organizations">All organizations</Link>
        </p>
      </PageHeader>
      <div className="card">
        <Facts
          facts={{
            Id: <span className="mono">{organizationId}</span>,
            'Runs are kept': retentionText(organization.retention_days),
            Created: <Time at={organization.created_at} />,
            Changed: <Time at={organization.modified_at} />,
          }}
        />
      </div>
      <div className="page-header">
        <h2>API keys</h2>
        <Button icon={<Plus size={16} aria-hidden />} onClick={() => setOpen('key')}>
          Create a key
        </Button>
      </div>
      <KeyList organizationId={organizationId} isCreating={open === 'key'} onCreateEnd={close} />
      {open === 'settings' ? <OrganizationSettings organization={organization} onClose={close} /> : null}
      {open === 'delete' ? <DeleteOrganizationDialog organization={organization} onClose={close} /> : null}
    </>
  );
}
