import { defineBlock, RunwrightError, Type } from '@runwright/contract';
import { convertValue } from '@runwright/definition';
import { manualClock } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { flowEngine, task } from '../acceptance/flow.test-helpers.ts';
import { toJson } from '../journal/attempt-entries.ts';

const nested = (levels: number) => {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

describe('data that is too deep or too large is an error, and no end of the worker', {
  tags: ['security'],
}, () => {
  it('in a value that is stored', () => {
    // What V8 throws for a text of more than 512 MiB.
    const tooLong = {
      toJSON: () => {
        throw new RangeError('Invalid string length');
      },
    };
    expect(() => toJson([tooLong])).toThrow(RunwrightError);
    expect(() => toJson([tooLong])).toThrow('larger than one text can be');
  });

  it.each(['string', 'json', 'file_url'] as const)('in a parameter of type %s', (type) => {
    const value = type === 'file_url' ? { s3uri: 's3://a/b', more: nested(100_000) } : nested(100_000);
    expect(convertValue(type, value)).toMatchObject({
      ok: false,
      message: expect.stringContaining('nested deeper'),
    });
  });

  it('in the output of a block, which fails, and the next run completes', async () => {
    const deep = defineBlock({
      type: 'deep',
      config: Type.Object({}),
      output: Type.Unknown(),
      run: async () => nested(100_000),
    });
    const scene = await flowEngine(manualClock(), {}, { blocks: [deep] });
    const run = await scene.finished(await scene.begin([{ block_type: 'deep', label: 'd' }]));
    expect(run).toMatchObject({
      status: 'failed',
      failureReason: expect.stringContaining('nested deeper than 500'),
    });
    expect((await scene.finished(await scene.begin([task('next')]))).status).toBe('completed');
    await scene.engine.close();
  });

  it('in the outputs of a run together, whose next block fails', async () => {
    const large = defineBlock({
      type: 'large',
      config: Type.Object({}),
      output: Type.String(),
      run: async () => 'x'.repeat(10_000),
    });
    const settings = { limits: { runOutputBytes: 90_000 } };
    const scene = await flowEngine(manualClock(), {}, { blocks: [large], settings });
    const each = { block_type: 'for_loop', label: 'l', loop_variable_reference: 'range(100)' };
    const loop_blocks = [{ block_type: 'large', label: 'b' }];
    const run = await scene.finished(await scene.begin([{ ...each, loop_blocks }]));
    expect(run).toMatchObject({
      status: 'failed',
      failureReason: expect.stringContaining(
        'The outputs of the run take more than 0 MiB of memory together',
      ),
      failureCategory: 'limit',
    });
    const ended = (await scene.timeline(run)).filter((event) => event.type === 'block-end');
    expect(ended).toHaveLength(6);
    await scene.engine.close();
  });

  it('in a config, whose block fails or is shown by a marker', async () => {
    const scene = await flowEngine(manualClock(), {}, { settings: { limits: { storedOutputBytes: 1000 } } });
    const run = await scene.finished(await scene.begin([task('t', { navigation_goal: '{{ "x" * 5000 }}' })]));
    expect(run.status).toBe('completed');
    const start = (await scene.timeline(run)).find((event) => event.type === 'block-start');
    expect(start).toMatchObject({ config: { output_omitted: true, size_bytes: expect.any(Number) } });
    await scene.engine.close();
  });
});
