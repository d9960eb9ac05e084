import { defineBlock, type EgressPolicy, noUsage, RunwrightError, Type } from '@runwright/contract';
import { fakeBrowser, scriptedModel } from '@runwright/testing';
import { createTestEngine } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';
import type { EngineOptions } from '../api/engine-options.ts';

const open: Engine[] = [];

/** Closes the engines that the test has started. */
export async function closeEngines(): Promise<void> {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
}

const url = 'https://shop.test/';
const egress: EgressPolicy = { check: async (address) => ({ url: new URL(address), addresses: [] }) };
/** A step with a model call and a browser action, as an agent makes them; fails with a text that has to stay private. */
const agentLike = defineBlock({
  type: 'agent_like',
  config: Type.Object({ fails: Type.Boolean({ default: false }) }),
  output: Type.Null(),
  async run({ fails }, { log, browser, model, signal }) {
    const stepId = await log.record({ type: 'step-start', order: 0 });
    await model('act').generateText({ messages: [{ role: 'user', content: 'Hello' }], signal, stepId });
    const { page } = await browser();
    const origin = { stepId, order: 0, reasoning: null };
    await page.act({ action_type: 'goto_url', url }, { epoch: 0, origin, signal });
    await log.record({ type: 'step-end', stepId, status: 'completed', usage: noUsage });
    if (fails) throw new RunwrightError('block_failed', 'the secret word is on the page');
    return null;
  },
});

/** Starts an engine with the block `agent_like`; {@link closeEngines} closes it. */
export async function startEngine(options: EngineOptions = {}) {
  const engine = await createTestEngine({
    blocks: [agentLike],
    ...options,
    drivers: {
      browser: fakeBrowser({ pages: [{ url }] }),
      egress,
      model: scriptedModel({ answers: () => 'Hi' }),
      ...options.drivers,
    },
  });
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  return { engine, organizationId };
}
