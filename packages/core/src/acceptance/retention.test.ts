import type { Artifact, Run, RunDraft, Store, StoredFile, WebhookDelivery } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { expect, it, vi } from 'vitest';
import type { RetentionSettings } from '../api/engine-options.ts';
import { memoryArtifacts } from '../local-drivers/memory-artifacts.ts';
import { expireRuns } from '../worker/expire-runs.ts';
import { storeUnderTest } from './test-engine.test-helpers.ts';

const dayMs = 86_400_000;
const organizationId = 'o_acme';
const { signal } = new AbortController();

/** An organization whose runs are kept for a day. */
async function scene(retention: RetentionSettings = {}) {
  const clock = manualClock();
  const store = storeUnderTest();
  const artifacts = memoryArtifacts();
  const report = vi.fn();
  const now = clock.now();
  const times = { createdAt: now, modifiedAt: now, deletedAt: null };
  await store.organizations.put({ organizationId, name: 'Acme', retentionDays: 1, ...times });

  /** One pass of a process, over the store that all share or over one that fails. */
  const expire = (own: Store = store) =>
    expireRuns(
      { store: own, artifacts, clock, report, settings: { retention } as never },
      new AbortController().signal,
    );
  const create = (runId: string, members: Partial<RunDraft> = {}) =>
    store.runs.create({ ...draft, runId, workflowRunId: runId, createdAt: now, ...members }, []);
  const ended = async (runId: string, members: Partial<RunDraft> = {}) => {
    await create(runId, members);
    const patch = { status: 'completed', finishedAt: now } as const;
    return store.runs.commit(runId, [{ type: 'run', revision: 1, patch }], null, { now });
  };
  /** Bytes of an artifact of a run, under the key of its row. */
  const artifact = async (artifactId: string, runId: string) => {
    const key = `${organizationId}/${runId}/${artifactId}`;
    await artifacts.put(key, new Uint8Array([1]), { signal });
    await store.artifacts.add({ ...object(key), ...of(runId), artifactId, type: 'html' } as Artifact);
    return key;
  };
  const file = async (fileId: string, runId: string) => {
    const key = `${organizationId}/${runId}/${fileId}`;
    await artifacts.put(key, new Uint8Array([1]), { signal });
    const row = { ...object(key), fileId, runId, blockRunId: null, name: 'a.txt', sourceUrl: null };
    await store.files.add(row as StoredFile);
    return key;
  };
  const isStored = async (key: string) => (await artifacts.get(key, { signal })) !== null;
  const left = async () =>
    (await store.runs.list({ organizationId, page: 1, pageSize: 2000 })).items
      .map(({ runId }) => runId)
      .sort();
  const pass = (days: number) => clock.advance(days * dayMs);
  return { clock, store, artifacts, report, expire, create, ended, artifact, file, isStored, left, pass };
}

const draft = {
  kind: 'workflow',
  organizationId,
  workflowId: 'w_1',
  workflowPermanentId: 'wpid_1',
  title: null,
  request: {},
  parameters: {},
  settings: {} as Run['settings'],
  triggerType: 'api',
  apiKeyId: null,
} as const satisfies Partial<RunDraft>;

const object = (key: string) => ({
  organizationId,
  key,
  contentType: 'text/html',
  size: 1,
  checksum: `sha256:${'0'.repeat(64)}`,
  createdAt: 1,
});
const of = (runId: string) => ({
  runId,
  workflowRunId: runId,
  ...{ blockRunId: null, stepId: null, actionId: null, thoughtId: null },
});

it('a process that dies between the bytes of artifacts and their rows loses nothing, and the next pass finishes', async () => {
  const archive = vi.fn(async () => undefined);
  const { store, report, expire, ended, artifact, isStored, left, pass } = await scene({ archive });
  await ended('wr_1');
  const key = await artifact('a_1', 'wr_1');
  await pass(2);
  const death = new Error('the process has died');
  const dying = { ...store, runs: { ...store.runs, delete: () => Promise.reject(death) } };
  await expect(expire(dying)).rejects.toBe(death);
  expect(await isStored(key)).toBe(false);
  expect(await left()).toEqual(['wr_1']);
  expect(await store.artifacts.list(organizationId, 'wr_1')).toHaveLength(1);

  await expire();
  expect(await left()).toEqual([]);
  expect(await store.artifacts.list(organizationId, 'wr_1')).toEqual([]);
  expect([archive.mock.calls.length, report.mock.calls]).toEqual([2, []]);
});

it('a process that dies between two objects of a run leaves the rows of both, and the next pass finishes', async () => {
  const { artifacts, report, expire, ended, artifact, file, isStored, left, pass } = await scene();
  await ended('wr_1');
  const keys = [await artifact('a_1', 'wr_1'), await file('f_1', 'wr_1')];
  await pass(2);
  const remove = vi.spyOn(artifacts, 'remove');
  remove.mockImplementationOnce(artifacts.remove.bind(artifacts));
  remove.mockRejectedValueOnce(new Error('no connection'));
  await expire();
  expect(await Promise.all(keys.map(isStored))).toContain(true);
  expect(await left()).toEqual(['wr_1']);
  expect(report).toHaveBeenCalledOnce();
  remove.mockRestore();
  await expire();
  expect(await Promise.all(keys.map(isStored))).toEqual([false, false]);
  expect(await left()).toEqual([]);
});

it('a run whose files or artifacts an open run names is kept until that run has ended', async () => {
  const { clock, store, expire, create, ended, artifact, file, isStored, left, pass } = await scene();
  for (const runId of ['wr_file', 'wr_artifact', 'wr_free']) await ended(runId);
  const named = [await file('f_10', 'wr_file'), await artifact('a_10', 'wr_artifact')];
  const free = await file('f_1', 'wr_free');
  await create('wr_open', {
    parameters: { table: 'runwright://files/f_10' },
    request: { parameters: { page: 'https://runs.test/artifacts/a_10?sig=x' } },
  });
  await pass(2);
  await expire();
  expect(await left()).toEqual(['wr_artifact', 'wr_file', 'wr_open']);
  expect(await Promise.all([...named, free].map(isStored))).toEqual([true, true, false]);

  const patch = { status: 'completed', finishedAt: clock.now() } as const;
  await store.runs.commit('wr_open', [{ type: 'run', revision: 1, patch }], null, { now: clock.now() });
  await expire();
  expect(await left()).toEqual(['wr_open']);
  expect(await Promise.all(named.map(isStored))).toEqual([false, false]);
});

it('files are kept that the last of more open runs name than are read at once', async () => {
  const { expire, create, ended, file, left, pass } = await scene();
  await ended('wr_old');
  await file('f_10', 'wr_old');
  // All of one time, so that only pages divide them; listed newest id first.
  await create('wr_0', { parameters: { table: 'runwright://files/f_10' } });
  for (let index = 1; index <= 450; index += 1) await create(`wr_${index}`);
  await pass(2);
  await expire();
  expect(await left()).toContain('wr_old');
});

it('an open run is never deleted, however old it is', async () => {
  const { expire, create, ended, artifact, isStored, left, pass } = await scene();
  await create('wr_open');
  const key = await artifact('a_1', 'wr_open');
  await ended('wr_ended');
  await pass(1000);
  await expire();
  expect(await left()).toEqual(['wr_open']);
  expect(await isStored(key)).toBe(true);
});

it('a pass deletes at most 1,000 runs of an organization, 100 in one transaction', async () => {
  const { store, expire, ended, left, pass } = await scene();
  for (let index = 0; index < 1005; index += 1) await ended(`wr_${index}`);
  await pass(2);
  const sizes: number[] = [];
  const watched: Store = {
    ...store,
    runs: {
      ...store.runs,
      delete(owner, ids) {
        sizes.push(ids.length);
        return store.runs.delete(owner, ids);
      },
    },
  };
  await expire(watched);
  expect(sizes).toEqual(Array(10).fill(100));
  expect(await left()).toHaveLength(5);
  await expire();
  expect(await left()).toEqual([]);
});

it('runs that cannot be archived do not hold up those after them', async () => {
  const archive = async ({ run }: { readonly run: Run }) => {
    if (run.runId.startsWith('wr_a')) throw new Error('no space');
  };
  const { report, expire, ended, left, pass } = await scene({ archive });
  for (let index = 0; index < 100; index += 1) await ended(`wr_a${index}`);
  await ended('wr_b');
  await pass(2);
  await expire();
  expect(await left()).toHaveLength(100);
  expect(await left()).not.toContain('wr_b');
  expect(report).toHaveBeenCalledTimes(100);
});

it('two processes that delete at once delete each run, and neither fails', async () => {
  const { report, expire, ended, artifact, isStored, left, pass } = await scene();
  const keys: string[] = [];
  for (let index = 0; index < 150; index += 1) {
    await ended(`wr_${index}`);
    keys.push(await artifact(`a_${index}`, `wr_${index}`));
  }
  await pass(2);
  await Promise.all([expire(), expire()]);
  await expire();
  expect(await left()).toEqual([]);
  expect((await Promise.all(keys.map(isStored))).filter(Boolean)).toEqual([]);
  expect(report).not.toHaveBeenCalled();
});

it('what a webhook has sent is deleted with its run, also when the organization is deleted', async () => {
  const { clock, store, expire, ended, pass } = await scene();
  await ended('wr_1');
  const delivery: WebhookDelivery = {
    ...{ deliveryId: 'whd_1', organizationId, runId: 'wr_1' },
    trigger: 'automatic',
    status: 'delivered',
    ...{ webhookUrl: 'https://hooks.test/', httpStatus: 200, latencyMs: 1, responseExcerpt: '', error: null },
    ...{ createdAt: 1, finishedAt: 2 },
  };
  const request = { headers: {}, body: '{}', bodyBytes: 2, bodyBytesCut: 0 };
  await store.deliveries.put(delivery, request);
  const now = clock.now();
  const times = { createdAt: now, modifiedAt: now, deletedAt: now };
  await store.organizations.put({ organizationId, name: 'Acme', retentionDays: 1, ...times });
  await expire();
  expect(await store.deliveries.find(organizationId, 'wr_1', 'whd_1')).toEqual({ ...delivery, request });
  await pass(2);
  await expire();
  expect(await store.deliveries.find(organizationId, 'wr_1', 'whd_1')).toBeNull();
});
