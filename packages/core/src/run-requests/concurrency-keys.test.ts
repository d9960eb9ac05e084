import type { Run, Store } from '@runwright/contract';
import { fakeMailer, manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { flowEngine, task, type Word } from '../acceptance/flow.test-helpers.ts';
import { storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';
import type { EngineOptions } from '../api/engine-options.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

async function scene(
  script: Readonly<Record<string, readonly Word[]>> = {},
  options: EngineOptions = {},
  clock = manualClock(),
) {
  const made = await flowEngine(clock, script, { settings: { concurrency: 4 }, ...options });
  open.push(made.engine);
  const saveKeyed = async (key: string | null, members: object = {}) => {
    const { workflowPermanentId } = await made.engine.workflows.create(made.organizationId, {
      title: 'Keyed',
      run_sequentially: true,
      sequential_key: key,
      workflow_definition: {
        parameters: [
          {
            parameter_type: 'workflow',
            key: 'region',
            workflow_parameter_type: 'string',
            default_value: 'eu',
          },
        ],
        blocks: [task('A')],
        ...members,
      },
    });
    return workflowPermanentId;
  };
  const statuses = async (runs: readonly Run[]) =>
    Promise.all(runs.map(async (run) => (await made.get(run)).status));
  return { ...made, saveKeyed, statuses };
}

const keptStore = (): Store => ({ ...storeUnderTest(), close: async () => undefined });

/** Starts so many runs, one after the other. */
async function several(count: number, start: () => Promise<Run>): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (let index = 0; index < count; index += 1) runs.push(await start());
  return runs;
}

it('runs of a workflow that runs sequentially go one after the other, in the order in which they came', async () => {
  const { engine, save, start, began, ran, release, statuses, finished, organizationId } = await scene({
    A: ['gate'],
  });
  const workflow = await save([task('A')], { run_sequentially: true });
  const runs = await several(4, () => start(workflow));
  const order: string[] = [];
  const ends = runs.map(async (run) => {
    await finished(run);
    order.push(run.runId);
  });
  for (const [index, run] of runs.entries()) {
    await began(run, 'A');
    expect(ran).toHaveLength(index + 1);
    const waiting = runs.slice(index + 1);
    await expect.poll(() => statuses(waiting)).toEqual(waiting.map(() => 'queued'));
    release();
  }
  await Promise.all(ends);
  expect(order).toEqual(runs.map((run) => run.runId));
  expect((await engine.runs.list(organizationId, { statuses: ['completed'] })).items).toHaveLength(4);
});

it('the sequential key is rendered with the parameters of the run, and only equal keys wait', async () => {
  const { saveKeyed, start, began, statuses, release, finished } = await scene({ A: ['gate'] });
  const workflow = await saveKeyed('{{ region | lower }}');
  const [eu, us, alsoEu] = [
    await start(workflow),
    await start(workflow, { parameters: { region: 'us' } }),
    await start(workflow, { parameters: { region: 'EU' } }),
  ];
  await began(eu, 'A');
  await began(us, 'A');
  await expect.poll(() => statuses([eu, us, alsoEu])).toEqual(['running', 'running', 'queued']);
  release();
  await began(alsoEu, 'A');
  release();
  expect((await finished(alsoEu)).status).toBe('completed');
});

it('a key that cannot be rendered refuses the start, naming the field', async () => {
  const { saveKeyed, start } = await scene();
  const workflow = await saveKeyed('{{ nope.x }}');
  await expect(start(workflow)).rejects.toMatchObject({
    code: 'invalid_input',
    details: { problems: [{ path: ['sequential_key'] }] },
  });
});

it('runs of one browser address wait for each other, whatever their workflow, and a run of two keys for both', async () => {
  const browser_address = 'ws://10.0.0.1:9222/';
  const egress = { check: async (url: string | URL) => ({ url: new URL(url), addresses: [] }) };
  const { save, start, began, statuses, release, finished } = await scene(
    { A: ['gate'] },
    { drivers: { egress } },
  );
  const plain = await save([task('A')]);
  const sequential = await save([task('A')], { run_sequentially: true });
  const one = await start(plain, { browser_address });
  const two = await start(sequential);
  const both = await start(sequential, { browser_address });
  await began(one, 'A');
  await began(two, 'A');
  await expect.poll(() => statuses([one, two, both])).toEqual(['running', 'running', 'queued']);
  release();
  await began(both, 'A');
  release();
  expect((await finished(both)).status).toBe('completed');
});

it('a run that is paused, or waits for a time, holds its concurrency key', async () => {
  const { engine, organizationId, save, start, paused, statuses, finished } = await scene(
    {},
    { drivers: { mailer: fakeMailer() } },
  );
  const ask = { block_type: 'human_interaction', label: 'ask', recipients: ['a@example.test'] };
  const workflow = await save([ask], { run_sequentially: true });
  const [first, second] = await several(2, () => start(workflow));
  if (!first || !second) throw new Error('two runs were wanted');
  await paused(first);
  await expect.poll(() => statuses([first, second])).toEqual(['paused', 'queued']);
  await engine.runs.resume(organizationId, first.runId);
  await paused(second);
  await engine.runs.resume(organizationId, second.runId, { outcome: 'reject' });
  expect((await finished(second)).status).toBe('terminated');
});

it('a queued run can be canceled while it waits for its concurrency key, and those behind it go on', async () => {
  const { engine, organizationId, save, start, began, release, finished } = await scene({ A: ['gate'] });
  const workflow = await save([task('A')], { run_sequentially: true });
  const [first, second, third] = await several(3, () => start(workflow));
  if (!first || !second || !third) throw new Error('three runs were wanted');
  await began(first, 'A');
  await engine.runs.cancel(organizationId, second.runId);
  await engine.runs.cancel(organizationId, first.runId);
  await began(third, 'A');
  release();
  expect((await finished(third)).status).toBe('completed');
});

it('concurrency keys hold across two engines on one store, each with a queue of its own', async () => {
  const store = keptStore();
  const clock = manualClock();
  const left = await scene({ A: ['gate'] }, { drivers: { store } }, clock);
  const right = await scene({ A: ['gate'] }, { drivers: { store } }, clock);
  const workflow = await left.save([task('A')], { run_sequentially: true });
  const runs = await several(6, () => left.start(workflow));
  const more = await several(6, () => right.start(workflow));
  for (let done = 0; done < 12; done += 1) {
    // Whichever engine has the next run: it is one of them, and never both.
    for (let tries = 0; left.ran.length + right.ran.length < done + 1; tries += 1) {
      await clock.advance(1000);
      if (tries > 200) throw new Error(`run ${done + 1} did not begin`);
    }
    expect(left.ran.length + right.ran.length).toBe(done + 1);
    left.release();
    right.release();
  }
  // An engine sees the ends of the other's runs when it looks again, which the clock decides.
  let isOver = false;
  const ended = Promise.all([...runs, ...more].map(left.finished)).finally(() => {
    isOver = true;
  });
  while (!isOver) await clock.advance(1000);
  expect(new Set((await ended).map((run) => run.status))).toEqual(new Set(['completed']));
});

it('a concurrency key is freed when the process that held it is gone', async () => {
  const store = keptStore();
  const first = await scene({ A: ['hang'] }, { drivers: { store } });
  const workflow = await first.save([task('A')], { run_sequentially: true });
  const runs = await several(3, () => first.start(workflow));
  const [head] = runs;
  if (!head) throw new Error('a run was wanted');
  await first.began(head, 'A');
  await first.engine.close();
  const second = await scene({}, { drivers: { store }, settings: { takeOver: true } });
  for (const run of runs) expect((await second.finished(run)).status).toBe('completed');
});
