import type { ResolveOptions, SecretItem, SecretSource, VaultItem } from '@runwright/contract';
import { fieldName, secretItem } from './fields.ts';
import { callVault, members, objects, text, unavailable, type VaultFetch } from './vault-api.ts';

/** A Bitwarden CLI that serves its Vault Management API (`bw serve`). */
export interface BitwardenOptions {
  /** Its address; `bw serve` listens on `http://localhost:8087` unless told otherwise. */
  readonly address: string;
  readonly fetch: VaultFetch;
}

const vault = 'Bitwarden';

type BitwardenItem = Extract<VaultItem, { vault: 'bitwarden' }>;
type Json = Readonly<Record<string, unknown>>;

/**
 * Items of one Bitwarden account through its CLI (`bw login --apikey`, then `bw serve`). The account belongs to the host,
 * so a workflow proves with every item that it may use it: its client id has to be the account's, and its master password
 * has to open the vault. Its client secret is used by `bw login` alone.
 */
export function bitwarden(options: BitwardenOptions): SecretSource {
  return {
    specVersion: 'v1',
    belongsToHost: true,
    vaults: ['bitwarden'],
    resolve: async () => null,
    async resolveItem(item, asked) {
      if (item.vault !== 'bitwarden') return null;
      const call = caller(options, itemNameOf(item), asked);
      await unlock(item, call);
      if (item.kind === 'identity') return identity(item, call);
      if (item.kind === 'credit_card') return card(item, call);
      return login(item, call);
    },
  };
}

/** Calls the server; null for what it does not know. */
interface Caller {
  readonly itemName: string;
  (method: 'GET' | 'POST', path: string, body?: object): Promise<Json | null>;
}

function caller({ address, fetch }: BitwardenOptions, itemName: string, { signal }: ResolveOptions): Caller {
  const base = address.endsWith('/') ? address : `${address}/`;
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Json | null> => {
    const answer = await callVault({
      vault,
      itemName,
      url: new URL(path, base),
      init: {
        method,
        headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      },
      fetch,
      signal,
    });
    if (answer.status === 404) return null;
    if (answer.status === 200 && members(answer.body).success === true)
      return members(members(answer.body).data);
    const step = path.split(/[/?]/)[0];
    throw unavailable(vault, itemName, `\`bw serve\` answered \`${step}\` with status ${answer.status}`);
  };
  return Object.assign(call, { itemName });
}

async function unlock({ account }: BitwardenItem, call: Caller): Promise<void> {
  const data = members(await call('GET', 'status'));
  const status = 'template' in data ? members(data.template) : data;
  if (status.status === 'unauthenticated') {
    throw unavailable(vault, call.itemName, '`bw serve` is not signed in; run `bw login --apikey` first');
  }
  const userId = text(status.userId);
  if (userId !== null && account.clientId.reveal() !== `user.${userId}`) {
    throw unavailable(
      vault,
      call.itemName,
      '`bw serve` is signed in as another account than the client id says',
    );
  }
  // Also when the vault is open already: the password proves that this workflow may use it.
  await call('POST', 'unlock', { password: account.masterPassword.reveal() }).catch((cause: unknown) => {
    throw unavailable(vault, call.itemName, 'the master password does not open the vault', cause);
  });
}

async function login(item: Extract<BitwardenItem, { kind: 'login' }>, call: Caller): Promise<SecretItem> {
  const found = item.itemId === null ? await byAddress(item, call) : await byId(item.itemId, call);
  const { username, password, totp } = members(found.login);
  if (text(username) === null && text(password) === null) {
    throw unavailable(vault, call.itemName, 'the item has no login; name another one');
  }
  return secretItem({ username: text(username), password: text(password), totp: text(totp) });
}

async function card(
  { itemId, collectionId }: Extract<BitwardenItem, { kind: 'credit_card' }>,
  call: Caller,
): Promise<SecretItem> {
  const found = await byId(itemId, call);
  const collections = Array.isArray(found.collectionIds) ? found.collectionIds : [];
  if (!collections.includes(collectionId)) {
    throw unavailable(vault, call.itemName, `the item is not in the collection \`${collectionId}\``);
  }
  const { number, code, cardholderName, expMonth, expYear, brand } = members(found.card);
  if (text(number) === null) throw unavailable(vault, call.itemName, 'the item is no card; name another one');
  return secretItem({
    card_number: text(number),
    card_cvv: text(code),
    card_holder_name: text(cardholderName),
    card_exp_month: text(expMonth),
    card_exp_year: text(expYear),
    card_brand: text(brand),
  });
}

async function identity(
  { collectionId, identityKey, fields }: Extract<BitwardenItem, { kind: 'identity' }>,
  call: Caller,
): Promise<SecretItem> {
  const query = new URLSearchParams({ collectionId, search: identityKey });
  const found = objects(members(await call('GET', `list/object/items?${query}`)).data).filter(
    (item) => typeof item.identity === 'object' && item.identity !== null,
  );
  const exact = found.filter(({ name }) => name === identityKey);
  const [one, another] = exact.length > 0 ? exact : found;
  if (!one) throw unavailable(vault, call.itemName, 'there is no such identity; check the collection');
  if (another) throw unavailable(vault, call.itemName, 'more than one identity fits; give its full name');
  const values = identityFields(one);
  const missing = fields.filter((field) => !values.get(fieldName(field)));
  if (missing.length > 0) {
    const names = missing.map((field) => `\`${field}\``).join(', ');
    throw unavailable(vault, call.itemName, `the identity has no value for ${names}`);
  }
  return secretItem(Object.fromEntries(fields.map((field) => [field, values.get(fieldName(field))])));
}

/** The fields of an identity, its own and those that people added; names without regard to case and separators. */
function identityFields(item: Json): ReadonlyMap<string, string> {
  const own = Object.entries(members(item.identity)).map(
    ([name, value]) => [snake(name), text(value)] as const,
  );
  const custom = objects(item.fields).map(
    ({ name, value }) => [fieldName(String(name)), text(value)] as const,
  );
  const known = [...own, ...custom].flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  return new Map(known);
}

/** `firstName` as `first_name`. */
function snake(name: string): string {
  return fieldName(name.replace(/[A-Z]/g, (letter) => `_${letter}`));
}

async function byId(itemId: string, call: Caller): Promise<Json> {
  const found = await call('GET', `object/item/${encodeURIComponent(itemId)}`);
  if (found) return found;
  throw unavailable(vault, call.itemName, 'there is no such item; check its id');
}

async function byAddress(
  { collectionId, url }: Extract<BitwardenItem, { kind: 'login' }>,
  call: Caller,
): Promise<Json> {
  if (collectionId === null || url === null) {
    throw unavailable(vault, call.itemName, 'neither an item nor a collection with an address is named');
  }
  const query = new URLSearchParams({ collectionId, url });
  const [first] = objects(members(await call('GET', `list/object/items?${query}`)).data).filter(
    ({ login: found }) => typeof found === 'object' && found !== null,
  );
  if (first) return first;
  throw unavailable(vault, call.itemName, 'no login of the collection has this address; add it');
}

function itemNameOf(item: BitwardenItem): string {
  if (item.kind === 'identity') return `identity \`${item.identityKey}\``;
  if (item.kind === 'credit_card') return `card \`${item.itemId}\``;
  return item.itemId === null ? `a login for \`${item.url ?? ''}\`` : `login \`${item.itemId}\``;
}
