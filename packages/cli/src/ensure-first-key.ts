import type { Engine } from '@runwright/core';

/**
 * What to show of the first organization's key: its text when it is made or fixed now, later only its beginning,
 * because a key is printed once.
 */
export async function ensureFirstKey(
  engine: Engine,
  organizationId: string,
  fixed: string | null,
): Promise<string> {
  if (fixed !== null) {
    if ((await engine.keys.authenticate(fixed)) === null) {
      await engine.keys.create(organizationId, { name: 'RUNWRIGHT_API_KEY', text: fixed });
    }
    return 'as set by RUNWRIGHT_API_KEY';
  }
  const [known] = (await engine.keys.list(organizationId)).filter((key) => key.revokedAt === null);
  if (known)
    return `${known.prefix}… (printed at the first start; \`runwright keys create <name>\` makes another)`;
  const { text } = await engine.keys.create(organizationId, { name: 'first start' });
  return `${text}  (printed this once: keep it)`;
}
