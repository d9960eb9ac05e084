import { defineBlock, Type } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { afterEach, expect, it, vi } from 'vitest';
import type { Engine } from '../api/engine.ts';
import type { RetentionSettings } from '../api/engine-options.ts';
import { createEngine } from '../engine/create-engine.ts';
import { memoryArtifacts } from '../local-drivers/memory-artifacts.ts';
import { memoryStore } from '../local-drivers/memory-store.ts';

const hour = 3_600_000;
const sweepMs = hour / 4;
const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

const saves = defineBlock({
  type: 'saves',
  config: Type.Object({}),
  output: Type.Null(),
  async run(_config, context) {
    await context.artifact({ type: 'html', content: '<p>kept</p>' });
    return null;
  },
});

async function scene(retention: RetentionSettings = {}) {
  const clock = manualClock();
  const store = memoryStore();
  const artifacts = memoryArtifacts();
  const onError = vi.fn();
  const engine = await createEngine({
    blocks: [saves],
    drivers: { clock, store, artifacts },
    settings: { retention, sweepMs },
    onError,
  });
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { blocks: [{ block_type: 'saves', label: 'only' }] },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await engine.runs.finished(organizationId, runId);
  const [artifact] = await store.artifacts.list(organizationId, runId);
  const bytes = () => artifacts.get(artifact?.key ?? '', { signal: AbortSignal.timeout(1000) });
  const find = () => store.runs.find(runId);
  return { clock, store, engine, organizationId, runId, bytes, find, onError };
}

it('runs are kept when nobody says for how long', async () => {
  const { clock, find, bytes } = await scene();
  await clock.advance(6 * hour);
  expect(await find()).not.toBeNull();
  expect(await bytes()).not.toBeNull();
});

it('a run is deleted with its bytes when the days of the host have passed', async () => {
  const { clock, find, bytes } = await scene({ days: 1 / 12 });
  await clock.advance(2 * hour - sweepMs);
  expect(await find()).not.toBeNull();
  await clock.advance(3 * sweepMs);
  await vi.waitFor(async () => expect(await find()).toBeNull());
  expect(await bytes()).toBeNull();
});

it('the number of an organization goes before that of the host', async () => {
  const { clock, engine, organizationId, find } = await scene({ days: 1 / 24 });
  await engine.organizations.retain(organizationId, 1);
  await clock.advance(4 * hour);
  expect(await find()).not.toBeNull();
  await engine.organizations.retain(organizationId, null);
  await clock.advance(2 * sweepMs);
  await vi.waitFor(async () => expect(await find()).toBeNull());
  await expect(engine.organizations.retain(organizationId, 0)).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

it.each([0, -1, Number.NaN, '30' as unknown as number])('runs cannot be kept for %s days', async (days) => {
  await expect(createEngine({ settings: { retention: { days } } })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(
      `\`settings.retention.days\` has to be a number above 0, not \`${days}\``,
    ),
  });
});

it('a run is archived before it is deleted, and kept while that fails', async () => {
  const archive = vi.fn().mockRejectedValueOnce(new Error('no space')).mockResolvedValue(undefined);
  const { clock, runId, find, bytes, onError } = await scene({ days: 1 / 24, archive });
  await clock.advance(hour + sweepMs);
  await vi.waitFor(() => expect(onError).toHaveBeenCalled());
  expect(await bytes()).not.toBeNull();
  expect(await find()).not.toBeNull();
  await clock.advance(2 * sweepMs);
  await vi.waitFor(async () => expect(await find()).toBeNull());
  const [bundle] = archive.mock.lastCall ?? [];
  expect(bundle).toMatchObject({
    run: { runId },
    attempts: [{ label: 'only' }],
    artifacts: expect.arrayContaining([expect.objectContaining({ type: 'html' })]),
  });
  expect(bundle.timeline.length).toBeGreaterThan(1);
});
