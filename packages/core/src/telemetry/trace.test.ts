import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  SpanKind,
  trace,
} from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, expect, it } from 'vitest';
import type { RunOrigin } from '../api/runs-api.ts';
import { closeEngines, startEngine } from './agent-like-engine.test-helpers.ts';

afterEach(async () => {
  await closeEngines();
  trace.disable();
  context.disable();
});

/** Registers an SDK that keeps the spans that ended. */
function record(onEnd: (span: ReadableSpan) => unknown = () => undefined): InMemorySpanExporter {
  const exporter = new InMemorySpanExporter();
  const listener: SpanProcessor = {
    onStart: () => undefined,
    onEnd,
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  };
  const spanProcessors = [new SimpleSpanProcessor(exporter), listener];
  const provider = new BasicTracerProvider({ spanProcessors });
  trace.setGlobalTracerProvider(provider);
  return exporter;
}

/** Executes a workflow and returns its spans once that of the run has ended. */
async function spansOf(
  blocks: readonly object[],
  origin: Pick<RunOrigin, 'traceContext'> = {},
): Promise<readonly ReadableSpan[]> {
  const exporter = record();
  const { engine, organizationId } = await startEngine();
  const draft = engine.workflows.parse({ workflow_definition: { blocks } });
  const { workflowPermanentId } = await engine.workflows.create(organizationId, draft);
  const { runId } = await engine.runs.start(
    { workflow_id: workflowPermanentId },
    { organizationId, ...origin },
  );
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

const caller = {
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  tracestate: 'vendor=1',
};

it('a run is inside of the span that started it, in another process too', async () => {
  const spans = await spansOf([{ block_type: 'agent_like', label: 'order' }], { traceContext: caller });
  const run = spans.find(({ name }) => name === 'run');
  expect(run?.parentSpanContext).toMatchObject({ spanId: '00f067aa0ba902b7', isRemote: true });
  expect(run?.parentSpanContext?.traceState?.serialize()).toBe('vendor=1');
  expect(run?.kind).toBe(SpanKind.CONSUMER);
  expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(
    new Set(['4bf92f3577b34da6a3ce929d0e0e4736']),
  );
});

it('a run that is claimed again begins a trace of its own with a link to the span that started it', async () => {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const exporter = record((span) => span.name === 'run' && resolve());
  const { engine, organizationId } = await startEngine();
  const runSpans = () => exporter.getFinishedSpans().filter(({ name }) => name === 'run');
  const draft = engine.workflows.parse({
    workflow_definition: {
      blocks: [{ block_type: 'human_interaction', label: 'ask', recipients: ['ann@example.test'] }],
    },
  });
  const { runId } = await engine.runs.startDraft(draft, {}, { organizationId, traceContext: caller });
  await left;
  await engine.runs.resume(organizationId, runId);
  await engine.runs.finished(organizationId, runId);
  await engine.close();
  const [first, second] = runSpans();
  expect(first?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
  expect(first?.links).toEqual([]);
  expect(second?.parentSpanContext).toBeUndefined();
  expect(second?.links.map(({ context: linked }) => linked.spanId)).toEqual(['00f067aa0ba902b7']);
  expect(second?.attributes['runwright.run.continued']).toBe(true);
});

it('a run that a block starts is inside of the span of the block', async () => {
  const exporter = record();
  const { engine, organizationId } = await startEngine();
  const create = async (blocks: readonly object[]) =>
    engine.workflows.create(organizationId, engine.workflows.parse({ workflow_definition: { blocks } }));
  const child = await create([{ block_type: 'agent_like', label: 'order' }]);
  const parent = await create([
    {
      block_type: 'workflow_trigger',
      label: 'start',
      workflow_permanent_id: child.workflowPermanentId,
      wait_for_completion: true,
    },
  ]);
  const { runId } = await engine.runs.start(
    { workflow_id: parent.workflowPermanentId },
    { organizationId, traceContext: caller },
  );
  await engine.runs.finished(organizationId, runId);
  await engine.close();
  const spans = exporter.getFinishedSpans();
  expect(spans.map((span) => pathOf(span, spans))).toContain(
    'run > block workflow_trigger > run > block agent_like',
  );
});

it('the active span of a start is what the run continues, and nothing is stored without one', async () => {
  const { engine, organizationId } = await startEngine();
  const blocks = [{ block_type: 'agent_like', label: 'order' }];
  const draft = engine.workflows.parse({ workflow_definition: { blocks } });
  const { workflowPermanentId: id } = await engine.workflows.create(organizationId, draft);
  const start = () => engine.runs.start({ workflow_id: id }, { organizationId });
  expect((await start()).settings.traceContext).toBeUndefined();
  context.setGlobalContextManager(asyncContexts());
  const span = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', traceFlags: 1 };
  const active = trace.setSpanContext(ROOT_CONTEXT, span);
  const [run, unsaved] = await context.with(active, () =>
    Promise.all([start(), engine.runs.startDraft(draft, {}, { organizationId })]),
  );
  const { traceparent } = caller;
  expect([run.settings.traceContext, unsaved.settings.traceContext]).toEqual([
    { traceparent },
    { traceparent },
  ]);
});

/** What an SDK registers so that the active span follows asynchronous calls. */
function asyncContexts(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, call, self, ...args) => storage.run(active, () => call.apply(self, args)),
    bind: (_active, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}
