import { defineBlock, Type } from '@runwright/contract';
import { defineConfig } from '../index.ts';

/** A grey picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
const actionsOfStep = 10;
const usage = { input: 900, output: 80, reasoning: 0, cached: 0, cacheWrite: 0, cost: 0.001 };

/** Executes nothing, but leaves the timeline of an agent with this many steps: a screenshot and ten actions each. */
const manySteps = defineBlock({
  type: 'many_steps',
  onWorkerLost: 'repeat',
  config: Type.Object({ steps: Type.Integer() }),
  output: Type.Object({ actions: Type.Integer() }),
  async run({ steps }, { log, artifact }) {
    for (let order = 1; order <= steps; order++) {
      const stepId = await log.record({ type: 'step-start', order });
      const act = (index: number) =>
        log.record({
          type: 'action',
          stepId,
          order: index,
          action: { action_type: 'wait' },
          status: 'completed',
          reasoning: null,
          response: `Answer ${(order - 1) * actionsOfStep + index}`,
        });
      await Promise.all([
        artifact({ type: 'screenshot_action', content: png, stepId }),
        ...Array.from({ length: actionsOfStep }, (_, index) => act(index)),
      ]);
      await log.record({ type: 'step-end', stepId, status: 'completed', usage });
    }
    return { actions: steps * actionsOfStep };
  },
});

// biome-ignore lint/style/noDefaultExport: a configuration file has one.
export default defineConfig({ blocks: [manySteps] });
