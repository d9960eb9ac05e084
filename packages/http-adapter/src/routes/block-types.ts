import { type JsonSchema, Type } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import type { FastifyInstance } from 'fastify';
import { errorResponses } from '../schemas/error-responses.ts';

const schema = (description: string) =>
  Type.Unsafe<JsonSchema>(Type.Record(Type.String(), Type.Unknown(), { description }));

const BlockTypeBody = Type.Object(
  {
    block_type: Type.String(),
    schema: schema('JSON Schema of a block of this type, as a definition writes it.'),
    output_schema: schema('JSON Schema of its output.'),
  },
  { title: 'BlockType' },
);

/** Registers the routes of what a definition may contain: block types, those of the host among them, and whole files. */
export function blockTypeRoutes(app: FastifyInstance, engine: Engine): void {
  app.get(
    '/v1/block_types',
    {
      schema: {
        tags: ['workflows'],
        operationId: 'listBlockTypes',
        summary: 'List the block types of this service with their JSON Schemas',
        response: { 200: Type.Array(BlockTypeBody), 403: errorResponses[403] },
      },
    },
    async () =>
      engine.blockTypes.map(({ type, node, output }) => ({
        block_type: type,
        schema: node,
        output_schema: output,
      })),
  );
  app.get(
    '/v1/workflow_schema',
    {
      schema: {
        tags: ['workflows'],
        operationId: 'getWorkflowSchema',
        summary: 'Get the JSON Schema of a workflow file, for editors',
        response: { 200: schema('JSON Schema of a whole file.'), 403: errorResponses[403] },
      },
    },
    async () => engine.workflowSchema(),
  );
}
