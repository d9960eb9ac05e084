import { expect, it } from 'vitest';
import { createOrganizationStorage } from './organization-storage.ts';

function storage(given: { limit?: number; capacity?: number; areSeveral?: boolean; stored?: number }) {
  const { limit, capacity, areSeveral = false, stored = 0 } = given;
  let reads = 0;
  const created = createOrganizationStorage({
    store: {
      organizations: {
        storedBytes: async () => {
          reads += 1;
          return stored;
        },
      } as never,
    },
    artifacts: capacity === undefined ? {} : { capacity: async () => capacity },
    limits: limit === undefined ? {} : { organizationStorageBytes: limit },
    haveSeveralOrganizations: async () => areSeveral,
  });
  return { ...created, reads: () => reads };
}

it('has room without an end for the only organization, and for all where the artifact store has no end', async () => {
  for (const given of [{ capacity: 100 }, { areSeveral: true }, {}]) {
    const { room, assertRoom, reads } = storage({ ...given, stored: 1e15 });
    expect(await room('o_1')).toBe(Number.POSITIVE_INFINITY);
    await assertRoom('o_1');
    expect(reads()).toBe(0);
  }
});

it('gives each of several organizations half of what the artifact store can hold', async () => {
  const { room, assertRoom } = storage({ capacity: 101, areSeveral: true, stored: 30 });
  expect(await room('o_1')).toBe(20);
  await assertRoom('o_1');
  expect(await storage({ capacity: 100, areSeveral: true, stored: 70 }).room('o_1')).toBe(0);
});

it('has the limit of the host, also for one organization, and refuses when it is reached', async () => {
  expect(await storage({ limit: 40, capacity: 1000, areSeveral: true, stored: 30 }).room('o_1')).toBe(10);
  await expect(storage({ limit: 40, stored: 40 }).assertRoom('o_1')).rejects.toMatchObject({
    code: 'failed_precondition',
    message: expect.stringContaining('storage of your organization is full'),
  });
});
