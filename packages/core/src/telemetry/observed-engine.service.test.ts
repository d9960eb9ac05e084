import { defineBlock, RunwrightError, type Store, Type } from '@runwright/contract';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';
import type { EngineOptions } from '../api/engine-options.ts';
import { createErrorReporter } from './report-errors.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

const say = defineBlock({
  type: 'say',
  config: Type.Object({ text: Type.String() }),
  output: Type.Object({ text: Type.String() }),
  async run({ text }) {
    if (text === 'fail') throw new RunwrightError('block_failed', 'it was told to fail');
    return { text };
  },
});

async function scene(options: EngineOptions) {
  const engine = await createTestEngine({ blocks: [say], ...options });
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: {
      blocks: [{ block_type: 'say', label: 'greet', text: '{{ text }}' }],
      parameters: [
        {
          parameter_type: 'workflow',
          key: 'text',
          workflow_parameter_type: 'string',
          default_value: 'hello',
        },
      ],
    },
  });
  await engine.start();
  const start = (text = 'hello') =>
    engine.runs.start({ workflow_id: workflowPermanentId, parameters: { text } }, { organizationId });
  return { engine, organizationId, start };
}

/** A store whose disk is full whenever it is told so. */
function fillableStore() {
  const memory = storeUnderTest();
  const disk = { isFull: false };
  const full = () => {
    if (!disk.isFull) return;
    throw new RunwrightError('internal', 'Cannot query the database: `database or disk is full`.', {
      details: { store_unavailable: true },
    });
  };
  const guarded = <Call extends (...given: never[]) => Promise<unknown>>(call: Call) =>
    (async (...given: never[]) => {
      full();
      return call(...given);
    }) as unknown as Call;
  const { runs, idempotencyKeys, outbox } = memory;
  const store: Store = {
    ...memory,
    runs: { ...runs, claim: guarded(runs.claim), commit: guarded(runs.commit), revise: guarded(runs.revise) },
    outbox: { ...outbox, settle: guarded(outbox.settle) },
    idempotencyKeys: { ...idempotencyKeys, reserve: guarded(idempotencyKeys.reserve) },
  };
  return { store, disk };
}

it('a full disk is reported to onError and health, and the run goes on when there is space again', async () => {
  const { store, disk } = fillableStore();
  const reported = Promise.withResolvers<void>();
  const errors: { readonly message: string; readonly operation: string; readonly runId: string | null }[] =
    [];
  const { engine, organizationId, start } = await scene({
    drivers: { store },
    onError: (error, { component, operation, runId }) => {
      if (component !== 'store') return;
      errors.push({ message: String(error), operation, runId });
      reported.resolve();
    },
  });
  expect(await engine.health()).toMatchObject({ status: 'ok', store: 'ok' });
  disk.isFull = true;
  const { runId } = await start();
  await reported.promise;
  expect(errors[0]).toMatchObject({ message: expect.stringContaining('disk is full'), runId });
  expect(await engine.health()).toMatchObject({ status: 'unavailable', store: 'unavailable' });
  expect(await engine.health()).toMatchObject({ status: 'unavailable' });
  disk.isFull = false;
  expect(await engine.health()).toMatchObject({ status: 'ok', store: 'ok' });
  expect((await engine.runs.finished(organizationId, runId)).status).toBe('completed');
});

it('what a call answers is not reported', async () => {
  const errors: unknown[] = [];
  const { engine, organizationId, start } = await scene({ onError: (error) => errors.push(error) });
  await expect(engine.runs.get(organizationId, 'wr_1')).rejects.toThrow('not found');
  const { runId } = await start();
  await engine.runs.finished(organizationId, runId);
  await engine.close();
  expect(errors).toEqual([]);
});

it('hooks are called when runs and blocks start and end, in this order', async () => {
  const calls: string[] = [];
  const { engine, organizationId, start } = await scene({
    hooks: {
      runStart: ({ run }) => calls.push(`run ${run.status}`),
      blockStart: ({ attempt }) => calls.push(`${attempt.label} ${attempt.status}`),
      blockEnd: ({ attempt }) =>
        calls.push(`${attempt.label} ${attempt.status} ${JSON.stringify(attempt.output)}`),
      runEnd: ({ run }) => calls.push(`run ${run.status}`),
    },
  });
  const { runId } = await start();
  await engine.runs.finished(organizationId, runId);
  expect(calls).toEqual([
    'run running',
    'greet running',
    'greet completed {"text":"hello"}',
    'run completed',
  ]);
});

it('runEnd is called for a run that was canceled before it began', async () => {
  const calls: string[] = [];
  const { engine, organizationId, start } = await scene({
    settings: { concurrency: 0 },
    hooks: { runStart: () => calls.push('start'), runEnd: ({ run }) => calls.push(run.status) },
  });
  const { runId } = await start();
  await engine.runs.cancel(organizationId, runId);
  expect(calls).toEqual(['canceled']);
});

it('an error in a hook is reported and breaks no run', async () => {
  const places: string[] = [];
  const { engine, organizationId, start } = await scene({
    onError: (error, { component, operation }) => places.push(`${component} ${operation} ${String(error)}`),
    hooks: {
      runStart: () => {
        throw new Error('at once');
      },
      blockStart: async () => {
        throw new Error('later');
      },
    },
  });
  const { runId } = await start();
  expect((await engine.runs.finished(organizationId, runId)).status).toBe('completed');
  await engine.close();
  expect(places).toEqual(['hook runStart Error: at once', 'hook blockStart Error: later']);
});

it('an engine that closes waits for hooks', async () => {
  const gate = Promise.withResolvers<void>();
  let isDone = false;
  const { engine, organizationId, start } = await scene({
    hooks: {
      runEnd: async () => {
        await gate.promise;
        isDone = true;
      },
    },
  });
  const { runId } = await start();
  await engine.runs.finished(organizationId, runId);
  const closing = engine.close();
  gate.resolve();
  await closing;
  expect(isDone).toBe(true);
});

it('an onError or a logger that throws breaks nothing', async () => {
  const fail = () => {
    throw new Error('broken');
  };
  const { engine, organizationId, start } = await scene({
    onError: fail,
    logger: { debug: fail, info: fail, warn: fail, error: fail },
    hooks: { blockStart: fail },
  });
  const { runId } = await start();
  expect((await engine.runs.finished(organizationId, runId)).status).toBe('completed');
});

it('the logger gets an object first, then the message', async () => {
  const lines: unknown[] = [];
  const log = (level: string) => (fields: object, message: string) => lines.push([level, message, fields]);
  const { engine, organizationId, start } = await scene({
    logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
  });
  const { runId } = await start('fail');
  await engine.runs.finished(organizationId, runId);
  expect(lines).toMatchObject([
    ['info', 'run started', { runId, organizationId }],
    ['debug', 'block started', { runId, label: 'greet', blockType: 'say', attempt: 1 }],
    ['warn', 'block ended', { status: 'failed', failureReason: 'it was told to fail' }],
    ['info', 'run ended', { runId, status: 'failed' }],
  ]);
});

it('the same error is reported once in ten seconds, and counted', async () => {
  let now = 0;
  const repeats: number[] = [];
  const report = createErrorReporter({
    clock: { now: () => now },
    onError: (_error, where) => repeats.push(where.repeats),
  });
  const place = { component: 'store', operation: 'runs.commit' } as const;
  for (let time = 0; time < 5; time += 1) report(new Error('full'), place);
  now = 10_000;
  report(new Error('full'), place);
  expect(repeats).toEqual([0, 4]);
});
