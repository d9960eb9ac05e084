import { defineBlock, RunwrightError, Type } from '@runwright/contract';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import { memorySecrets } from '../secrets/secret-sources.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

/** An engine whose block `say` knows the engine's name and secret, and answers when it is let go. */
async function scene(name: string) {
  const started = Promise.withResolvers<void>();
  const hold = Promise.withResolvers<void>();
  const say = defineBlock({
    type: 'say',
    config: Type.Object({}),
    output: Type.Object({ by: Type.String(), length: Type.Integer(), found: Type.String() }),
    async run(_config, { secret, reveal, signal }) {
      started.resolve();
      await Promise.race([
        hold.promise,
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ]);
      const value = (await reveal(await secret('key'), 'https://shop.test')).reveal();
      return { by: name, length: value.length, found: 'first-secret second-secret' };
    },
  });
  const engine = await createTestEngine({
    blocks: [say],
    drivers: { secrets: [memorySecrets({ key: `${name}-secret` })] },
    settings: { masterKey: new Uint8Array(32).fill(name.length) },
  });
  open.push(engine);
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: {
      parameters: [{ key: 'password', parameter_type: 'aws_secret', aws_key: 'key' }],
      blocks: [{ block_type: 'say', label: 's' }],
    },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await started.promise;
  return { engine, organizationId, workflowPermanentId, runId, release: hold.resolve };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (RunwrightError.is(error) ? error.code : String(error)),
  );

it('two engines in one process have their own blocks, secrets, runs and events', async () => {
  const [first, second] = [await scene('first'), await scene('second')];
  first.release();
  second.release();
  for (const [one, name, found] of [
    [first, 'first', '***** second-secret'],
    [second, 'second', 'first-secret *****'],
  ] as const) {
    const run = await one.engine.runs.finished(one.organizationId, one.runId);
    expect(run.output).toMatchObject({
      s_output: { by: name, length: `${name}-secret`.length, found },
    });
    const events = await one.engine.runs.timeline(one.organizationId, one.runId);
    expect(new Set(events.map(({ runId }) => runId))).toEqual(new Set([one.runId]));
  }
});

it('what one engine stores the other does not know', async () => {
  const [first, second] = [await scene('first'), await scene('second')];
  expect(
    await Promise.all([
      codeOf(second.engine.runs.get(first.organizationId, first.runId)),
      codeOf(second.engine.runs.cancel(first.organizationId, first.runId)),
      codeOf(second.engine.workflows.get(first.organizationId, first.workflowPermanentId)),
    ]),
  ).toEqual(['not_found', 'not_found', 'not_found']);
  const { text } = await first.engine.keys.create(first.organizationId, { name: 'k' });
  expect(await second.engine.keys.authenticate(text)).toBeNull();
  expect(await first.engine.keys.authenticate(text)).not.toBeNull();
});

it('cancel and close of one engine leave the runs of the other alone', async () => {
  const [first, second] = [await scene('first'), await scene('second')];
  await first.engine.runs.cancel(first.organizationId, first.runId);
  await first.engine.close();
  second.release();
  expect((await second.engine.runs.finished(second.organizationId, second.runId)).status).toBe('completed');
});
