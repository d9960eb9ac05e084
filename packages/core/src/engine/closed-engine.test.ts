import { defineBlock, Type } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';

/** A block that ends when it is told to, and a workflow of it that is followed by a second one. */
async function scene() {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const done: string[] = [];
  const work = defineBlock({
    type: 'work',
    config: Type.Object({}),
    output: Type.Null(),
    onWorkerLost: 'repeat',
    async run(_config, { label, signal }) {
      begun.resolve();
      const stopped = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => stopped.reject(signal.reason));
      await Promise.race([gate.promise, stopped.promise]);
      done.push(label);
      return null;
    },
  });
  const memory = storeUnderTest();
  const store = { ...memory, close: async () => undefined };
  const engine = await createTestEngine({ blocks: [work], drivers: { store } });
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: {
      blocks: [
        { block_type: 'work', label: 'one', next_block_label: 'two' },
        { block_type: 'work', label: 'two' },
      ],
    },
  });
  await engine.start();
  const start = () => engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  return { engine, organizationId, start, gate, begun: begun.promise, done, store };
}

it('close with drainMs lets the running block end and hands the run over', async () => {
  const { engine, start, gate, begun, done, store } = await scene();
  const { runId } = await start();
  await begun;
  const closing = engine.close({ drainMs: 10_000 });
  gate.resolve();
  await closing;
  expect(done).toEqual(['one']);
  const run = await store.runs.find(runId);
  expect(run?.status).toBe('running');
  const [attempt] = await store.attempts.read(runId);
  expect(attempt?.status).toBe('completed');
});

it('close with drainMs stops a block that goes on for longer', async () => {
  const { engine, start, begun, done } = await scene();
  await start();
  await begun;
  await engine.close({ drainMs: 20 });
  expect(done).toEqual([]);
});

it('a second close without drainMs ends the wait of the first', async () => {
  const { engine, start, begun } = await scene();
  await start();
  await begun;
  const closing = engine.close({ drainMs: 600_000 });
  await engine.close();
  await closing;
});

it('every call of a closed engine says that it is closed', async () => {
  const { engine, organizationId } = await scene();
  await engine.close();
  const closed = { code: 'unavailable', message: expect.stringMatching(/^The engine is closed/) };
  await expect(engine.runs.get(organizationId, 'wr_1')).rejects.toMatchObject(closed);
  await expect(engine.runs.start({ workflow_id: 'wpid_1' }, { organizationId })).rejects.toMatchObject(
    closed,
  );
  await expect(engine.workflows.list(organizationId)).rejects.toMatchObject(closed);
  await expect(engine.organizations.first()).rejects.toMatchObject(closed);
  await expect(engine.health()).rejects.toMatchObject(closed);
  await expect(engine.start()).rejects.toMatchObject(closed);
  const events = engine.runs.events(organizationId, 'wr_1')[Symbol.asyncIterator]();
  await expect(events.next()).rejects.toMatchObject(closed);
  expect(() => engine.liveViews.verifyToken('token', 'pbs_1')).toThrow('The engine is closed');
  expect(engine.validate({ workflow_definition: { blocks: [] } }).problems).toEqual([]);
  await engine.close();
  await engine.drain();
});

it('who waits for a run when the engine closes is told so', async () => {
  const { engine, organizationId, start, begun } = await scene();
  const { runId } = await start();
  const finished = engine.runs.finished(organizationId, runId);
  const follow = async () => {
    for await (const _event of engine.runs.events(organizationId, runId));
  };
  const followed = follow();
  finished.catch(() => undefined);
  followed.catch(() => undefined);
  await begun;
  await engine.close();
  await expect(finished).rejects.toThrow('The engine is closed');
  await expect(followed).rejects.toThrow('The engine is closed');
});
