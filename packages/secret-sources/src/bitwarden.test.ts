import { Secret, type VaultItem } from '@runwright/contract';
import { testSecretSource } from '@runwright/testing/suites';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bitwarden } from './bitwarden.ts';
import { type Asked, type LoopbackVault, serveVault } from './loopback-server.test-helpers.ts';

testSecretSource('bitwarden', async () => ({
  source: bitwarden({ address: server.address, fetch }),
  item: {
    known: login(),
    fields: { username: 'ann@shop.test', password: 'correct horse', totp: 'GEZDGNBV' },
    missing: login({ itemId: 'nobody' }),
  },
  async breakService() {
    broken = true;
  },
}));

/** Items as `bw serve` answers them. */
const items = [
  {
    object: 'item',
    id: 'login-1',
    collectionIds: ['c1'],
    type: 1,
    name: 'Shop',
    login: {
      uris: [{ match: null, uri: 'https://shop.test' }],
      username: 'ann@shop.test',
      password: 'correct horse',
      totp: 'GEZDGNBV',
    },
  },
  {
    object: 'item',
    id: 'card-1',
    collectionIds: ['c1'],
    type: 3,
    name: 'Card',
    card: {
      cardholderName: 'Ann Example',
      brand: 'visa',
      number: '4111111111111111',
      expMonth: '12',
      expYear: '2031',
      code: '987',
    },
  },
  {
    object: 'item',
    id: 'identity-1',
    collectionIds: ['c1'],
    type: 4,
    name: 'Ann',
    fields: [{ name: 'Tax id', value: 'T-99', type: 1 }],
    identity: { firstName: 'Ann', ssn: '123-45-6789', middleName: null },
  },
  { object: 'item', id: 'identity-2', collectionIds: ['c1'], type: 4, name: 'Annabel', identity: {} },
];

let server: LoopbackVault;
let status: string;
let broken: boolean;
beforeEach(async () => {
  broken = false;
  status = 'locked';
  server = await serveVault(answer);
});
afterEach(() => server.close());

function answer({ method, path, body }: Asked): readonly [number, unknown] {
  if (broken) return [500, { success: false }];
  const url = new URL(path, 'http://bw.test');
  const found = (data: unknown): readonly [number, unknown] => [200, { success: true, data }];
  if (url.pathname === '/status') {
    return found({ object: 'template', template: { userEmail: 'ops@acme.test', userId: 'u-1', status } });
  }
  if (method === 'POST' && url.pathname === '/unlock') {
    if (JSON.parse(body).password !== 'master')
      return [400, { success: false, message: 'Invalid master password.' }];
    status = 'unlocked';
    return found({ noColor: false, object: 'message', title: 'Your vault is now unlocked!' });
  }
  if (status !== 'unlocked') return [400, { success: false, message: 'Vault is locked.' }];
  if (url.pathname === '/list/object/items') {
    const { collectionId, search, url: address } = Object.fromEntries(url.searchParams);
    const fits = items
      .filter((item) => item.collectionIds.includes(collectionId ?? ''))
      .filter((item) => search === undefined || item.name.includes(search))
      .filter((item) => address === undefined || item.login?.uris.some(({ uri }) => address.startsWith(uri)));
    return found({ object: 'list', data: fits });
  }
  const item = items.find(({ id }) => url.pathname === `/object/item/${id}`);
  return item ? found(item) : [404, { success: false, message: 'Not found.' }];
}

const account = (patch: object = {}) => ({
  clientId: new Secret('user.u-1'),
  clientSecret: new Secret('client secret'),
  masterPassword: new Secret('master'),
  ...patch,
});
const login = (patch: object = {}): VaultItem => ({
  vault: 'bitwarden',
  kind: 'login',
  account: account(),
  itemId: 'login-1',
  collectionId: null,
  url: null,
  ...patch,
});
const card = (patch: object = {}): VaultItem => ({
  vault: 'bitwarden',
  kind: 'credit_card',
  account: account(),
  collectionId: 'c1',
  itemId: 'card-1',
  ...patch,
});
const identity = (patch: object = {}): VaultItem => ({
  vault: 'bitwarden',
  kind: 'identity',
  account: account(),
  collectionId: 'c1',
  identityKey: 'Ann',
  fields: ['first_name', 'ssn', 'Tax id'],
  ...patch,
});

const asked = { organizationId: 'o_1', signal: new AbortController().signal };
async function read(item: VaultItem): Promise<Readonly<Record<string, string>>> {
  const found = await bitwarden({ address: server.address, fetch }).resolveItem?.(item, asked);
  return Object.fromEntries(Object.entries(found ?? {}).map(([name, secret]) => [name, secret.reveal()]));
}

describe('an item of Bitwarden', () => {
  const shop = { username: 'ann@shop.test', password: 'correct horse', totp: 'GEZDGNBV' };

  it('is a login by its id', async () => {
    expect(await read(login())).toEqual(shop);
  });

  it('is a login of a collection by the address of its site', async () => {
    const byAddress = { itemId: null, collectionId: 'c1', url: 'https://shop.test/login' };
    expect(await read(login(byAddress))).toEqual(shop);
    await expect(read(login({ ...byAddress, url: 'https://other.test' }))).rejects.toThrow(
      /a login for `https:\/\/other\.test` .*no login of the collection/,
    );
  });

  it('is a card of a collection', async () => {
    expect(await read(card())).toEqual({
      card_number: '4111111111111111',
      card_cvv: '987',
      card_holder_name: 'Ann Example',
      card_exp_month: '12',
      card_exp_year: '2031',
      card_brand: 'visa',
    });
    await expect(read(card({ collectionId: 'c2' }))).rejects.toThrow('not in the collection `c2`');
    await expect(read(card({ itemId: 'login-1' }))).rejects.toThrow('the item is no card');
  });

  it('is an identity by its full name, with the fields that are asked for', async () => {
    expect(await read(identity())).toEqual({ first_name: 'Ann', ssn: '123-45-6789', 'Tax id': 'T-99' });
    await expect(read(identity({ fields: ['ssn', 'middle_name'] }))).rejects.toThrow(
      'no value for `middle_name`',
    );
    await expect(read(identity({ identityKey: 'An' }))).rejects.toThrow('more than one identity fits');
    await expect(read(identity({ identityKey: 'Bob' }))).rejects.toThrow('no such identity');
  });
});

describe('the vault of Bitwarden', () => {
  it('is opened with the master password every time, also when it is open', async () => {
    await read(login());
    await expect(read(login({ account: account({ masterPassword: new Secret('wrong') }) }))).rejects.toThrow(
      'the master password does not open the vault',
    );
    expect(server.asked.filter(({ path }) => path === '/unlock')).toHaveLength(2);
  });

  it('is not opened for another account', async () => {
    await expect(read(login({ account: account({ clientId: new Secret('user.u-2') }) }))).rejects.toThrow(
      'signed in as another account',
    );
    expect(server.asked.map(({ path }) => path)).toEqual(['/status']);
  });

  it('that nobody signed in to says what to do', async () => {
    status = 'unauthenticated';
    await expect(read(login())).rejects.toThrow(/`bw login --apikey` first/);
  });

  it('does not have every item', async () => {
    const attempt = read(login({ itemId: '../nope' }));
    await expect(attempt).rejects.toThrow(/login `\.\.\/nope` .*no such item/);
    await expect(attempt).rejects.toMatchObject({ code: 'secret_unavailable' });
    expect(server.asked.at(-1)?.path).toBe('/object/item/..%2Fnope');
  });
});
