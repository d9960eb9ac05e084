import { defineBlock, Type } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { fakeContext } from './fake-context.ts';
import { scriptedModel } from './scripted-model.ts';

const greet = defineBlock({
  type: 'greet',
  config: Type.Object({ name: Type.String() }),
  output: Type.Object({ greeting: Type.String() }),
  async run({ name }, { model, log, artifact, signal }) {
    const { value } = await model('text').generate({
      messages: [{ role: 'user', content: `Greet ${name}.` }],
      schema: Type.Object({ greeting: Type.String() }),
      signal,
    });
    await log.record({ type: 'progress', message: 'greeted', data: null });
    await artifact({ type: 'html', content: value.greeting });
    return value;
  },
});

describe('fakeContext', () => {
  it('runs one block and keeps what it did', async () => {
    const model = scriptedModel({ answers: [{ greeting: 'Hello, Ann.' }] });
    const { context, entries, artifacts } = fakeContext({ model });
    expect(await greet.run({ name: 'Ann' }, context)).toEqual({ greeting: 'Hello, Ann.' });
    expect(model.requests[0]).toMatchObject({
      purpose: 'text',
      output: { name: 'text', mode: 'json_schema' },
    });
    expect(entries).toMatchObject([{ type: 'progress', message: 'greeted' }]);
    expect(artifacts).toEqual([{ type: 'html', content: 'Hello, Ann.' }]);
  });

  it('has no more than it was given', async () => {
    const { context } = fakeContext();
    await expect(context.browser()).rejects.toMatchObject({ code: 'browser_failed' });
    await expect(context.secret('key')).rejects.toMatchObject({ code: 'secret_unavailable' });
    await expect(context.fetch('https://shop.example/')).rejects.toMatchObject({ code: 'egress_denied' });
    expect(() => context.model()).toThrow('no model');
  });
});
