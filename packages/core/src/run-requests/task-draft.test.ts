import { expect, it } from 'vitest';
import { taskDraft, taskProblems } from './task-draft.ts';

it('a task is a workflow of one block with the limits of its agent', () => {
  const draft = taskDraft({ prompt: 'List the orders', url: 'https://shop.test', engine: 'service-1.0' });
  expect(draft.status).toBe('auto_generated');
  expect(draft.workflow_definition.blocks).toEqual([
    {
      block_type: 'task',
      label: 'task',
      title: '',
      engine: 'service-1.0',
      navigation_goal: 'List the orders',
      max_steps_per_run: 10,
      include_action_history_in_verification: false,
      url: 'https://shop.test',
    },
  ]);
});

it('the default agent has 25 steps, the pointer agents 50, and the request beats both', () => {
  const steps = (request: object) =>
    Object(taskDraft({ prompt: 'x', ...request }).workflow_definition.blocks[0]).max_steps_per_run;
  expect([steps({}), steps({ engine: 'cua-a' }), steps({ max_steps: 3 })]).toEqual([25, 50, 3]);
});

it('what a caller writes is no template', () => {
  const [block] = taskDraft({ prompt: 'Type {{ 7*7 }} and {% if %}' }).workflow_definition.blocks;
  expect(block).toHaveProperty('navigation_goal', "Type {{ '{{' }} 7*7 }} and {{ '{%' }} if %}");
});

it('a problem of the block is shown at the member of the request that it comes from', () => {
  const problem = (path: (string | number)[]) => ({ path, message: 'no', type: 'value_error' });
  const block = ['workflow_definition', 'blocks', 0];
  expect(
    taskProblems([
      problem([...block, 'data_schema', 'type']),
      problem([...block, 'url']),
      problem(['title']),
    ]),
  ).toEqual([problem(['data_extraction_schema', 'type']), problem(['url']), problem(['title'])]);
});
