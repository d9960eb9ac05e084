import type { Engine } from '@runwright/core';

/**
 * Ensures that the first organization has a key and returns the text to print: the key when it was created now, later only
 * its prefix.
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
