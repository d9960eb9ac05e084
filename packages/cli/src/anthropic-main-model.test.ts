import { agentBlocks } from '@runwright/agent';
import { createEngine, type Engine } from '@runwright/core';
import { anthropicModel } from '@runwright/model-anthropic';
import {
  fakeBrowser,
  type MessagesBody,
  type MessagesEndpoint,
  messagesEndpoint,
  scriptedMove,
} from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let endpoint: MessagesEndpoint;
let engine: Engine;
/** Answer to a request. */
let answer: (body: MessagesBody) => unknown;
beforeAll(async () => {
  endpoint = await messagesEndpoint({
    otherwise: (body) => [{ type: 'text', text: `\`\`\`json\n${JSON.stringify(answer(body))}\n\`\`\`` }],
  });
  const page = { url: 'https://shop.example/', title: 'Shop', text: ['The shop is open.'] };
  engine = await createEngine({
    blocks: agentBlocks(),
    drivers: {
      browser: fakeBrowser({ pages: [page] }),
      model: anthropicModel({ apiKey: 'key', baseUrl: endpoint.url, model: 'claude-sonnet-5-5' }),
      egress: { check: async (url) => ({ url: new URL(url), addresses: [] }) },
    },
  });
  await engine.start();
}, 60_000);
afterAll(async () => {
  await engine?.close();
  await endpoint?.[Symbol.asyncDispose]();
});

async function runBlock(block: object) {
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(
    organizationId,
    engine.workflows.parse({
      workflow_definition: { blocks: [block] },
    }),
  );
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const run = await engine.runs.finished(organizationId, runId);
  expect({ status: run.status, reason: run.failureReason }).toEqual({ status: 'completed', reason: null });
  expect(endpoint.violations).toEqual([]);
  return run;
}

it('a Claude model answers in a schema that the API takes', async () => {
  answer = () => ({ price: 12, note: null });
  const before = endpoint.bodies.length;
  const { output } = await runBlock({
    ...{ block_type: 'text_prompt', label: 'ask', prompt: 'What does it cost?' },
    json_schema: {
      type: 'object',
      properties: { price: { type: 'number', minimum: 0 }, note: { type: 'string', maxLength: 9 } },
      required: ['price'],
    },
  });
  expect(output).toMatchObject({ ask_output: { price: 12 } });
  expect(endpoint.bodies[before]?.output_config?.format?.schema).toMatchObject({
    ...{ required: ['price', 'note'], additionalProperties: false },
  });
});

it('a Claude model is the main model of the agent', async () => {
  answer = ({ system }) =>
    JSON.stringify(system).includes('action_type')
      ? scriptedMove.act('The shop is open.', [scriptedMove.complete('The shop is open.')])
      : { verdict: 'done', evidence: 'Shop', missing: null };
  const before = endpoint.bodies.length;
  await runBlock({
    ...{ block_type: 'navigation', label: 'look', url: 'https://shop.example/' },
    navigation_goal: 'See whether the shop is open.',
  });
  const bodies = endpoint.bodies.slice(before);
  expect(bodies.length).toBeGreaterThanOrEqual(2);
  // Actions are told in words, because their short schema is not strict; the judgement is a strict schema.
  expect(bodies[0]?.output_config?.format).toBeUndefined();
  expect(bodies.at(-1)?.output_config?.format?.type).toBe('json_schema');
  expect(bodies.every(({ system }) => JSON.stringify(system).includes('cache_control'))).toBe(true);
});
