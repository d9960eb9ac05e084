import type { WorkflowDefinition } from '@runwright/contract';
import { expect, it } from 'vitest';
import { environmentSecrets, memorySecrets, resolveSecrets } from './secrets.ts';
import { createVault } from './vault.ts';

const definition = (keys: Readonly<Record<string, string>>): WorkflowDefinition => ({
  parameters: Object.entries(keys).map(([key, aws_key]) => ({ parameter_type: 'aws_secret', key, aws_key })),
  blocks: [],
  strict_templates: false,
});
const options = () => ({
  vault: createVault(),
  organizationId: 'o_1',
  signal: new AbortController().signal,
});

it('the first source that knows a reference gives its value, and parameters are placeholders', async () => {
  const scene = options();
  const sources = [memorySecrets({ a: 'one' }), memorySecrets({ a: 'two', b: 'three' })];
  const placeholders = await resolveSecrets(definition({ x: 'a', y: 'b' }), sources, scene);
  expect(placeholders.x).toMatch(/^\{\{secret\.x\./);
  expect(scene.vault.reveal(`${placeholders.x} ${placeholders.y}`)).toBe('one three');
});

it('every secret that nobody knows is named', async () => {
  const attempt = resolveSecrets(definition({ x: 'a', y: 'b' }), [memorySecrets({})], options());
  await expect(attempt).rejects.toMatchObject({ code: 'secret_unavailable' });
  await expect(attempt).rejects.toThrow('`x (a)`, `y (b)`');
  await expect(resolveSecrets(definition({ x: 'a' }), [], options())).rejects.toThrow(
    'no secret source is configured',
  );
});

it('of an environment only the variables for secrets can be read', async () => {
  const source = environmentSecrets({ RUNWRIGHT_SECRET_SHOP_PASSWORD: 'pw', OPENAI_API_KEY: 'sk' });
  const ask = async (reference: string) => (await source.resolve(reference, options()))?.reveal() ?? null;
  expect(await ask('shop/password')).toBe('pw');
  expect(await ask('OPENAI_API_KEY')).toBeNull();
});
