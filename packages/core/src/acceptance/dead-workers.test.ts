import type { Run, Store } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import { flowEngine, task } from './flow.test-helpers.ts';
import { storeUnderTest } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

/** A started engine; before it claims a run for the first time, the run is lost by each of these owners. */
async function engineAfter(ownersOf: (run: Run) => readonly string[]) {
  const store = storeUnderTest();
  const claimed = new Set<string>();
  const claim: Store['runs']['claim'] = async (runId, options) => {
    const run = await store.runs.find(runId);
    if (run && !claimed.has(runId)) {
      claimed.add(runId);
      for (const owner of ownersOf(run)) await store.runs.claim(runId, { ...options, owner, leaseMs: 0 });
    }
    return store.runs.claim(runId, options);
  };
  const made = await flowEngine(
    manualClock(),
    {},
    {
      drivers: { store: { ...store, runs: { ...store.runs, claim } } },
    },
  );
  open.push(made.engine);
  const runs = async () => (await made.engine.runs.list(made.organizationId, { pageSize: 100 })).items;
  return { ...made, runs };
}

const trigger = (workflow: string, members: object = {}) => ({
  ...{ block_type: 'workflow_trigger', label: 't', workflow_permanent_id: workflow, ...members },
});
const loop = (members: object, ...loop_blocks: readonly object[]) => ({
  ...{ block_type: 'for_loop', label: 'l', loop_variable_reference: 'range(10)', loop_blocks, ...members },
});

it.each([1, 2])(
  'a run that starts runs without end which end their processes, %i below it, ends with the fifth process',
  { tags: ['security'] },
  async (depth) => {
    let deaths = 0;
    const die = () => {
      deaths += 1;
      return `dead-${deaths}/7`;
    };
    const { save, begin, finished, runs, ran } = await engineAfter((run) =>
      run.parent?.depth === depth ? [die(), die()] : [],
    );
    const poison = await save([task('p')]);
    const child = depth === 1 ? poison : await save([trigger(poison)]);
    const run = await finished(
      await begin([loop({}, task('progress'), trigger(child, { continue_on_failure: true }))]),
    );
    expect(run).toMatchObject({
      status: 'failed',
      failureCategory: 'worker',
      failureReason: expect.stringContaining('At least 5 worker processes died'),
      errors: expect.arrayContaining([
        expect.objectContaining({ error_code: 'worker_lost', block_label: null }),
      ]),
    });
    const below = (await runs()).filter(({ parent }) => parent !== null).map(({ status }) => status);
    const ends = ['canceled', 'failed', 'failed'].flatMap((status) => Array(depth).fill(status));
    expect(below.toSorted()).toEqual(ends);
    expect(ran).toEqual(['progress', 'progress', 'progress']);
  },
);

it('runs that are lost with the same process count its death once', async () => {
  const claimed = new Set<string>();
  const { save, begin, finished, runs } = await engineAfter(({ parent, runId }) =>
    parent ? [`dead/${claimed.add(runId).size}`] : [],
  );
  const child = await save([task('c')]);
  const run = await finished(await begin([loop({ concurrency: 5 }, trigger(child))]));
  expect(run).toMatchObject({ status: 'completed' });
  expect(await runs()).toHaveLength(11);
});
