import { defineBlock, Type } from '@runwright/contract';
import { compileSchema } from '@runwright/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type Service } from '../two-organizations.test-helpers.ts';

const custom = defineBlock({
  type: 'send_fax',
  config: Type.Object({ number: Type.String({ minLength: 3, description: 'Number to call.' }) }),
  output: Type.Object({ pages: Type.Integer() }),
  run: async () => ({ pages: 1 }),
});

let service: Service;
beforeAll(async () => {
  service = await openService({ blocks: [custom] });
});
afterAll(() => service.close());

it('block types are listed with their schemas, those of the host among them', async () => {
  const { body } = await service.call('GET', '/v1/block_types');
  const types = new Map(body.map((one: { block_type: string }) => [one.block_type, one]));
  expect([...types.keys()]).toEqual(expect.arrayContaining(['wait', 'conditional', 'send_fax']));
  expect(types.get('send_fax')).toMatchObject({
    schema: { properties: { number: { description: 'Number to call.' }, label: {} } },
    output_schema: { properties: { pages: { type: 'integer' } } },
  });
});

it('the schema of a workflow file judges a block of the host', async () => {
  const { body: schema } = await service.call('GET', '/v1/workflow_schema');
  const check = compileSchema(schema);
  const file = (number: string) => ({
    workflow_definition: { blocks: [{ block_type: 'send_fax', label: 'fax', number }] },
  });
  expect(check(file('123')).ok).toBe(true);
  expect(check(file('1')).ok).toBe(false);
});
