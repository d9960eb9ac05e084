import { Building2 } from 'lucide-react';
import { useOwnOrganization } from '../api/organizations.ts';

/** Names the organization whose key signed in: lists show what belongs to it. */
export function SignedIn() {
  const { data } = useOwnOrganization();
  if (!data) return null;
  return (
    <p className="signed-in muted" title={`Organization ${data.organization_id}`}>
      <Building2 size={16} aria-hidden />
      <span className="visually-hidden">Organization:</span>
      <span className="truncate">{data.name}</span>
    </p>
  );
}
