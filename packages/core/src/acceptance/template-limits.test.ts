import { manualClock } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { flowEngine, task } from './flow.test-helpers.ts';

const shared = '[[1]*10000]*100000';
const text = '{% for i in range(99999) %}{% for j in range(99999) %}x{% endfor %}{% endfor %}';
const overLimit = /could not be rendered: The template exceeds the limit `(steps|timeMs|outputLength)`/;

const branch = (expression: string) => ({
  block_type: 'conditional',
  label: 'b',
  branch_conditions: [
    { criteria: { criteria_type: 'jinja2_template', expression }, next_block_label: null },
    { is_default: true, next_block_label: null },
  ],
});

describe('a template past its limit fails its block, and the engine goes on', { tags: ['security'] }, () => {
  it.each([
    [
      'an http body',
      { block_type: 'http_request', label: 'b', url: 'http://a.test/', body: `{{ ${shared} }}` },
    ],
    ['a condition', branch(`{{ ${shared} }}`)],
    ['a condition that is text', branch(text)],
    [
      'the values of a loop',
      { block_type: 'for_loop', label: 'b', loop_variable_reference: shared, loop_blocks: [task('c')] },
    ],
    ['a text', { block_type: 'task', label: 'b', navigation_goal: text }],
    ['the filter json', { block_type: 'task', label: 'b', navigation_goal: `{{ (${shared})|json }}` }],
    [
      'the condition of a while loop',
      {
        block_type: 'while_loop',
        label: 'b',
        condition: { criteria_type: 'jinja2_template', expression: `{{ ${shared} }}` },
        loop_blocks: [task('c')],
      },
    ],
  ])('%s', async (_title, block) => {
    for (const strict of [false, true]) {
      const scene = await flowEngine(manualClock());
      const { workflowPermanentId } = await scene.engine.workflows.create(scene.organizationId, {
        title: 'Bomb',
        workflow_definition: { parameters: [], blocks: [block], strict_templates: strict },
      });
      const run = await scene.finished(await scene.start(workflowPermanentId));
      expect(run.status).toBe('failed');
      expect(run.failureReason).toMatch(overLimit);
      expect(await scene.rows(run)).toEqual(['b failed']);
      const next = await scene.finished(await scene.begin([task('after')]));
      expect(next.status).toBe('completed');
      await scene.engine.close();
    }
  });
});
