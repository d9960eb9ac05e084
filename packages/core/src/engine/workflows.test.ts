import type {
  AcceptedDraft,
  RunHandle,
  TypedWorkflow,
  WorkflowDraft,
  WorkflowHandle,
} from '@runwright/contract';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { createTestEngine } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

async function scene() {
  const engine = await createTestEngine();
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  return { engine, organizationId };
}

/** Each of these lines is checked by `tsc`: one with `@ts-expect-error` must not compile. */
const unchecked = (_rows: () => unknown): void => undefined;

/** Of every member that a workflow may have beside its blocks. */
const draft: WorkflowDraft = {
  title: 'Everything',
  model: { model_name: 'm', effort: 'low' },
  workflow_definition: {
    parameters: [{ parameter_type: 'workflow', key: 'sku', workflow_parameter_type: 'string' }],
    blocks: [
      {
        block_type: 'http_request',
        label: 'stock',
        url: 'https://shop.example/{{ sku }}',
        retry: { max_retries: 2 },
        model: { model_name: 'm', effort: 'low' },
      },
      { block_type: 'wait', label: 'pause', wait_sec: 1 },
    ],
  },
};

const typed: TypedWorkflow<{ readonly sku: string }, { readonly c_output: number }> = {
  toDraft: () => ({
    workflow_definition: {
      parameters: [{ parameter_type: 'workflow', key: 'sku', workflow_parameter_type: 'integer' }],
      blocks: [{ block_type: 'code', label: 'c', code: 'return sku * 2', parameter_keys: ['sku'] }],
    },
  }),
};

describe('drafts', () => {
  it('are accepted as literals, with the members of their block types', async () => {
    const { engine, organizationId } = await scene();
    expect((await engine.workflows.create(organizationId, draft)).draft.workflow_definition).toMatchObject({
      version: 1,
      strict_templates: false,
      blocks: [{ url: 'https://shop.example/{{ sku }}' }, { wait_sec: 1 }],
    });
    expectTypeOf<AcceptedDraft>().toExtend<WorkflowDraft>();
    unchecked(() => [
      // @ts-expect-error data of unknown shape is parsed first
      engine.workflows.create(organizationId, JSON.parse('{}') as unknown),
      // @ts-expect-error a misspelt member of a workflow
      engine.workflows.create(organizationId, { titel: 'x', workflow_definition: { blocks: [] } }),
      // @ts-expect-error a block without a label
      engine.workflows.create(organizationId, { workflow_definition: { blocks: [{ block_type: 'code' }] } }),
    ]);
  });

  it('are made of data from outside, with every problem when there are some', async () => {
    const { engine, organizationId } = await scene();
    const parsed = engine.workflows.parse('workflow_definition: { blocks: [] }');
    expect(parsed).toMatchObject({ title: 'Untitled workflow', workflow_definition: { parameters: [] } });
    await expect(engine.workflows.create(organizationId, parsed)).resolves.toMatchObject({ version: 1 });
    const wrong: unknown = { workflow_definition: { blocks: [{ block_type: 'nothing' }, 7] } };
    expect(() => engine.workflows.parse(wrong)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        details: { problems: expect.arrayContaining([expect.objectContaining({ type: 'missing' })]) },
      }),
    );
  });
});

describe('a typed workflow', () => {
  it('is stored, started with checked parameters, and ends with a typed output', async () => {
    const { engine, organizationId } = await scene();
    const stored = await engine.workflows.create(organizationId, typed);
    const run = await engine.runs.start(stored, { parameters: { sku: '21' } }, { organizationId });
    const ended = await engine.runs.finished(organizationId, run);
    if (ended.status !== 'completed') throw new Error(ended.failureReason ?? ended.status);
    expectTypeOf(ended.output).toEqualTypeOf<{ readonly c_output: number }>();
    expect(ended.output.c_output).toBe(42);
    unchecked(() => [
      // @ts-expect-error the parameter is missing
      engine.runs.start(stored, {}, { organizationId }),
      // @ts-expect-error a number is no text
      engine.runs.start(stored, { parameters: { sku: 7 } }, { organizationId }),
      // @ts-expect-error there is no such parameter
      engine.runs.start(stored, { parameters: { sku: '7', colour: 'red' } }, { organizationId }),
      // @ts-expect-error the output has no such member
      ended.output.d_output,
    ]);
  });

  it('is known by its id in a later process, and updated', async () => {
    const { engine, organizationId } = await scene();
    const { workflowPermanentId } = await engine.workflows.create(organizationId, typed);
    const next = await engine.workflows.update(organizationId, workflowPermanentId, typed);
    expect(next.version).toBe(2);
    expectTypeOf(next).toExtend<WorkflowHandle<{ readonly sku: string }, { readonly c_output: number }>>();
    const handle: WorkflowHandle<{ readonly sku: string }, { readonly c_output: number }> = {
      workflowPermanentId,
    };
    const { runId } = await engine.runs.start(handle, { parameters: { sku: '1' } }, { organizationId });
    const later: RunHandle<{ readonly c_output: number }> = { runId };
    expect((await engine.runs.finished(organizationId, later)).output).toMatchObject({ c_output: 2 });
  });

  it('is refused like every other one', async () => {
    const { engine, organizationId } = await scene();
    const wrong = { toDraft: () => ({ workflow_definition: { blocks: [{ block_type: 'x', label: 'x' }] } }) };
    await expect(engine.workflows.create(organizationId, wrong)).rejects.toThrow("Unknown block_type 'x'");
  });
});
