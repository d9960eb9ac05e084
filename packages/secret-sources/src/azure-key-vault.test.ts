import { testSecretSource } from '@runwright/testing/suites';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { azureKeyVault } from './azure-key-vault.ts';
import { type LoopbackVault, serveVault } from './loopback-server.test-helpers.ts';

testSecretSource('azureKeyVault', async () => ({
  source: source(),
  secret: { reference: 'shop-password', value: 'correct horse' },
  item: {
    known: login({ totpSecretKey: 'shop-totp' }),
    fields: { username: 'ann@shop.test', password: 'correct horse', totp: 'GEZDGNBV' },
    missing: login({ usernameKey: 'nobody' }),
  },
  async breakService() {
    broken = true;
  },
}));

const secrets: Readonly<Record<string, string>> = {
  'shop-user': 'ann@shop.test',
  'shop-password': 'correct horse',
  'shop-totp': 'GEZDGNBV',
};

let server: LoopbackVault;
let tokens: number;
/** Tokens up to this number are refused. */
let revoked: number;
let now: number;
let broken: boolean;
beforeEach(async () => {
  broken = false;
  tokens = 0;
  revoked = 0;
  now = 1_000_000;
  server = await serveVault(({ method, path, headers, body }) => {
    if (broken) return [500, {}];
    if (method === 'POST' && path === '/tenant-1/oauth2/v2.0/token') {
      const form = new URLSearchParams(body);
      if (form.get('client_secret') !== 'right') return [401, { error: 'invalid_client' }];
      tokens += 1;
      return [200, { token_type: 'Bearer', expires_in: 3600, access_token: `token-${tokens}` }];
    }
    const [, token = '0'] = /^Bearer token-(\d+)$/.exec(headers.authorization ?? '') ?? [];
    if (Number(token) <= revoked || Number(token) > tokens) return [401, {}];
    const [, name] = /^\/secrets\/([\w-]+)\?api-version=7\.4$/.exec(path) ?? [];
    if (name === 'forbidden') return [403, { error: { code: 'Forbidden', message: 'no' } }];
    const value = secrets[name ?? ''];
    return value === undefined ? [404, { error: { code: 'SecretNotFound' } }] : [200, { value, id: path }];
  });
});
afterEach(() => server.close());

const asked = { organizationId: 'o_1', signal: new AbortController().signal };
const source = (clientSecret = 'right') =>
  azureKeyVault({
    tenantId: 'tenant-1',
    clientId: 'client-1',
    clientSecret,
    vaultName: 'main',
    fetch,
    now: () => now,
    loginAddress: server.address,
    vaultAddress: () => server.address,
  });
const login = (patch: object = {}) => ({
  vault: 'azure_key_vault' as const,
  vaultName: 'main',
  usernameKey: 'shop-user',
  passwordKey: 'shop-password',
  totpSecretKey: null,
  ...patch,
});

it('a login is put together from three secrets, with one token', async () => {
  const item = await source().resolveItem?.(login({ totpSecretKey: 'shop-totp' }), asked);
  expect(Object.entries(item ?? {}).map(([name, secret]) => [name, secret.reveal()])).toEqual([
    ['username', 'ann@shop.test'],
    ['password', 'correct horse'],
    ['totp', 'GEZDGNBV'],
  ]);
  expect(tokens).toBe(1);
  expect(Object.fromEntries(new URLSearchParams(server.asked[0]?.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'client-1',
    client_secret: 'right',
    scope: 'https://vault.azure.net/.default',
  });
});

it('a token is used until a minute before its end', async () => {
  const vault = source();
  await vault.resolve('shop-user', asked);
  now += 3_539_000;
  await vault.resolve('shop-user', asked);
  expect(tokens).toBe(1);
  now += 1_000;
  await vault.resolve('shop-user', asked);
  expect(tokens).toBe(2);
});

it('a token that the vault refuses is not used again', async () => {
  const vault = source();
  await vault.resolve('shop-user', asked);
  revoked = 1;
  await expect(vault.resolve('shop-user', asked)).rejects.toMatchObject({ code: 'secret_unavailable' });
  expect((await vault.resolve('shop-user', asked))?.reveal()).toBe('ann@shop.test');
  expect(tokens).toBe(2);
});

it('a single secret is read from the vault of the host; what it does not have is not known here', async () => {
  expect((await source().resolve('shop-password', asked))?.reveal()).toBe('correct horse');
  expect(await source().resolve('nope', asked)).toBeNull();
  expect(await source().resolve('shop/password', asked)).toBeNull();
});

it.each([
  [
    'a secret that is missing',
    login({ passwordKey: 'nope' }),
    /secret `nope` of the vault `main` .*there is none/,
  ],
  ['a secret that is forbidden', login({ usernameKey: 'forbidden' }), /status 403; check the application/],
  ['a vault name that is none', login({ vaultName: 'evil.test/#' }), /`evil\.test\/#` is no name of a vault/],
  [
    'a secret name that is none',
    login({ usernameKey: '../keys/x' }),
    /`\.\.\/keys\/x` is no name of a secret/,
  ],
])('%s is a sentence', async (_what, item, reason) => {
  await expect(source().resolveItem?.(item, asked)).rejects.toThrow(reason);
});

it('a sign-in that fails is a sentence without the secret', async () => {
  const attempt = source('wrong-secret').resolveItem?.(login(), asked);
  await expect(attempt).rejects.toThrow(/signing in failed with `invalid_client`/);
  await expect(attempt).rejects.not.toThrow('wrong-secret');
});
