import { getRouteApi } from '@tanstack/react-router';
import { PageHeader } from '../../components/page-header.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { CredentialList } from './credential-list.tsx';
import './credentials-page.css';
import { type CredentialsSearch, credentialsSearch } from './credentials-search.ts';
import { PushedCodes } from './pushed-codes.tsx';

const route = getRouteApi('/credentials');

/** Credentials of the organization, which are written and never shown, and the one-time codes that were pushed. */
export function CredentialsPage() {
  const search: CredentialsSearch = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: Readonly<Record<string, string>>) =>
    void navigate({ search: credentialsSearch({ ...search, ...changed }), replace: true });
  return (
    <div className="credentials">
      <PageHeader title="Credentials">
        <p>Logins, cards and other secrets that runs use. What is secret is never shown again.</p>
      </PageHeader>
      <Tabs
        label="Credentials"
        selected={search.tab ?? 'credentials'}
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
    </div>
  );
}
