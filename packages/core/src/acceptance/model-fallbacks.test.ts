import { defineBlock, type ModelPurpose, RunwrightError, Type } from '@runwright/contract';
import { scriptedModel } from '@runwright/testing';
import { expect, it } from 'vitest';
import type { EngineDrivers } from '../api/engine-options.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

/** Asks the model for two purposes. */
const asking = defineBlock({
  type: 'asking',
  config: Type.Object({}),
  output: Type.Object({ answers: Type.Array(Type.String()) }),
  async run(_config, { model, signal }) {
    const answer = async (purpose: ModelPurpose) => {
      const messages = [{ role: 'user' as const, content: 'Who are you?' }];
      return (await model(purpose).generateText({ messages, signal })).text;
    };
    return { answers: [await answer('act'), await answer('extract')] };
  },
});
const gone = new RunwrightError('model_failed', 'There is no such model.', { details: { status: 404 } });

async function answers(fallbackModels: EngineDrivers['fallbackModels']) {
  const model = scriptedModel({ answers: [gone, gone], id: 'main' });
  const drivers = { model, ...(fallbackModels ? { fallbackModels } : {}) };
  const engine = await createTestEngine({ blocks: [asking], drivers });
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Ask',
    workflow_definition: { parameters: [], blocks: [{ block_type: 'asking', label: 'ask' }] },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const { output } = await engine.runs.finished(organizationId, runId);
  await engine.close();
  return output;
}

const fallback = (id: string) => scriptedModel({ answers: [id, id], id });

it('one list of fallback models serves all purposes', async () => {
  expect(await answers([fallback('common')])).toMatchObject({
    ask_output: { answers: ['common', 'common'] },
  });
});

it('fallback models are chosen by the purpose of the call', async () => {
  const [common, careful] = [fallback('common'), fallback('careful')];
  const choose = (purpose: ModelPurpose) => (purpose === 'extract' ? [careful] : [common]);
  expect(await answers(choose)).toMatchObject({ ask_output: { answers: ['common', 'careful'] } });
});
