import { expect, it } from 'vitest';
import { agentEngine, closeEngines, each, task } from '../acceptance/agent-engine.test-helpers.ts';
import { systemClock } from '../runtime/clock.ts';
import { limitIterationsSize, limitOutputSize, limitRunOutput } from './stored-output.ts';

it('an output within the limit is stored as it is, a larger one is replaced by a marker with its size', async () => {
  expect(await limitOutputSize({ text: 'ä' }, 13, systemClock)).toEqual({ text: 'ä' });
  const marker = { output_omitted: true, size_bytes: 13 };
  expect(await limitOutputSize({ text: 'ä' }, 12, systemClock)).toMatchObject(marker);
});

it('of a loop the oldest iterations give way first, as many as have to', async () => {
  const iteration = (index: number) => [{ output_value: `${index}`.repeat(400) }];
  const all = [0, 1, 2, 3].map(iteration);
  expect(await limitIterationsSize(all, 10_000, systemClock)).toEqual(all);
  const stored = await limitIterationsSize(all, 1200, systemClock);
  expect(stored.slice(0, 2)).toMatchObject([[{ output_omitted: true }], [{ output_omitted: true }]]);
  expect(stored.slice(2)).toEqual(all.slice(2));
});

it('of a run the outputs of earlier blocks give way first', () => {
  const text = 'x'.repeat(100);
  const output = { a_output: text, b_output: text, c_output: text };
  expect(limitRunOutput(output, 400)).toEqual(output);
  const limited = limitRunOutput(output, 250) as typeof output;
  expect(Object.keys(limited)).toEqual(Object.keys(output));
  expect(limited).toEqual({ ...output, a_output: expect.objectContaining({ output_omitted: true }) });
  expect(limitRunOutput([text], 10)).toEqual([text]);
});

it.each([4, 2, 0])(
  'the size of a loop of which %i iterations are stored is known to its run',
  async (kept) => {
    const all = [0, 1, 2, 3].map((index) => [{ output_value: `${index}`.repeat(400) }]);
    const loop = await limitIterationsSize(all, kept * 450, systemClock);
    const size = JSON.stringify(loop).length + 1;
    expect(limitRunOutput({ loop }, size)).toEqual({ loop });
    expect(limitRunOutput({ loop }, size - 1)).not.toEqual({ loop });
  },
);

it('outputs of blocks and of loops are stored up to the limit of the host', async () => {
  const scene = await agentEngine(({ call }) => ({ ok: `${call}`.repeat(500) }), {
    settings: { limits: { storedOutputBytes: 1500 } },
  });
  const run = await scene.finish({ blocks: [each('L', [1, 2, 3], [task('T')])] });
  await closeEngines();
  expect(run).toMatchObject({
    status: 'completed',
    output: { L_output: [[{ output_omitted: true }], [{ loop_value: 2 }], [{ loop_value: 3 }]] },
  });
});
