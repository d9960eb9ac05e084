import { testStore } from '@runwright/testing/suites';
import { expect, it } from 'vitest';
import { memoryStore } from './memory-store.ts';

testStore('memoryStore', async () => memoryStore());

it('rows are frozen through and through', async () => {
  const store = memoryStore();
  await store.organizations.put({
    organizationId: 'o_1',
    name: 'Acme',
    createdAt: 1,
    modifiedAt: 1,
    retentionDays: null,
    deletedAt: null,
  });
  const row = await store.organizations.get('o_1');
  expect(Object.isFrozen(row)).toBe(true);
});
