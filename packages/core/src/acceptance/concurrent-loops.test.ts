import { manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import {
  agentEngine,
  closeEngines,
  each,
  endedBlocks,
  type Told,
  task,
} from './agent-engine.test-helpers.ts';

afterEach(closeEngines);

const goal = (text: string, members: object = {}) => ({ navigation_goal: text, ...members });
const byIndex = (label: string, members: object = {}) => task(label, goal('{{ current_index }}', members));

/** An agent whose blocks end when the test lets them. */
function held() {
  const waiting = new Map<string, (told: Told) => void>();
  const { promise: nothing } = Promise.withResolvers<never>();
  let heard = Promise.withResolvers<void>();
  const tellChange = (): void => {
    heard.resolve();
    heard = Promise.withResolvers<void>();
  };
  return {
    script: ({ label, goal, signal }: { label: string; goal: string; signal: AbortSignal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<Told>();
      waiting.set(`${label}${goal}`, resolve);
      signal.addEventListener('abort', () => {
        waiting.delete(`${label}${goal}`);
        reject(signal.reason);
        tellChange();
      });
      tellChange();
      return promise;
    },
    running: () => [...waiting.keys()].sort(),
    /** Waits until exactly these run. */
    async until(...names: string[]) {
      while ([...waiting.keys()].sort().join() !== [...names].sort().join())
        await Promise.race([heard.promise, nothing]);
    },
    end(name: string, told: Told = { ok: name }) {
      waiting.get(name)?.(told);
      waiting.delete(name);
    },
  };
}

it('up to `concurrency` iterations run at once, and the output stands in the order of the index', async () => {
  const agent = held();
  const scene = await agentEngine(agent.script);
  const { runId } = await scene.begin({
    blocks: [
      each('L', ['a', 'b', 'c'], [byIndex('T')], { concurrency: 2 }),
      task('Z', goal('{{ T.output }}')),
    ],
  });
  await agent.until('T0', 'T1');
  agent.end('T1');
  await agent.until('T0', 'T2');
  agent.end('T2');
  await agent.until('T0');
  agent.end('T0');
  await agent.until('ZT2');
  agent.end('ZT2');
  const run = await scene.engine.runs.finished(scene.organizationId, runId);
  expect(run).toMatchObject({
    status: 'completed',
    output: {
      L_output: ['a', 'b', 'c'].map((value, index) => [
        { loop_value: value, output_value: { extracted_information: `T${index}` } },
      ]),
      T_output: { extracted_information: 'T2' },
    },
  });
});

it('an iteration sees what was put out before the loop and by itself, not by other iterations', async () => {
  const scene = await agentEngine(({ goal }) => ({ ok: goal }));
  const run = await scene.finish({
    blocks: [
      task('A', goal('before')),
      each(
        'L',
        [0, 1],
        [
          task('T', goal('{{ A.output }} {{ U is defined }} {{ current_index }}')),
          task('U', goal('{{ T.output }}')),
        ],
        { concurrency: 2 },
      ),
      task('Z', goal('{{ U.output }}')),
    ],
  });
  expect(run.status).toBe('completed');
  expect([...scene.asked].sort()).toEqual([
    'A: before',
    'T: before False 0',
    'T: before False 1',
    'U: before False 0',
    'U: before False 1',
    'Z: before False 1',
  ]);
});

it('a failure that stops the loop cancels the iterations in flight and begins no other; the lowest that failed decides', async () => {
  const agent = held();
  const scene = await agentEngine(agent.script);
  const { runId } = await scene.begin({
    blocks: [each('L', [0, 1, 2, 3], [byIndex('T')], { concurrency: 3 }), task('Z')],
  });
  await agent.until('T0', 'T1', 'T2');
  agent.end('T2', { terminates: 'two gave up' });
  agent.end('T1', { fails: 'one is broken' });
  const run = await scene.engine.runs.finished(scene.organizationId, runId);
  expect(run.status).toBe('failed');
  expect(run.failureReason).toContain('one is broken');
  expect(scene.asked).toHaveLength(3);
  expect((await endedBlocks(scene, run)).sort()).toEqual([
    'L failed',
    'T canceled',
    'T failed',
    'T terminated',
  ]);
  expect(run.output).toMatchObject({ L_output: [[{ output_value: null }], [{}], [{}]] });
});

it('a failure that a flag swallows lets the other iterations go on', async () => {
  const scene = await agentEngine(({ goal }) => (goal === '1' ? { fails: 'no' } : undefined));
  const run = await scene.finish({
    blocks: [
      each('L', [0, 1, 2, 3], [byIndex('T', { next_loop_on_failure: true }), task('U')], { concurrency: 2 }),
    ],
  });
  expect(run.status).toBe('completed');
  expect(scene.asked.filter((asked) => asked === 'U')).toHaveLength(3);
});

it('of more items than the limit those within it are executed, and then the loop fails', async () => {
  const scene = await agentEngine(undefined, { settings: { limits: { loopIterations: 3 } } });
  const run = await scene.finish({ blocks: [each('L', [1, 2, 3, 4], [task('T')], { concurrency: 2 })] });
  expect(scene.asked).toHaveLength(3);
  expect(run).toMatchObject({ status: 'failed', errors: [{ error_code: 'max_loop_iterations' }] });
});

it('a cancel reaches every iteration that is in flight', async () => {
  const agent = held();
  const scene = await agentEngine(agent.script);
  const { runId } = await scene.begin({ blocks: [each('L', [0, 1, 2], [byIndex('T')], { concurrency: 2 })] });
  await agent.until('T0', 'T1');
  const run = await scene.engine.runs.cancel(scene.organizationId, runId);
  expect(run.status).toBe('canceled');
  await agent.until();
  expect(await endedBlocks(scene, run)).toEqual(['T canceled', 'T canceled', 'L canceled']);
});

it('the time of the loop ends every iteration that is in flight', async () => {
  const clock = manualClock();
  const agent = held();
  const scene = await agentEngine(agent.script, { drivers: { clock } });
  const { runId } = await scene.begin({
    blocks: [each('L', [0, 1, 2], [byIndex('T')], { concurrency: 2, timeout_seconds: 30 })],
  });
  await agent.until('T0', 'T1');
  await clock.advance(31_000);
  const run = await scene.engine.runs.finished(scene.organizationId, runId);
  expect(await endedBlocks(scene, run)).toEqual(['T timed_out', 'T timed_out', 'L timed_out']);
});

it('iterations that all wait give the worker back; one that works while another waits does not', async () => {
  const clock = manualClock();
  const agent = held();
  const scene = await agentEngine(agent.script, { drivers: { clock }, settings: { concurrency: 1 } });
  const { runId } = await scene.begin({
    blocks: [
      each('L', [0, 1], [byIndex('T'), { block_type: 'wait', label: 'W', wait_sec: 60 }, byIndex('U')], {
        concurrency: 2,
      }),
    ],
  });
  await agent.until('T0', 'T1');
  agent.end('T0');
  await clock.untilSleeping(2);
  await clock.advance(61_000);
  await agent.until('T1', 'U0');
  agent.end('U0');
  agent.end('T1');
  const other = await scene.begin({ blocks: [task('other')] });
  await agent.until('other');
  agent.end('other');
  await scene.engine.runs.finished(scene.organizationId, other.runId);
  await clock.advance(61_000);
  await agent.until('U1');
  agent.end('U1');
  const run = await scene.engine.runs.finished(scene.organizationId, runId);
  expect(run.status).toBe('completed');
});

it('loops of several at once stand inside each other, and conditionals inside them', async () => {
  const scene = await agentEngine();
  const inner = each(
    'I',
    '{{ current_value }}',
    [
      {
        block_type: 'conditional',
        label: 'if',
        branch_conditions: [
          { criteria: { expression: '{{ current_value is odd }}' }, next_block_label: 'odd' },
          { is_default: true, next_block_label: null },
        ],
      },
      task('odd', goal('{{ current_value }}')),
    ],
    { concurrency: 3 },
  );
  const run = await scene.finish({
    blocks: [
      each(
        'O',
        [
          [1, 2, 3],
          [4, 5],
        ],
        [inner],
        { concurrency: 2 },
      ),
    ],
  });
  expect(run.status).toBe('completed');
  expect([...scene.asked].sort()).toEqual(['odd: 1', 'odd: 3', 'odd: 5']);
  expect(run.output).toMatchObject({
    I_output: [[{ loop_value: 4 }], [{ loop_value: 5 }, { loop_value: 5 }]],
    odd_output: { extracted_information: 'odd' },
  });
});
