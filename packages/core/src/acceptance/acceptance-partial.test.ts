import { afterEach, expect, it } from 'vitest';
import { agentEngine, closeEngines, each, endedBlocks, task } from './agent-engine.test-helpers.ts';

afterEach(closeEngines);

const goal = (text: string) => ({ navigation_goal: text });
const definition = {
  version: 2,
  blocks: [
    task('A', { next_block_label: 'L' }),
    each('L', [1, 2], [task('T', goal('{{ A_output }} {{ A.x }} {{ current_value }}'))], {
      next_block_label: 'C',
    }),
    task('C', { on_failure_next_label: 'D' }),
    task('D'),
    task('Z'),
  ],
  finally_block_label: 'Z',
};

it('a partial run executes the named blocks in the given order, at any depth, and then the finally block', async () => {
  const scene = await agentEngine();
  const run = await scene.finish(definition, { block_labels: ['C', 'A', 'T'] });
  expect(run.status).toBe('completed');
  expect(await endedBlocks(scene, run)).toEqual(['C completed', 'A completed', 'T completed', 'Z completed']);
});

it('an output is given under the label or under the name of the output, and is in scope under both', async () => {
  for (const name of ['A', 'A_output']) {
    const scene = await agentEngine();
    await scene.finish(definition, { block_labels: ['L'], block_outputs: { [name]: { x: 7 } } });
    expect(scene.asked).toEqual(["T: {'x': 7} 7 1", "T: {'x': 7} 7 2", 'Z']);
  }
});

it('a failure edge of a partial run leads to a later one of its blocks; otherwise the failure stops it', async () => {
  const scene = await agentEngine(({ label }) => (label === 'C' ? { fails: 'no' } : undefined));
  expect((await scene.finish(definition, { block_labels: ['C', 'A', 'D'] })).status).toBe('completed');
  expect(scene.asked).toEqual(['C', 'D', 'Z']);
  expect((await scene.finish(definition, { block_labels: ['C', 'A'] })).status).toBe('failed');
  expect(scene.asked.slice(3)).toEqual(['C', 'Z']);
});

it('unknown labels, and labels that are named twice, are refused all at once', async () => {
  const scene = await agentEngine();
  const request = { block_labels: ['nope', 'A', 'A'], block_outputs: { T_output: 1, nothing: 2 } };
  await expect(scene.begin(definition, request)).rejects.toMatchObject({
    code: 'invalid_input',
    details: {
      problems: [
        { path: ['block_labels', 0], message: expect.stringContaining('`nope`') },
        { path: ['block_labels', 2], message: expect.stringContaining('twice') },
        { path: ['block_outputs', 'nothing'] },
      ],
    },
  });
  await expect(scene.begin(definition, { block_labels: [] })).rejects.toMatchObject({
    code: 'invalid_input',
  });
});
