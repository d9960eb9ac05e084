import {
  type AnyBlock,
  defineBlock,
  type Run,
  RunwrightError,
  type TimelineEvent,
  Type,
} from '@runwright/contract';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import { builtInBlock } from '../blocks/built-in-blocks.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

async function scene(...blocks: readonly AnyBlock[]) {
  const engine = await createTestEngine({ blocks });
  open.push(engine);
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const begin = async (nodes: readonly object[], definition: object = {}): Promise<Run> => {
    const { workflowPermanentId } = await engine.workflows.create(
      organizationId,
      engine.workflows.parse({
        workflow_definition: { blocks: nodes, ...definition },
      }),
    );
    return engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  };
  return { engine, organizationId, begin };
}

const shout = defineBlock({
  type: 'shout',
  config: Type.Object({
    text: Type.String({ description: 'What is shouted.' }),
    times: Type.Integer({ minimum: 1, maximum: 3, default: 1 }),
  }),
  output: Type.Object({ text: Type.String() }),
  async run(config) {
    expectTypeOf(config).toEqualTypeOf<{ text: string; times: number }>();
    return { text: `${config.text.toUpperCase()}!`.repeat(config.times) };
  },
});

describe('a block type of a host', () => {
  it('is validated by its schema, with its templates in place', async () => {
    const { engine } = await scene(shout);
    const check = (members: object) =>
      engine
        .validate({ workflow_definition: { blocks: [{ block_type: 'shout', label: 's', ...members }] } })
        .problems.map(({ path, message }) => `${path.slice(3).join('.')}: ${message}`);
    expect(check({ text: '{{ current_date }}' })).toEqual([]);
    expect(check({ times: 9 })).toEqual([
      'times: Input should be less than or equal to 3',
      'text: Field required',
    ]);
  });

  it('is described for documents and forms with its fields, defaults and output', async () => {
    const { engine } = await scene(shout);
    const type = engine.blockTypes.find((block) => block.type === 'shout');
    expect(type).toMatchObject({
      node: {
        properties: {
          block_type: { const: 'shout' },
          text: { type: 'string', description: 'What is shouted.' },
          times: { type: 'integer', default: 1 },
          retry: {},
        },
      },
      output: { properties: { text: { type: 'string' } } },
    });
  });

  it('gets its defaults, and its output is in the scope of later blocks', async () => {
    const { engine, organizationId, begin } = await scene(shout);
    const { runId } = await begin([
      { block_type: 'shout', label: 'a', text: 'hey' },
      { block_type: 'shout', label: 'b', text: '{{ a.text }} you', times: 2 },
    ]);
    expect((await engine.runs.finished(organizationId, runId)).output).toMatchObject({
      a_output: { text: 'HEY!' },
      b_output: { text: 'HEY! YOU!HEY! YOU!' },
    });
  });

  it('tells how far it is while it works', async () => {
    const told = Promise.withResolvers<void>();
    const copy = defineBlock({
      type: 'copy',
      config: Type.Object({}),
      output: Type.Object({ pages: Type.Integer() }),
      async run(_config, { log }) {
        for (const page of [1, 2]) {
          await log.record({ type: 'progress', message: `page ${page} of 2`, data: { page } });
        }
        await told.promise;
        return { pages: 2 };
      },
    });
    const { engine, organizationId, begin } = await scene(copy);
    const { runId } = await begin([{ block_type: 'copy', label: 'c' }]);
    const seen: TimelineEvent[] = [];
    for await (const event of engine.runs.events(organizationId, runId)) {
      if (event.type === 'progress') seen.push(event);
      // The block is still at work: it ends only when its second word was heard.
      if (seen.length === 2) told.resolve();
    }
    expect(seen).toMatchObject([
      { label: 'c', message: 'page 1 of 2', data: { page: 1 } },
      { label: 'c', message: 'page 2 of 2', data: { page: 2 } },
    ]);
    expect(new Set(seen.map(({ blockRunId }) => blockRunId)).size).toBe(1);
  });
});

describe('what a block returns', () => {
  const returning = (value: unknown) =>
    defineBlock({
      type: 'count',
      config: Type.Object({}),
      output: Type.Object({ words: Type.Integer(), note: Type.Optional(Type.String()) }),
      run: async () => value as { words: number },
    });

  it.each([
    [{ words: '2' }, /`count`: its member `words`: .*integer/],
    [{ note: 'a' }, /its member `words`: .*required/i],
    [{ words: 1, note: null }, /its member `note`/],
    [undefined, /`count`: it: /],
  ])('fails the block when it is %j, which its schema does not allow', async (value, message) => {
    const { engine, organizationId, begin } = await scene(returning(value));
    const { runId } = await begin([{ block_type: 'count', label: 'a' }]);
    const run = await engine.runs.finished(organizationId, runId);
    expect(run).toMatchObject({ status: 'failed', failureReason: expect.stringMatching(message) });
    expect(run.failureReason).toMatch(/Correct what `run` returns, or `output` of the block type/);
  });

  it('is stored as it is, with members that the schema does not name', async () => {
    const { engine, organizationId, begin } = await scene(returning({ words: 1, more: [true] }));
    const { runId } = await begin([{ block_type: 'count', label: 'a' }]);
    expect((await engine.runs.finished(organizationId, runId)).output).toMatchObject({
      a_output: { words: 1, more: [true] },
    });
  });
});

describe('a block of the type of a built-in', () => {
  it('takes its place, in validation and in runs', async () => {
    const request = defineBlock({
      type: 'http_request',
      config: Type.Object({ where: Type.String() }),
      output: Type.String(),
      run: async ({ where }) => `not asked: ${where}`,
    });
    const { engine, organizationId, begin } = await scene(request);
    expect(engine.blockTypes.filter(({ type }) => type === 'http_request')).toHaveLength(1);
    const { runId } = await begin([{ block_type: 'http_request', label: 'a', where: 'x' }]);
    expect((await engine.runs.finished(organizationId, runId)).output).toMatchObject({
      a_output: 'not asked: x',
    });
  });

  it('may call it', async () => {
    const plain = builtInBlock('http_request');
    const asked: unknown[] = [];
    const request: AnyBlock = {
      ...plain,
      output: Type.Object({ refused: Type.String() }),
      async run(config, context) {
        asked.push(config.url);
        return plain.run(config, context).catch((error: unknown) => {
          if (!RunwrightError.is(error)) throw error;
          return { refused: error.code };
        });
      },
    };
    const { engine, organizationId, begin } = await scene(request);
    const { runId } = await begin([{ block_type: 'http_request', label: 'a', url: 'http://127.0.0.1:2/' }]);
    expect((await engine.runs.finished(organizationId, runId)).output).toMatchObject({
      a_output: { refused: 'egress_denied' },
    });
    expect(asked).toEqual(['http://127.0.0.1:2/']);
  });

  it('cannot call one that decides which block is next', () => {
    expect(() => builtInBlock('conditional')).toThrow(
      /`conditional`: no such built-in block. Use one of .*`http_request`/,
    );
  });
});
