import { type BrowserProfile, Type } from '@runwright/contract';
import { date, dateOrNull, text, textOrNull } from './field-schemas.ts';
import { formatDate, formatDateOrNull } from './format-date.ts';

/** A browser profile as the HTTP API responds with it: never its cookies and storage. */
export const BrowserProfileRecord = Type.Object(
  {
    browser_profile_id: text,
    organization_id: text,
    name: text,
    description: textOrNull,
    created_at: date,
    modified_at: date,
    deleted_at: dateOrNull,
  },
  { title: 'BrowserProfile' },
);
export type BrowserProfileRecord = Type.Static<typeof BrowserProfileRecord>;

/** Converts a browser profile to its record. */
export function toBrowserProfileRecord(profile: BrowserProfile): BrowserProfileRecord {
  return {
    browser_profile_id: profile.browserProfileId,
    organization_id: profile.organizationId,
    name: profile.name,
    description: profile.description,
    created_at: formatDate(profile.createdAt),
    modified_at: formatDate(profile.modifiedAt),
    deleted_at: formatDateOrNull(profile.deletedAt),
  };
}
