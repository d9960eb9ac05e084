import { defineBlock, type LanguageModel, Type, type WorkflowRunRequest } from '@runwright/contract';
import { scriptedModel } from '@runwright/testing';
import { expect, it } from 'vitest';
import { createTestEngine } from '../acceptance/test-engine.test-helpers.ts';

const sees = defineBlock({
  type: 'sees',
  config: Type.Object({ engine: Type.Optional(Type.String()) }),
  output: Type.Object({}),
  modelRequirement: ({ engine }) =>
    engine === 'eyes'
      ? {
          ...{ purpose: 'cua', computer: 'anthropic', member: 'engine' },
          findProblem: ({ id, images }) => (images ? null : `\`${id}\` takes no images`),
        }
      : null,
  run: async () => ({}),
});
const looks = { block_type: 'sees', engine: 'eyes' };

async function start(
  blocks: readonly object[],
  model: LanguageModel | ((...asked: unknown[]) => LanguageModel | null),
  request: Partial<WorkflowRunRequest> = {},
): Promise<unknown> {
  const engine = await createTestEngine({ blocks: [sees], drivers: { model } });
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(
    organizationId,
    engine.workflows.parse({
      workflow_definition: { blocks },
    }),
  );
  const refused = await engine.runs
    .start({ workflow_id: workflowPermanentId, ...request }, { organizationId })
    .then(() => null)
    .catch((error: unknown) => error);
  expect((await engine.runs.list(organizationId)).items).toHaveLength(refused === null ? 1 : 0);
  await engine.close();
  return refused;
}

const blind = scriptedModel({ id: 'blind', answers: [] });
const seeing = scriptedModel({ id: 'seeing', answers: [], can: { images: true } });

it('a run with a block whose model lacks what it needs is refused before it is stored', async () => {
  const inner = {
    block_type: 'for_loop',
    label: 'each',
    loop_variable_reference: '[1]',
    loop_blocks: [{ ...looks, label: 'in' }],
  };
  for (const block of [{ ...looks, label: 'in' }, inner]) {
    expect(await start([block], blind)).toMatchObject({
      code: 'invalid_input',
      details: {
        problems: [
          {
            ...{ path: ['workflow_id'], type: 'value_error' },
            message: 'Value error, the block `in` cannot use the engine `eyes`: `blind` takes no images',
          },
        ],
      },
    });
  }
});

it('a run is accepted with a model that suffices, and without a block that needs one', async () => {
  expect(await start([{ ...looks, label: 'a' }], seeing)).toBe(null);
  expect(await start([{ block_type: 'sees', label: 'a' }], blind)).toBe(null);
  const two = [
    { ...looks, label: 'a', next_block_label: 'b' },
    { block_type: 'sees', label: 'b' },
  ];
  expect(await start(two, blind, { block_labels: ['b'] })).toBe(null);
});

it('a process without models refuses nothing', async () => {
  expect(await start([{ ...looks, label: 'a' }], () => null)).toBe(null);
});

it('the model is chosen by purpose, name and computer tool', async () => {
  const asked: unknown[] = [];
  const choose = (...how: unknown[]) => {
    asked.push(how);
    return seeing;
  };
  await start([{ ...looks, label: 'a', model: { model_name: 'seeing' } }], choose);
  expect(asked).toContainEqual(['cua', 'seeing', 'anthropic']);
});
