import { expect, it } from 'vitest';
import { agentEngine, closeEngines, each, task } from '../acceptance/agent-engine.test-helpers.ts';
import { limitIterationsSize, limitOutputSize, limitRunOutput } from './stored-output.ts';

it('an output within the limit is stored as it is, a larger one is replaced by a marker with its size', () => {
  expect(limitOutputSize({ text: 'ä' }, 13)).toEqual({ text: 'ä' });
  expect(limitOutputSize({ text: 'ä' }, 12)).toMatchObject({ output_omitted: true, size_bytes: 13 });
});

it('of a loop the oldest iterations give way first, as many as have to', () => {
  const iteration = (index: number) => [{ output_value: `${index}`.repeat(400) }];
  const all = [0, 1, 2, 3].map(iteration);
  expect(limitIterationsSize(all, 10_000)).toEqual(all);
  const stored = limitIterationsSize(all, 1200);
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
