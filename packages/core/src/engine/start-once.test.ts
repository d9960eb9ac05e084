import { defineBlock, Type } from '@runwright/contract';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

async function scene() {
  const begun = Promise.withResolvers<void>();
  const wait = defineBlock({
    type: 'wait_for_end',
    config: Type.Object({}),
    output: Type.Null(),
    async run(_config, { signal }) {
      begun.resolve();
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return null;
    },
  });
  const engine = await createTestEngine({ blocks: [wait] });
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { blocks: [{ block_type: 'wait_for_end', label: 'hold' }] },
  });
  await engine.start();
  const request = { workflow_id: workflowPermanentId };
  return { engine, organizationId, request, begun: begun.promise };
}

it('a start with a signal that is aborted already starts nothing', async () => {
  const { engine, organizationId, request } = await scene();
  const start = engine.runs.start(request, { organizationId, signal: AbortSignal.abort() });
  await expect(start).rejects.toMatchObject({ code: 'canceled' });
  expect((await engine.runs.list(organizationId)).items).toEqual([]);
});

it('aborting the signal of a start cancels the run', async () => {
  const { engine, organizationId, request, begun } = await scene();
  const { signal, abort } = aborter();
  const { runId } = await engine.runs.start(request, { organizationId, signal });
  await begun;
  abort();
  expect((await engine.runs.finished(organizationId, runId)).status).toBe('canceled');
});

it('an organization that is created twice is refused with how to use the first one, a deleted one with why', async () => {
  const { engine } = await scene();
  const acme = { name: 'Acme', organizationId: 'acme' };
  await engine.organizations.create(acme);
  await expect(engine.organizations.create(acme)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('To use it, read it with `organizations.get`'),
  });
  await engine.organizations.delete('acme');
  await expect(engine.organizations.create(acme)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('was deleted, and its id is not used again'),
  });
});

it('an organization that was never created can neither save a workflow nor start a run', async () => {
  const { engine, organizationId, request } = await scene();
  const { organizationId: deleted } = await engine.organizations.create({ name: 'Deleted' });
  await engine.organizations.delete(deleted);
  for (const id of ['typo', deleted]) {
    const refusal = {
      code: 'not_found',
      message: expect.stringContaining('Create it with `engine.organizations.create'),
    };
    const origin = { organizationId: id };
    await expect(engine.workflows.create(id, { workflow_definition: { blocks: [] } })).rejects.toMatchObject(
      refusal,
    );
    await expect(engine.workflows.import(id, 'title: A')).rejects.toMatchObject(refusal);
    await expect(engine.runs.start(request, origin)).rejects.toMatchObject(refusal);
    await expect(engine.runs.startTask({ prompt: 'Read it' }, origin)).rejects.toMatchObject(refusal);
  }
  expect((await engine.runs.list(organizationId)).items).toEqual([]);
});

it('the same start with the same idempotency key answers the same run', async () => {
  const { engine, organizationId, request } = await scene();
  const origin = { organizationId, idempotencyKey: 'order 4711' };
  const first = await engine.runs.start(request, origin);
  const again = await engine.runs.start(request, origin);
  expect(again.runId).toBe(first.runId);
  const other = engine.runs.start({ ...request, title: 'Another' }, origin);
  await expect(other).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('order 4711'),
  });
  const all = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      engine.runs.start(request, { organizationId, idempotencyKey: 'at once' }),
    ),
  );
  const ids = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.runId] : []));
  expect(new Set(ids).size).toBe(1);
});

it('a start that was refused leaves its idempotency key free', async () => {
  const { engine, organizationId, request } = await scene();
  const origin = { organizationId, idempotencyKey: 'k' };
  await expect(engine.runs.start({ workflow_id: 'wpid_1' }, origin)).rejects.toThrow('not found');
  expect(await engine.runs.start(request, origin)).toMatchObject({ kind: 'workflow' });
});

it('metadata is kept with the run, and refused when it is no JSON object or too large', async () => {
  const { engine, organizationId, request } = await scene();
  const metadata = { job: 'j-17', attempt: 2 };
  const { runId } = await engine.runs.start(request, { organizationId, metadata });
  expect((await engine.runs.get(organizationId, runId)).settings.metadata).toEqual(metadata);
  const large = engine.runs.start(request, { organizationId, metadata: { text: 'x'.repeat(17_000) } });
  await expect(large).rejects.toMatchObject({ code: 'invalid_input' });
});

it('metadata of the host replaces members of the same name in the request', async () => {
  const { engine, organizationId, request } = await scene();
  const { settings } = await engine.runs.start(
    { ...request, metadata: { job: 'mine', note: 'kept' } },
    { organizationId, metadata: { job: 'j-17' } },
  );
  expect(settings.metadata).toEqual({ job: 'j-17', note: 'kept' });
});

it('a start warns of what the workflow does not have, also when its idempotency key answers again', async () => {
  const { engine, organizationId, request } = await scene();
  const given = { ...request, parameters: { order: '4711' } };
  const first = await engine.runs.start(given, { organizationId, idempotencyKey: 'w' });
  const again = await engine.runs.start(given, { organizationId, idempotencyKey: 'w' });
  expect(first.warnings).toMatchObject([{ code: 'unknown_parameter', suggestion: null }]);
  expect([again.runId, again.warnings]).toEqual([first.runId, first.warnings]);
  expect((await engine.runs.get(organizationId, first.runId)).warnings).toEqual(first.warnings);
});

function aborter() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
