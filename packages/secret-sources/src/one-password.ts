import type { ResolveOptions, SecretItem, SecretSource, VaultItem } from '@runwright/contract';
import { fieldName, secretItem } from './fields.ts';
import { callVault, members, objects, text, unavailable, type VaultFetch } from './vault-api.ts';

/** A 1Password Connect server. */
export interface OnePasswordOptions {
  /** Address of the Connect server, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Its access token. */
  readonly token: string;
  readonly fetch: VaultFetch;
}

const vault = '1Password';

/**
 * Items of 1Password through a Connect server (`GET /v1/vaults/{vault}/items/{item}`). Fields are `username`, `password`,
 * `notes` and `totp` by their purpose and type, those of a card under the names of card credentials, and every other
 * one under its label in lower case with underscores.
 *
 * Every workflow of the organizations in `settings.hostOrganizations` may read what the token may read.
 */
export function onePassword(options: OnePasswordOptions): SecretSource {
  return {
    specVersion: 'v1',
    belongsToHost: true,
    vaults: ['onepassword'],
    resolve: async () => null,
    resolveItem: async (item, asked) => (item.vault === 'onepassword' ? read(options, item, asked) : null),
  };
}

async function read(
  { address, token, fetch }: OnePasswordOptions,
  { vaultId, itemId }: Extract<VaultItem, { vault: 'onepassword' }>,
  { signal }: ResolveOptions,
): Promise<SecretItem> {
  const itemName = `item \`${itemId}\` of the vault \`${vaultId}\``;
  const path = `v1/vaults/${encodeURIComponent(vaultId)}/items/${encodeURIComponent(itemId)}`;
  const { status, body } = await callVault({
    vault,
    itemName,
    url: new URL(path, address.endsWith('/') ? address : `${address}/`),
    init: { headers: { authorization: `Bearer ${token}`, accept: 'application/json' } },
    fetch,
    signal,
  });
  if (status === 401 || status === 403) {
    throw unavailable(
      vault,
      itemName,
      `the access token may not read it (status ${status}); give it the vault`,
    );
  }
  if (status === 404 || status === 400) {
    throw unavailable(vault, itemName, `there is no such item (status ${status}); check both ids`);
  }
  if (status !== 200)
    throw unavailable(vault, itemName, `it answered with status ${status}; look at its log`);
  return itemOf(objects(members(body).fields));
}

type Field = Readonly<Record<string, unknown>>;

/** Names of the fields of a card by their ids in the template of 1Password. */
const cardFields: Readonly<Record<string, string>> = {
  cardholder: 'card_holder_name',
  ccnum: 'card_number',
  cvv: 'card_cvv',
  type: 'card_brand',
};

function itemOf(fields: readonly Field[]): SecretItem {
  const isCard = fields.some(({ id }) => id === 'ccnum');
  const named = fields.flatMap((field) => {
    const value = text(field.value);
    if (value === null) return [];
    if (isCard && field.id === 'expiry') return Object.entries(expiry(value));
    return [[nameOf(field, isCard), value] as const];
  });
  // Of two fields with one name the first stands, as on the page.
  return secretItem(Object.fromEntries(named.filter(([name]) => name !== '').toReversed()));
}

function nameOf({ id, type, purpose, label }: Field, isCard: boolean): string {
  if (type === 'OTP') return 'totp';
  if (purpose === 'USERNAME') return 'username';
  if (purpose === 'PASSWORD') return 'password';
  if (purpose === 'NOTES') return 'notes';
  const card = isCard ? cardFields[String(id)] : undefined;
  return card ?? fieldName(text(label) ?? String(id ?? ''));
}

/** Month and year of `203112`, `12/2031` and `12/31`. */
function expiry(value: string): Readonly<Record<string, string>> {
  const [, year, month] = /^(\d{4})(\d{2})$/.exec(value) ?? [];
  if (year && month) return { card_exp_month: month, card_exp_year: year };
  const [, first, second] = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(value) ?? [];
  if (!first || !second) return { card_expiry: value };
  return {
    card_exp_month: first.padStart(2, '0'),
    card_exp_year: second.length === 2 ? `20${second}` : second,
  };
}
