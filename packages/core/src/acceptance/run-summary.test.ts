import { defineBlock, Type } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createTestEngine } from './test-engine.test-helpers.ts';

/** A block that ends its task as an agent does. */
const task = (status: 'completed' | 'failed') =>
  defineBlock({
    type: 'task',
    config: Type.Object({}, { additionalProperties: true }),
    output: Type.Object({}),
    async run(_config, { log }) {
      const stepId = await log.record({ type: 'step-start', order: 0 });
      const action = { action_type: 'complete', summary: 'Order 4711 is paid.' };
      await log.record({ type: 'action', stepId, order: 0, action, status, reasoning: null, response: null });
      return {};
    },
  });

it.each([
  ['completed', 'Order 4711 is paid.'],
  ['failed', null],
] as const)('the summary of a run whose end was %s is %o', async (status, summary) => {
  const engine = await createTestEngine({ blocks: [task(status)] });
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const { runId } = await engine.runs.startTask({ prompt: 'Pay' }, { organizationId });
  expect((await engine.runs.finished(organizationId, runId)).summary).toBe(summary);
  await engine.close();
});
