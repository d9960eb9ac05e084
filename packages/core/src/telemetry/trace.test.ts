import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { defineBlock, type EgressPolicy, noUsage, RunwrightError, Type } from '@runwright/contract';
import { fakeBrowser, scriptedModel } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import { createEngine } from '../engine/create-engine.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
  trace.disable();
});

const url = 'https://shop.test/';
const egress: EgressPolicy = { check: async (address) => ({ url: new URL(address), addresses: [] }) };
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

/** Executes a workflow and returns its spans once that of the run has ended. */
async function spansOf(blocks: readonly object[]): Promise<readonly ReadableSpan[]> {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  const engine = await createEngine({
    blocks: [agentLike],
    drivers: {
      browser: fakeBrowser({ pages: [{ url }] }),
      egress,
      model: scriptedModel({ answers: () => 'Hi' }),
    },
  });
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const draft = engine.workflows.parse({ workflow_definition: { blocks } });
  const { workflowPermanentId } = await engine.workflows.create(organizationId, draft);
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await engine.runs.finished(organizationId, runId);
  await engine.close();
  return exporter.getFinishedSpans();
}

/** Names of a span and of those around it, from the outermost. */
function pathOf(span: ReadableSpan, all: readonly ReadableSpan[]): string {
  const parent = all.find((one) => one.spanContext().spanId === span.parentSpanContext?.spanId);
  return parent ? `${pathOf(parent, all)} > ${span.name}` : span.name;
}

it('a run is a trace: run, block, step, and model call and browser action in the step', async () => {
  const spans = await spansOf([{ block_type: 'agent_like', label: 'order' }]);
  expect(spans.map((span) => pathOf(span, spans)).toSorted()).toEqual([
    'run',
    'run > block agent_like',
    'run > block agent_like > step',
    'run > block agent_like > step > action goto_url',
    'run > block agent_like > step > chat scripted',
  ]);
  expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
  const attributes = Object.assign({}, ...spans.map((span) => span.attributes));
  expect(attributes).toMatchObject({
    'runwright.run.status': 'completed',
    'runwright.block.label': 'order',
    'runwright.block.status': 'completed',
    'runwright.step.order': 1,
    'runwright.action.type': 'goto_url',
    'gen_ai.request.model': 'scripted',
    'runwright.model.purpose': 'act',
  });
});

it('blocks of a loop are inside of the span of the loop', async () => {
  const body = { block_type: 'agent_like', label: 'each' };
  const spans = await spansOf([
    {
      block_type: 'for_loop',
      label: 'all',
      loop_variable_reference: "{{ ['a', 'b'] }}",
      loop_blocks: [body],
    },
  ]);
  const blocks = spans.filter(({ name }) => name.startsWith('block '));
  expect(blocks.map((span) => pathOf(span, spans))).toEqual([
    'run > block for_loop > block agent_like',
    'run > block for_loop > block agent_like',
    'run > block for_loop',
  ]);
});

it('a failed block and its run have the status of an error, without the text of the failure', async () => {
  const spans = await spansOf([{ block_type: 'agent_like', label: 'order', fails: true }]);
  const failed = spans.filter(({ status }) => status.code === 2);
  expect(failed.map(({ name }) => name)).toEqual(['block agent_like', 'run']);
  expect(JSON.stringify(failed.map(({ status, attributes }) => [status, attributes]))).not.toContain(
    'secret',
  );
});
