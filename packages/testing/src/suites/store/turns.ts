import type { ConcurrencyLimit, RunDraft, RunPatch, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { openEachTest } from '../open-each-test.ts';
import { acme, rival, runDraft } from './rows.ts';

/** Tests the turns of runs that wait, and limits that let several runs pass. */
export function testTurns(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  const create = (runId: string, members: Partial<RunDraft> = {}) =>
    store().runs.create(runDraft(runId, members), []);
  const of = (organizationId: string, priority = 0): Partial<RunDraft> => ({
    organizationId,
    settings: { ...runDraft('wr').settings, priority },
  });
  const claims = async (runId: string) =>
    (await store().runs.claim(runId, { owner: `worker of ${runId}`, leaseMs: 100, now: 5000 })) !== null;
  const turn = async (runId: string) => (await store().runs.findTurns([runId])).get(runId)?.turn ?? null;
  const turns = (...runIds: readonly string[]) => Promise.all(runIds.map(turn));
  const end = async (runId: string) => {
    const run = await store().runs.find(runId);
    const patch: RunPatch = { status: 'canceled' };
    const write = { type: 'run', patch, revision: run?.revision ?? 0 } as const;
    await store().runs.commit(runId, [write], null, { now: 6000 });
  };
  const within = async (limit: ConcurrencyLimit) =>
    (await store().runs.nextWithinLimit(limit)).map((run) => run.runId);

  /** Of a run that waits for another one. */
  const parent = { runId: 'wr_0', depth: 1, waits: true, systemPrompt: null };

  it('the runs of an organization take turns one after the other, and the first run of another one goes before those that follow', async () => {
    for (const runId of ['wr_1', 'wr_2', 'wr_3']) await create(runId, of(acme));
    await create('wr_4', of(rival));
    expect(await Promise.all(['wr_1', 'wr_2', 'wr_3', 'wr_4'].map(turn))).toEqual([0, 1, 3, 0]);
    expect(await claims('wr_1')).toBe(true);
    expect(await claims('wr_4')).toBe(true);
    await create('wr_5', of(rival));
    expect(await turn('wr_5')).toBe(1);
    expect(await turn('wr_1')).toBeNull();
    await create('wr_6', of('o_third'));
    expect(await turn('wr_6')).toBe(0);
  });

  it('a run that ends before it was claimed gives its turn up', async () => {
    await create('wr_1', of(acme));
    await create('wr_2', of(acme));
    await end('wr_1');
    expect(await turn('wr_1')).toBeNull();
    await create('wr_3', of(rival));
    expect(await turn('wr_3')).toBe(0);
  });

  it('each priority has turns of its own', async () => {
    await create('wr_1', of(acme));
    await create('wr_2', of(acme, 3));
    await create('wr_3', of(acme));
    const turns = await store().runs.findTurns(['wr_1', 'wr_2', 'wr_3', 'wr_none']);
    expect([...turns].sort()).toEqual([
      ['wr_1', { priority: 0, turn: 0 }],
      ['wr_2', { priority: 3, turn: 0 }],
      ['wr_3', { priority: 0, turn: 1 }],
    ]);
  });

  it('runs of one organization that are created at once get different turns', async () => {
    const at = { createdAt: 1, modifiedAt: 1, deletedAt: null, retentionDays: null };
    await store().organizations.put({ organizationId: acme, name: 'Acme', ...at });
    const ids = Array.from({ length: 12 }, (_, index) => `wr_${index}`);
    await Promise.all(ids.map((runId) => create(runId, of(acme))));
    const turns = [...(await store().runs.findTurns(ids)).values()];
    expect(new Set(turns.map((each) => each.turn)).size).toBe(12);
  });

  it('of the runs that a run waits for, one has no turn, and the next one when that ends', async () => {
    await create('wr_0');
    await create('wr_1', { parent });
    await create('wr_2', { parent });
    await create('wr_3', { parent });
    await create('wr_4', { parent: { ...parent, waits: false } });
    expect(await turns('wr_1', 'wr_2', 'wr_3', 'wr_4')).toEqual([null, 1, 3, 5]);
    expect(await claims('wr_3')).toBe(true);
    await end('wr_3');
    expect(await turns('wr_2')).toEqual([1]);
    expect(await claims('wr_1')).toBe(true);
    await end('wr_1');
    expect(await turns('wr_2', 'wr_4')).toEqual([null, 5]);
    await create('wr_5', { parent });
    expect(await turn('wr_5')).not.toBeNull();
    await end('wr_2');
    expect(await turn('wr_5')).toBeNull();
    await end('wr_5');
    await create('wr_6', { parent });
    expect(await turn('wr_6')).toBeNull();
  });

  it('of the runs that a run waits for and that are created at once, one has no turn', async () => {
    await create('wr_parent');
    const ids = Array.from({ length: 12 }, (_, index) => `wr_${index}`);
    const ofParent = { parent: { ...parent, runId: 'wr_parent' } };
    await Promise.all(ids.map((runId) => create(runId, ofParent)));
    expect((await store().runs.findTurns(ids)).size).toBe(11);
  });

  it('the turn is taken from a run that no concurrency key refuses', async () => {
    await create('wr_0');
    await create('wr_1', { parent });
    await create('wr_other', { concurrencyKeys: ['a'], createdAt: 500 });
    await create('wr_2', { parent, concurrencyKeys: ['a'] });
    await create('wr_3', { parent });
    await end('wr_1');
    expect(await turn('wr_2')).not.toBeNull();
    expect(await turn('wr_3')).toBeNull();
  });

  it('of the runs that a run waits for, one passes its limits and does not count, and the next one when that ends', async () => {
    const limit = { key: 'l', capacity: 2 };
    const limited = { concurrencyLimits: [limit] };
    await create('wr_0', limited);
    for (const runId of ['wr_1', 'wr_2', 'wr_3']) await create(runId, { parent, ...limited });
    expect(await claims('wr_0')).toBe(true);
    expect(await claims('wr_1')).toBe(true);
    expect(await claims('wr_2')).toBe(true);
    expect(await claims('wr_3')).toBe(false);
    await end('wr_1');
    expect(await claims('wr_3')).toBe(true);
    await create('wr_4', { parent, ...limited });
    expect(await claims('wr_4')).toBe(false);
    expect(await within(limit)).toEqual([]);
    await end('wr_2');
    expect(await within(limit)).toEqual(['wr_4']);
    expect(await claims('wr_4')).toBe(true);
  });

  it('a run that waits for a concurrency key keeps no other one from passing its limits', async () => {
    const limited = { concurrencyLimits: [{ key: 'l', capacity: 1 }], concurrencyKeys: ['a'] };
    await create('wr_0', { concurrencyLimits: limited.concurrencyLimits });
    expect(await claims('wr_0')).toBe(true);
    await create('wr_2', { parent, ...limited });
    await create('wr_1', { parent, ...limited });
    expect(await claims('wr_2')).toBe(false);
    expect(await claims('wr_1')).toBe(true);
    await end('wr_1');
    expect(await claims('wr_2')).toBe(true);
  });

  it('of the runs that a run waits for and that are claimed at once, one passes its limits', async () => {
    const limited = { concurrencyLimits: [{ key: 'l', capacity: 1 }] };
    await create('wr_parent', limited);
    expect(await claims('wr_parent')).toBe(true);
    const ids = Array.from({ length: 10 }, (_, index) => `wr_${index}`);
    for (const runId of ids) await create(runId, { parent: { ...parent, runId: 'wr_parent' }, ...limited });
    const claimed = await Promise.all(ids.map((runId) => claims(runId)));
    expect(claimed.filter(Boolean)).toHaveLength(1);
  });

  it('a run that was refused does not count for the smallest turn while another one waits', async () => {
    const keyed = { ...of(acme), concurrencyKeys: ['a'] };
    await create('wr_1', keyed);
    await create('wr_2', keyed);
    await create('wr_3', of(acme));
    expect(await claims('wr_1')).toBe(true);
    expect(await claims('wr_2')).toBe(false);
    await create('wr_4', of(rival));
    expect(await turn('wr_4')).toBe(2);
    await end('wr_3');
    await end('wr_4');
    await create('wr_5', of(rival));
    expect(await turn('wr_5')).toBe(0);
  });

  it('as many runs as a limit lets pass can be claimed, and one more for each that ends', async () => {
    const limited = { concurrencyLimits: [{ key: 'l', capacity: 2 }] };
    for (const runId of ['wr_1', 'wr_2', 'wr_3', 'wr_4']) await create(runId, limited);
    const claimed: boolean[] = [];
    for (const runId of ['wr_4', 'wr_2', 'wr_1', 'wr_3']) claimed.push(await claims(runId));
    expect(claimed).toEqual([true, true, false, false]);
    expect(await claims('wr_4')).toBe(true);
    await end('wr_2');
    expect(await claims('wr_3')).toBe(true);
    expect(await claims('wr_1')).toBe(false);
    await end('wr_4');
    await end('wr_3');
    expect(await claims('wr_1')).toBe(true);
    expect((await store().runs.find('wr_1'))?.concurrencyLimits).toEqual(limited.concurrencyLimits);
  });

  it('claims at the same instant fill the slots of a limit, and no more', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `wr_${index}`);
    for (const runId of ids) await create(runId, { concurrencyLimits: [{ key: 'l', capacity: 5 }] });
    const claimed = await Promise.all(ids.map((runId) => claims(runId)));
    expect(claimed.filter(Boolean)).toHaveLength(5);
  });

  it('the free slots of a limit go to the runs whose turns come first and that nothing else refuses', async () => {
    const limit = { key: 'all', capacity: 2 };
    const host = { key: 'host', capacity: 1 };
    const limited = (organizationId: string, ...others: ConcurrencyLimit[]) => ({
      ...of(organizationId),
      concurrencyLimits: [limit, ...others],
    });
    await create('wr_1', limited(acme, host));
    await create('wr_2', limited(acme, host));
    await create('wr_3', limited(acme));
    await create('wr_4', limited(acme));
    await create('wr_5', limited(rival));
    expect(await within(limit)).toEqual(['wr_1', 'wr_5']);
    expect(await claims('wr_1')).toBe(true);
    expect(await within(limit)).toEqual(['wr_5']);
    expect(await within(host)).toEqual([]);
    expect(await claims('wr_5')).toBe(true);
    expect(await within(limit)).toEqual([]);
    await end('wr_5');
    expect(await within(limit)).toEqual(['wr_3']);
    await end('wr_1');
    expect(await within(limit)).toEqual(['wr_2', 'wr_3']);
  });
}
