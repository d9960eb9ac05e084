import { ApiError, type Organization } from '@runwright/client';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useOrganizations, useOwnOrganization } from '../../api/organizations.ts';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState, Loading } from '../../components/states.tsx';
import { Time } from '../../components/values.tsx';
import { CreateOrganizationDialog } from './create-organization-dialog.tsx';
import { retentionText } from './retention.ts';

/** Organizations of the service, for the admins of its host; the own organization for everybody else. */
export function OrganizationsPage() {
  const organizations = useOrganizations();
  const [isCreating, setCreating] = useState(false);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = organizations;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const isRefused = organizations.error instanceof ApiError && organizations.error.status === 403;
  return (
    <>
      <PageHeader
        title="Organizations"
        actions={
          organizations.data ? (
            <Button tone="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
              Create an organization
            </Button>
          ) : null
        }
      >
        <p>Each has its own runs, workflows, credentials and keys.</p>
      </PageHeader>
      {organizations.isPending ? <Loading label="Loading the organizations…" /> : null}
      {isRefused ? <OwnOrganization /> : null}
      {organizations.error && !isRefused ? (
        <ErrorState error={organizations.error} onRetry={() => void organizations.refetch()} />
      ) : null}
      {organizations.data ? (
        <DataTable
          label="Organizations"
          rows={organizations.data}
          columns={columns}
          rowKey={({ organization_id: id }) => id}
          fill
          onEndReached={more}
        />
      ) : null}
      {isCreating ? <CreateOrganizationDialog onClose={() => setCreating(false)} /> : null}
    </>
  );
}

function OwnOrganization() {
  const own = useOwnOrganization();
  if (own.isPending) return <Loading />;
  if (own.error) return <ErrorState error={own.error} onRetry={() => void own.refetch()} />;
  const { name, organization_id: id, retention_days: days, created_at: created } = own.data;
  return (
    <>
      <section className="card stack" aria-labelledby="own-organization">
        <h2 id="own-organization">Your organization</h2>
        <Facts
          facts={{
            Name: name,
            Id: <span className="mono">{id}</span>,
            'Runs are kept': retentionText(days),
            Created: <Time at={created} />,
          }}
        />
      </section>
      <p className="muted">
        This key cannot manage organizations. Only keys of the first organization of the service, its host,
        with the scope <code>admin</code> can.
      </p>
    </>
  );
}

const columns: readonly Column<Organization>[] = [
  {
    id: 'name',
    header: 'Name',
    className: 'main-cell',
    cell: ({ name, organization_id: organizationId }) => (
      <div className="truncate">
        <Link to="/organizations/$organizationId" params={{ organizationId }}>
          {name}
        </Link>
      </div>
    ),
  },
  {
    id: 'id',
    header: 'Id',
    className: 'wide-only',
    cell: ({ organization_id: id }) => <span className="mono">{id}</span>,
  },
  { id: 'retention', header: 'Runs are kept', cell: ({ retention_days: days }) => retentionText(days) },
  {
    id: 'created',
    header: 'Created',
    className: 'wide-only',
    cell: ({ created_at: at }) => <Time at={at} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    className: 'number',
    cell: ({ name, organization_id: organizationId }) => (
      <Link
        to="/organizations/$organizationId"
        params={{ organizationId }}
        className="button small"
        aria-label={`Open ${name}`}
      >
        Open
      </Link>
    ),
  },
];
