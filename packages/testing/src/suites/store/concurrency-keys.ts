import type { RunDraft, RunPatch, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { openEachTest } from '../open-each-test.ts';
import { runDraft } from './rows.ts';

/** Tests which run is next among those that may not run at the same time. */
export function testConcurrencyKeys(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  const create = (runId: string, concurrencyKeys: readonly string[], members: Partial<RunDraft> = {}) =>
    store().runs.create(runDraft(runId, { concurrencyKeys, ...members }), []);
  const claims = async (runId: string, now = 5000) =>
    (await store().runs.claim(runId, { owner: `worker of ${runId}`, leaseMs: 100, now })) !== null;
  const change = async (runId: string, patch: RunPatch) => {
    const run = await store().runs.find(runId);
    const write = { type: 'run', patch, revision: run?.revision ?? 0 } as const;
    await store().runs.commit(runId, [write], null, { now: 6000 });
  };
  const end = (runId: string) => change(runId, { status: 'completed' });
  const next = async (key: string) => (await store().runs.nextWithConcurrencyKey(key))?.runId ?? null;

  it('a run without concurrency keys waits for nobody', async () => {
    await create('wr_1', []);
    await create('wr_2', []);
    expect(await claims('wr_2')).toBe(true);
  });

  it('a run cannot be claimed before the earlier ones with its concurrency key have ended', async () => {
    await create('wr_1', ['a'], { createdAt: 1000 });
    await create('wr_2', ['a'], { createdAt: 2000 });
    await create('wr_3', ['b'], { createdAt: 3000 });
    expect(await claims('wr_2')).toBe(false);
    expect(await claims('wr_3')).toBe(true);
    expect(await claims('wr_1')).toBe(true);
    expect(await claims('wr_2')).toBe(false);
    await end('wr_1');
    expect(await claims('wr_2')).toBe(true);
  });

  it('runs with one concurrency key come in the order in which they were queued, then by id', async () => {
    await create('wr_1', ['a'], { createdAt: 1000 });
    await create('wr_3', ['a'], { createdAt: 2000 });
    await create('wr_2', ['a'], { createdAt: 2000 });
    await change('wr_1', { status: 'queued', queuedAt: 3000 });
    expect(await next('a')).toBe('wr_2');
    expect(await claims('wr_1')).toBe(false);
    expect(await claims('wr_3')).toBe(false);
    expect(await claims('wr_2')).toBe(true);
    expect(await next('a')).toBe('wr_3');
    await end('wr_2');
    await end('wr_3');
    expect(await next('a')).toBe('wr_1');
    expect(await claims('wr_1')).toBe(true);
    expect(await next('a')).toBeNull();
  });

  it('a run that was claimed once holds its concurrency key until it ends, whoever comes first by the order', async () => {
    await create('wr_2', ['a'], { createdAt: 2000 });
    expect(await claims('wr_2')).toBe(true);
    await create('wr_1', ['a'], { createdAt: 1000 });
    expect(await claims('wr_1')).toBe(false);
    expect(await claims('wr_2', 9000)).toBe(true);
    await change('wr_2', { status: 'paused' });
    expect(await claims('wr_1')).toBe(false);
    await end('wr_2');
    expect(await claims('wr_1')).toBe(true);
  });

  it('a run with several concurrency keys waits for all of them', async () => {
    await create('wr_1', ['a'], { createdAt: 1000 });
    await create('wr_2', ['b'], { createdAt: 2000 });
    await create('wr_3', ['b', 'a'], { createdAt: 3000 });
    await create('wr_4', ['b'], { createdAt: 4000 });
    await end('wr_1');
    expect(await claims('wr_3')).toBe(false);
    expect(await claims('wr_4')).toBe(false);
    await end('wr_2');
    expect(await claims('wr_4')).toBe(false);
    expect(await claims('wr_3')).toBe(true);
  });

  it('of several runs with one concurrency key that are claimed at once one succeeds', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => `wr_${index}`);
    for (const runId of ids) await create(runId, ['a']);
    const claimed = await Promise.all(ids.map((runId) => claims(runId)));
    expect(claimed.filter(Boolean)).toHaveLength(1);
  });

  it('the children of a run are those that it waits for and that have not ended', async () => {
    const parent = { runId: 'wr_0', depth: 1, waits: true, systemPrompt: 'Be brief.' };
    await create('wr_0', []);
    const child = await create('wr_2', [], { parent, createdAt: 2000 });
    await create('wr_1', [], { parent, createdAt: 1500 });
    await create('wr_3', [], { parent: { ...parent, waits: false } });
    await create('wr_4', [], { parent: { ...parent, runId: 'wr_2' } });
    expect(child.parent).toEqual(parent);
    expect(await store().runs.find('wr_2')).toEqual(child);
    const children = async () => (await store().runs.children('wr_0')).map((run) => run.runId);
    expect(await children()).toEqual(['wr_1', 'wr_2']);
    await end('wr_1');
    expect(await children()).toEqual(['wr_2']);
  });
}
