import { testSecretSource } from '@runwright/testing/suites';
import { expect, it } from 'vitest';
import { environmentSecrets, findSecret, memorySecrets, unknownSecrets } from './secret-sources.ts';

const shop = { reference: 'shop/password', value: 'brass' };
testSecretSource('memorySecrets', async () => ({
  source: memorySecrets({ [shop.reference]: shop.value }),
  secret: shop,
}));
testSecretSource('environmentSecrets', async () => ({
  source: environmentSecrets({ RUNWRIGHT_SECRET_SHOP_PASSWORD: shop.value }),
  secret: shop,
}));

const options = { organizationId: 'o_1', signal: new AbortController().signal };

it('the first source that knows a reference gives its value', async () => {
  const sources = [memorySecrets({ a: 'one' }), memorySecrets({ a: 'two', b: 'three' })];
  const ask = async (reference: string) => (await findSecret(reference, sources, options))?.reveal() ?? null;
  expect([await ask('a'), await ask('b'), await ask('c')]).toEqual(['one', 'three', null]);
});

it('every secret that nobody knows is named', () => {
  expect(unknownSecrets(['x (a)', 'y (b)'], 2).message).toContain('`x (a)`, `y (b)`');
  expect(unknownSecrets(['x (a)'], 0).message).toContain('no secret source is configured');
});

it('of an environment only the variables for secrets can be read', async () => {
  const source = environmentSecrets({ RUNWRIGHT_SECRET_SHOP_PASSWORD: 'pw', OPENAI_API_KEY: 'sk' });
  const ask = async (reference: string) => (await source.resolve(reference, options))?.reveal() ?? null;
  expect(await ask('shop/password')).toBe('pw');
  expect(await ask('OPENAI_API_KEY')).toBeNull();
});
