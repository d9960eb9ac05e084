import {
  type AnyBlock,
  defineBlock,
  Secret,
  type SecretSource,
  Type,
  type VaultItem,
} from '@runwright/contract';
import { egressPolicy } from '@runwright/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type Service } from './two-organizations.test-helpers.ts';

const blocks = ['login', 'look'].map(
  (type) =>
    defineBlock({
      type,
      config: Type.Object({ parameter_keys: Type.Array(Type.String()) }),
      output: Type.Object({}),
      run: async () => ({}),
    }) as AnyBlock,
);
/** What the source was asked for, newest last. */
const asked: (string | VaultItem)[] = [];
const source: SecretSource = {
  specVersion: 'v1',
  async resolve(reference) {
    asked.push(reference);
    return new Secret(`value of ${reference}`);
  },
  async resolveItem(item) {
    asked.push(item);
    return { username: new Secret('ann'), password: new Secret('pw') };
  },
};

let service: Service;
beforeAll(async () => {
  const egress = egressPolicy({ lookup: async () => [{ address: '93.184.215.14', family: 4 }] });
  service = await openService({ blocks, drivers: { egress, secrets: [source] } });
  await service.engine.start();
});
afterAll(() => service.close());

const finish = async (path: string, body: object) => {
  asked.length = 0;
  const { status, body: record } = await service.call('POST', path, body);
  expect([status, record.detail]).toEqual([200, undefined]);
  const run = await service.engine.runs.finished(service.organizationId, record.run_id);
  expect([run.status, run.failureReason]).toEqual(['completed', null]);
};
const url = 'https://shop.example/';

it.each([
  [
    'password_manager_a',
    { password_manager_a_item_id: 'i', password_manager_a_collection_id: 'c' },
    { vault: 'bitwarden', kind: 'login', itemId: 'i', collectionId: 'c', url },
  ],
  [
    'password_manager_b',
    { password_manager_b_vault_id: 'v', password_manager_b_item_id: 'i' },
    { vault: 'onepassword', vaultId: 'v', itemId: 'i' },
  ],
  [
    'cloud_vault',
    {
      ...{ cloud_vault_name: 'v', cloud_vault_username_key: 'u', cloud_vault_password_key: 'p' },
      cloud_vault_totp_secret_key: 't',
    },
    { vault: 'azure_key_vault', vaultName: 'v', usernameKey: 'u', passwordKey: 'p', totpSecretKey: 't' },
  ],
])(
  'a login of the source %s asks for the item that its members name',
  async (credential_type, members, item) => {
    await finish('/v1/run/tasks/login', { credential_type, url, ...members });
    expect(asked.at(-1)).toMatchObject(item);
  },
);

const account = {
  bitwarden_client_id_aws_secret_key: 'bw/id',
  bitwarden_client_secret_aws_secret_key: 'bw/secret',
  bitwarden_master_password_aws_secret_key: 'bw/master',
};
const opens = ['bw/id', 'bw/secret', 'bw/master'];

it.each<[string, object, readonly unknown[]]>([
  ['aws_secret', { aws_key: 'shop/pass' }, ['shop/pass']],
  ['azure_secret', { azure_key: 'shop-pass' }, ['shop-pass']],
  [
    'bitwarden_login_credential',
    { ...account, bitwarden_item_id: 'i' },
    [...opens, { vault: 'bitwarden', kind: 'login', itemId: 'i' }],
  ],
  [
    'bitwarden_login_credential',
    { ...account, bitwarden_collection_id: 'c', url_parameter_key: 'site' },
    [...opens, { kind: 'login', collectionId: 'c', url }],
  ],
  [
    'bitwarden_sensitive_information',
    {
      ...{ ...account, bitwarden_collection_id: 'c', bitwarden_identity_key: 'Ann' },
      bitwarden_identity_fields: ['ssn'],
    },
    [...opens, { kind: 'identity', collectionId: 'c', identityKey: 'Ann', fields: ['ssn'] }],
  ],
  [
    'bitwarden_credit_card_data',
    { ...account, bitwarden_collection_id: 'c', bitwarden_item_id: 'i' },
    [...opens, { kind: 'credit_card', collectionId: 'c', itemId: 'i' }],
  ],
  ['onepassword', { vault_id: 'v', item_id: 'i' }, [{ vault: 'onepassword', vaultId: 'v', itemId: 'i' }]],
  [
    'azure_vault_credential',
    { vault_name: 'v', username_key: 'u', password_key: 'p', totp_secret_key: 't' },
    [{ vaultName: 'v', usernameKey: 'u', passwordKey: 'p', totpSecretKey: 't' }],
  ],
])(
  'a parameter of type %s asks its source for what its members name: %j',
  async (parameter_type, members, expected) => {
    const site = {
      parameter_type: 'workflow',
      key: 'site',
      workflow_parameter_type: 'string',
      default_value: url,
    };
    const { body } = await service.call('POST', '/v1/workflows', {
      json_definition: {
        workflow_definition: {
          parameters: [site, { parameter_type, key: 'item', ...members }],
          blocks: [{ block_type: 'look', label: 'look', parameter_keys: ['item'] }],
        },
      },
    });
    await finish('/v1/run/workflows', { workflow_id: body.workflow_permanent_id });
    expect(asked).toMatchObject(expected);
  },
);
