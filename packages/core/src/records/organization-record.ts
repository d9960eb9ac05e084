import { type Organization, Type } from '@runwright/contract';
import { date, text } from './field-schemas.ts';
import { formatDate } from './format-date.ts';

/** An organization as the HTTP API responds with it. */
export const OrganizationRecord = Type.Object(
  {
    organization_id: text,
    name: text,
    retention_days: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Days that its runs are kept after their end; null: as long as the service says.',
    }),
    created_at: date,
    modified_at: date,
  },
  { title: 'Organization' },
);
export type OrganizationRecord = Type.Static<typeof OrganizationRecord>;

/** Converts an organization to its record. */
export function toOrganizationRecord(organization: Organization): OrganizationRecord {
  return {
    organization_id: organization.organizationId,
    name: organization.name,
    retention_days: organization.retentionDays,
    created_at: formatDate(organization.createdAt),
    modified_at: formatDate(organization.modifiedAt),
  };
}
