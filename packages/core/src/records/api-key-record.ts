import { type ApiKey, apiKeyScopes, Type } from '@runwright/contract';
import { date, dateOrNull, text } from './field-schemas.ts';
import { formatDate, formatDateOrNull } from './format-date.ts';

/** An API key as the HTTP API responds with it, without its text. */
export const ApiKeyRecord = Type.Object(
  {
    api_key_id: text,
    name: text,
    prefix: Type.String({ description: 'The first 8 characters.' }),
    scopes: Type.Array(Type.Enum([...apiKeyScopes]), { description: 'What the key may do.' }),
    created_at: date,
    expires_at: dateOrNull,
    last_used_at: Type.Union([date, Type.Null()], { description: 'To about a minute.' }),
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
    scopes: [...key.scopes],
    created_at: formatDate(key.createdAt),
    expires_at: formatDateOrNull(key.expiresAt),
    last_used_at: formatDateOrNull(key.lastUsedAt),
    revoked_at: formatDateOrNull(key.revokedAt),
  };
}

/** Converts a new API key and its text to the one record that contains the text. */
export function toNewApiKeyRecord(key: ApiKey, keyText: string): NewApiKeyRecord {
  return { ...toApiKeyRecord(key), api_key: keyText };
}
