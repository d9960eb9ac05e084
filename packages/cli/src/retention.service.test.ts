import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineBlock, type Store, Type } from '@runwright/contract';
import { createEngine, folderArtifacts } from '@runwright/core';
import { sqliteStore } from '@runwright/store-sql';
import { manualClock } from '@runwright/testing';
import { expect, it, onTestFinished, vi } from 'vitest';

const hour = 3_600_000;
const { signal } = new AbortController();

const saves = defineBlock({
  type: 'saves',
  config: Type.Object({}),
  output: Type.Null(),
  async run(_config, context) {
    await context.artifact({ type: 'html', content: '<p>kept</p>' });
    await context.files.save({ name: 'report.txt', content: 'kept' });
    return null;
  },
});

it('on SQLite, the next process finishes the deletion of a run that one which was killed has begun', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-retention-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clock = manualClock();
  const artifacts = folderArtifacts(join(folder, 'artifacts'));
  const onError = vi.fn();
  const engineOn = (store: Store) =>
    createEngine({
      blocks: [saves],
      drivers: { clock, store, artifacts: { ...artifacts, close: async () => undefined } },
      settings: { retention: { days: 1 / 24 }, sweepMs: hour / 4, takeOver: true },
      onError,
    });
  const killed = Promise.withResolvers<void>();
  const first = await sqliteStore({ folder });
  const dying: Store = {
    ...first,
    runs: {
      ...first.runs,
      // A killed process writes nothing more.
      async delete() {
        killed.resolve();
        throw new Error('killed');
      },
    },
  };
  const doomed = await engineOn(dying);
  const { organizationId } = await doomed.organizations.first();
  await doomed.start();
  const { workflowPermanentId } = await doomed.workflows.create(organizationId, {
    workflow_definition: { blocks: [{ block_type: 'saves', label: 'only' }] },
  });
  const { runId } = await doomed.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await doomed.runs.finished(organizationId, runId);
  const rows = [
    ...(await first.artifacts.list(organizationId, runId)),
    ...(await first.files.list(organizationId, runId)),
  ];
  const stored = async () => {
    const bytes = await Promise.all(rows.map(({ key }) => artifacts.get(key, { signal })));
    return bytes.filter((one) => one !== null).length;
  };
  expect([rows.length > 1, await stored()]).toEqual([true, rows.length]);
  await clock.advance(2 * hour);
  await killed.promise;
  await doomed.close();
  expect(await stored()).toBe(0);

  const second = await sqliteStore({ folder });
  expect(await second.runs.find(runId)).not.toBeNull();
  onError.mockClear();
  const engine = await engineOn({ ...second, close: async () => undefined });
  await engine.start();
  await clock.advance(hour / 2);
  await expect.poll(() => second.runs.find(runId)).toBeNull();
  await engine.close();
  expect(await second.artifacts.list(organizationId, runId)).toEqual([]);
  expect(await second.files.list(organizationId, runId)).toEqual([]);
  expect(onError).not.toHaveBeenCalled();
  await second.close();
});
