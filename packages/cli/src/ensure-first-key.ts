import { apiKeyScopes } from '@runwright/contract';
import type { Engine } from '@runwright/core';

/**
 * Ensures that the first organization has a key and returns the text to print: the key when it was created now, later only
 * its prefix. Of several processes that start at once on an empty store one gets the key.
 */
export async function ensureFirstKey(
  engine: Engine,
  organizationId: string,
  fixed: string | null,
): Promise<string> {
  if (fixed !== null) {
    if ((await engine.keys.authenticate(fixed)) === null) {
      await engine.keys.create(organizationId, {
        ...{ name: 'RUNWRIGHT_API_KEY', text: fixed },
        scopes: apiKeyScopes,
      });
    }
    return 'as set by RUNWRIGHT_API_KEY';
  }
  const { key, text } = await engine.keys.first(organizationId, { name: 'first start' });
  if (text !== null) return `${text}  (printed this once: keep it)`;
  return `${key.prefix}… (printed by the process that started first; \`runwright keys create <name>\` makes another)`;
}
