import type { OutboxEntry, Store } from '@runwright/contract';

/**
 * Reads the outbox entries of a store that are pending or being sent, by type, then oldest first; at most 100 of each type.
 *
 * @param now leaves out entries that are due later; default: all of them
 */
export async function openOutboxEntries(
  { outbox }: Pick<Store, 'outbox'>,
  now = Number.MAX_SAFE_INTEGER,
): Promise<readonly OutboxEntry[]> {
  const types = ['enqueue', 'wake', 'webhook', 'mail'] as const;
  const pending = await Promise.all(types.map((type) => outbox.due({ type, now, limit: 100 })));
  return [...pending.flat(), ...(await outbox.sending({ limit: 100 }))];
}
