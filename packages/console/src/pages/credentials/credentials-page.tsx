import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { CredentialForm } from './credential-form.tsx';
import { CredentialList } from './credential-list.tsx';
import './credentials-page.css';
import { type CredentialsSearch, credentialsSearch } from './credentials-search.ts';
import { PushCodeForm } from './push-code-form.tsx';
import { PushedCodes } from './pushed-codes.tsx';

const route = getRouteApi('/credentials');

/** Credentials of the organization, which are written and never shown, and the one-time codes that were pushed. */
export function CredentialsPage() {
  const search: CredentialsSearch = route.useSearch();
  const navigate = route.useNavigate();
  const tab = search.tab ?? 'credentials';
  const [open, setOpen] = useState<string | null>(null);
  const change = (changed: Readonly<Record<string, string>>) =>
    void navigate({ search: credentialsSearch({ ...search, ...changed }), replace: true });
  return (
    <div className="credentials">
      <PageHeader
        title="Credentials"
        actions={
          <Button tone="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpen(tab)}>
            {tab === 'codes' ? 'Push a code' : 'New credential'}
          </Button>
        }
      >
        <p>Logins, cards and other secrets that runs use. What is secret is never shown again.</p>
      </PageHeader>
      <Tabs
        label="Credentials"
        selected={tab}
        onSelect={(tab) => change({ tab, q: '', type: '' })}
        tabs={[
          {
            id: 'credentials',
            label: 'Credentials',
            content: () => <CredentialList search={search} onSearch={change} />,
          },
          {
            id: 'codes',
            label: 'One-time codes',
            content: () => <PushedCodes identifier={search.q} onSearch={change} />,
          },
        ]}
      />
      {open === 'credentials' ? <CredentialForm credential={null} onClose={() => setOpen(null)} /> : null}
      {open === 'codes' ? <PushCodeForm onClose={() => setOpen(null)} /> : null}
    </div>
  );
}
