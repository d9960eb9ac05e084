import type { SecretItem } from '@runwright/contract';
import { testSecretSource } from '@runwright/testing/suites';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LoopbackVault, serveVault } from './loopback-server.test-helpers.ts';
import { onePassword } from './one-password.ts';

testSecretSource('onePassword', async () => ({
  source: onePassword({ address: server.address, token: 'right', fetch }),
  item: {
    known: { vault: 'onepassword', vaultId: 'v1', itemId: 'login' },
    fields: {
      username: 'ann@shop.test',
      password: 'correct horse',
      notes: 'be kind',
      totp: 'otpauth://totp/shop?secret=GEZDGNBV',
      recovery_code: 'zebra-9',
    },
    missing: { vault: 'onepassword', vaultId: 'v1', itemId: 'other' },
  },
  async breakService() {
    broken = true;
  },
}));

/** Items as Connect answers them. */
const items: Readonly<Record<string, object>> = {
  login: {
    id: 'login',
    category: 'LOGIN',
    vault: { id: 'v1' },
    fields: [
      { id: 'username', type: 'STRING', purpose: 'USERNAME', label: 'username', value: 'ann@shop.test' },
      { id: 'password', type: 'CONCEALED', purpose: 'PASSWORD', label: 'password', value: 'correct horse' },
      { id: 'notesPlain', type: 'STRING', purpose: 'NOTES', label: 'notesPlain', value: 'be kind' },
      {
        id: 'TOTP_1',
        type: 'OTP',
        label: 'one-time password',
        value: 'otpauth://totp/shop?secret=GEZDGNBV',
        totp: '123456',
      },
      { id: 'x1', type: 'CONCEALED', label: 'Recovery code', value: 'zebra-9' },
      { id: 'x2', type: 'STRING', label: 'empty' },
    ],
  },
  card: {
    id: 'card',
    category: 'CREDIT_CARD',
    fields: [
      { id: 'cardholder', type: 'STRING', label: 'cardholder name', value: 'Ann Example' },
      { id: 'type', type: 'CREDIT_CARD_TYPE', label: 'type', value: 'visa' },
      { id: 'ccnum', type: 'CREDIT_CARD_NUMBER', label: 'number', value: '4111111111111111' },
      { id: 'cvv', type: 'CONCEALED', label: 'verification number', value: '987' },
      { id: 'expiry', type: 'MONTH_YEAR', label: 'expiry date', value: '203112' },
    ],
  },
};

let server: LoopbackVault;
let broken: boolean;
beforeEach(async () => {
  broken = false;
  server = await serveVault(({ headers, path }) => {
    if (broken) return [500, {}];
    if (headers.authorization !== 'Bearer right') return [401, { status: 401, message: 'Invalid token' }];
    const [, id] = /^\/v1\/vaults\/v1\/items\/(\w+)$/.exec(path) ?? [];
    const item = items[id ?? ''];
    return item ? [200, item] : [404, { status: 404, message: 'Item not found' }];
  });
});
afterEach(() => server.close());

const asked = { organizationId: 'o_1', signal: new AbortController().signal };
const read = (itemId: string, token = 'right', vaultId = 'v1') =>
  onePassword({ address: server.address, token, fetch }).resolveItem?.(
    { vault: 'onepassword', vaultId, itemId },
    asked,
  ) ?? null;
const revealed = (item: SecretItem | null | undefined) =>
  Object.fromEntries(Object.entries(item ?? {}).map(([name, secret]) => [name, secret.reveal()]));

it('a login has its user name, password, notes, one-time secret, and other fields by their labels', async () => {
  expect(revealed(await read('login'))).toEqual({
    username: 'ann@shop.test',
    password: 'correct horse',
    notes: 'be kind',
    totp: 'otpauth://totp/shop?secret=GEZDGNBV',
    recovery_code: 'zebra-9',
  });
});

it('a card has the names of card credentials', async () => {
  expect(revealed(await read('card'))).toEqual({
    card_holder_name: 'Ann Example',
    card_brand: 'visa',
    card_number: '4111111111111111',
    card_cvv: '987',
    card_exp_month: '12',
    card_exp_year: '2031',
  });
});

it.each([
  ['an unknown item', 'nope', 'right', /item `nope` of the vault `v1` .*no such item/],
  ['a wrong token', 'login', 'wrong', /access token may not read it \(status 401\)/],
])('%s is a sentence', async (_what, itemId, token, reason) => {
  const attempt = read(itemId, token);
  await expect(attempt).rejects.toThrow(reason);
  await expect(attempt).rejects.toMatchObject({ code: 'secret_unavailable' });
});

it('an id cannot lead to another place', async () => {
  await expect(read('../../../health', 'right', 'v1/../../x')).rejects.toThrow('no such item');
  expect(server.asked[0]?.path).toBe('/v1/vaults/v1%2F..%2F..%2Fx/items/..%2F..%2F..%2Fhealth');
});

it('a server that does not answer is a sentence', async () => {
  const source = onePassword({ address: 'http://127.0.0.1:1', token: 'right', fetch });
  await expect(
    source.resolveItem?.({ vault: 'onepassword', vaultId: 'v1', itemId: 'x' }, asked),
  ).rejects.toThrow(/from 1Password: it cannot be reached/);
});

it('items of other vaults are not its business', async () => {
  const source = onePassword({ address: server.address, token: 'right', fetch });
  expect(
    await source.resolveItem?.(
      { vault: 'azure_key_vault', vaultName: 'v', usernameKey: 'u', passwordKey: 'p', totpSecretKey: null },
      asked,
    ),
  ).toBeNull();
  expect(await source.resolve('shop/password', asked)).toBeNull();
});
