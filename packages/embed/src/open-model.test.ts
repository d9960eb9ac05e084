import { describe, expect, it } from 'vitest';
import { openModel } from './open-model.ts';

describe('openModel', () => {
  it.each(['openai', 'anthropic'] as const)('names the missing key of %s and where to set it', (provider) => {
    const open = (): unknown => openModel({ provider, apiKey: undefined });
    expect(open).toThrow(/`model.apiKey` is empty.*variable `(OPENAI|ANTHROPIC)_API_KEY`/);
  });

  it('needs no key for a server of its own address', () => {
    const model = openModel({ provider: 'openai', apiKey: undefined, baseUrl: 'http://127.0.0.1:11434/v1' });
    expect(model).toMatchObject({ id: 'gpt-4.1' });
  });

  it('keeps a model driver as it is', () => {
    const model = openModel({ provider: 'openai', apiKey: 'key' });
    expect(openModel(model)).toBe(model);
  });
});
