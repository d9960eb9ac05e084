import { defineBlock, type SubtaskStart, Type } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createTestEngine } from './test-engine.test-helpers.ts';

/** A block that records the parts of a divided task as a planner does. */
const task = defineBlock({
  type: 'task',
  config: Type.Object({}, { additionalProperties: true }),
  output: Type.Object({}),
  async run(_config, { log }) {
    const part = (kind: SubtaskStart['kind'], goal: string) =>
      log.record({
        ...{ type: 'subtask-start', kind, goal, dataSchema: null, url: null, parentSubtaskId: null },
        ...{ currentValue: null, currentIndex: null },
      });
    for (const goal of ['Search for lamps.', 'Open the first one.']) {
      const subtaskId = await part('navigation', goal);
      const stepId = await log.record({ type: 'step-start', order: 0, subtaskId });
      const action = { action_type: 'complete', summary: goal };
      const end = { status: 'completed', reasoning: null, response: null } as const;
      await log.record({ type: 'action', stepId, order: 0, action, ...end });
      await log.record({
        ...{ type: 'subtask-end', subtaskId, status: 'completed', output: null },
        ...{ failureReason: null, durationMs: 1 },
      });
    }
    return {};
  },
});
/** The blocks that a published task may have. */
const others = ['goto_url', 'navigation'].map((type) =>
  defineBlock({
    type,
    config: Type.Object({}, { additionalProperties: true }),
    output: Type.Object({}),
    run: async () => ({}),
  }),
);

async function finishTask(request: object) {
  const engine = await createTestEngine({ blocks: [task, ...others] });
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const prompt = 'Look at the first lamp.';
  const { runId } = await engine.runs.startTask(
    { prompt, engine: 'service-2.0', ...request },
    { organizationId },
  );
  const run = await engine.runs.finished(organizationId, runId);
  const workflow = await engine.workflows.get(organizationId, run.workflowPermanentId);
  const timeline = await engine.runs.timeline(organizationId, runId);
  await engine.close();
  return { run, workflow, timeline };
}

it('a completed task that is published becomes a workflow of its parts, as the next version', async () => {
  const { run, workflow, timeline } = await finishTask({
    publish_workflow: true,
    url: 'https://shop.example/',
  });
  expect(run.failureReason).toBeNull();
  expect(run.status).toBe('completed');
  expect(workflow).toMatchObject({ version: 2, status: 'published' });
  expect(workflow.draft.workflow_definition.blocks).toMatchObject([
    { block_type: 'goto_url', url: 'https://shop.example/', next_block_label: 'part_1' },
    { block_type: 'navigation', navigation_goal: 'Search for lamps.', next_block_label: 'part_2' },
    { block_type: 'navigation', navigation_goal: 'Open the first one.' },
  ]);
  expect(JSON.stringify(timeline)).toContain('published as version 2 of its workflow, with 3 blocks');
});

it('a task that is not published keeps its workflow of one block', async () => {
  expect((await finishTask({})).workflow).toMatchObject({ version: 1, status: 'auto_generated' });
});

it('the summary of a part is not the summary of the run', async () => {
  expect((await finishTask({})).run.summary).toBeNull();
});
