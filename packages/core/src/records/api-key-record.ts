import { type ApiKey, Type } from '@runwright/contract';
import { date, dateOrNull, text } from './field-schemas.ts';
import { formatDate, formatDateOrNull } from './format-date.ts';

/** An API key as the HTTP API responds with it, without its text. */
export const ApiKeyRecord = Type.Object(
  {
    api_key_id: text,
    name: text,
    prefix: Type.String({ description: 'The first 8 characters.' }),
    created_at: date,
    last_used_at: dateOrNull,
    revoked_at: dateOrNull,
  },
  { title: 'ApiKey' },
);
export type ApiKeyRecord = Type.Static<typeof ApiKeyRecord>;

/** A new API key with its text. */
export const NewApiKeyRecord = Type.Object(
  {
    ...ApiKeyRecord.properties,
    api_key: Type.String({ description: 'The key; it is never shown again.' }),
  },
  { title: 'NewApiKey' },
);
export type NewApiKeyRecord = Type.Static<typeof NewApiKeyRecord>;

/** Converts an API key to its record. */
export function toApiKeyRecord(key: ApiKey): ApiKeyRecord {
  return {
    api_key_id: key.apiKeyId,
    name: key.name,
    prefix: key.prefix,
    created_at: formatDate(key.createdAt),
    // The time of use is not recorded.
    last_used_at: null,
    revoked_at: formatDateOrNull(key.revokedAt),
  };
}

/** Converts a new API key and its text to the one record that contains the text. */
export function toNewApiKeyRecord(key: ApiKey, keyText: string): NewApiKeyRecord {
  return { ...toApiKeyRecord(key), api_key: keyText };
}
