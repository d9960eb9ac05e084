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

  it('in a config, whose block fails or is shown by a marker', async () => {
    const scene = await flowEngine(manualClock(), {}, { settings: { limits: { storedOutputBytes: 1000 } } });
    const run = await scene.finished(await scene.begin([task('t', { navigation_goal: '{{ "x" * 5000 }}' })]));
    expect(run.status).toBe('completed');
    const start = (await scene.timeline(run)).find((event) => event.type === 'block-start');
    expect(start).toMatchObject({ config: { output_omitted: true, size_bytes: expect.any(Number) } });
    await scene.engine.close();
  });
});
