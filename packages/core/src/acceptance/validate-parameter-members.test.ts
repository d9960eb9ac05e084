import { validateDraft } from '@runwright/definition';
import { expect, it } from 'vitest';
import { builtInBlocks } from '../blocks/built-in-blocks.ts';
import { createRegistry } from '../registry/registry.ts';

const problemsOf = (...parameters: object[]): readonly string[] =>
  validateDraft(
    {
      title: 'T',
      workflow_definition: { parameters, blocks: [{ block_type: 'wait', label: 'A', wait_sec: 1 }] },
    },
    createRegistry(builtInBlocks),
  ).problems.map(({ path, type, message }) => `${path.slice(1).join('.')}: ${type}: ${message}`);

const plain = (key: string, workflow_parameter_type = 'string') => ({
  parameter_type: 'workflow',
  key,
  workflow_parameter_type,
});
const account = {
  bitwarden_client_id_aws_secret_key: 'bw/id',
  bitwarden_client_secret_aws_secret_key: 'bw/secret',
  bitwarden_master_password_aws_secret_key: 'bw/master',
};
const card = 'bitwarden_credit_card_data';

it('every type of parameter is accepted with its members', () => {
  expect(
    problemsOf(
      plain('site'),
      plain('picked', 'credential_id'),
      { parameter_type: 'context', key: 'a', source_parameter_key: 'site' },
      { parameter_type: 'context', key: 'b', source_parameter_key: 'A_output' },
      { parameter_type: 'aws_secret', key: 'c', aws_key: 'shop/password' },
      { parameter_type: 'azure_secret', key: 'd', azure_key: 'shop-password' },
      {
        parameter_type: 'credential',
        key: 'e',
        credential_id: 'picked',
        fallback_credential_ids: ['cred_1'],
      },
      { parameter_type: 'credential', key: 'f', credential_id: 'cred_1', selection_strategy: 'random' },
      { parameter_type: 'bitwarden_login_credential', key: 'g', ...account, bitwarden_item_id: 'x' },
      {
        parameter_type: 'bitwarden_login_credential',
        key: 'h',
        ...account,
        bitwarden_collection_id: 'x',
        url_parameter_key: 'site',
      },
      {
        parameter_type: 'bitwarden_sensitive_information',
        key: 'i',
        ...account,
        bitwarden_collection_id: 'x',
        bitwarden_identity_key: 'Ann',
        bitwarden_identity_fields: ['ssn'],
      },
      {
        parameter_type: card,
        key: 'j',
        ...account,
        bitwarden_collection_id: 'x',
        bitwarden_item_id: 'y',
      },
      { parameter_type: 'onepassword', key: 'k', vault_id: '{{ site }}', item_id: 'y' },
      {
        parameter_type: 'azure_vault_credential',
        key: 'l',
        vault_name: 'v',
        username_key: 'u',
        password_key: 'p',
        totp_secret_key: null,
      },
    ),
  ).toEqual([]);
});

it('members that a type needs are all named when they are missing', () => {
  expect(problemsOf({ parameter_type: card, key: 'a' })).toEqual([
    ...Object.keys(account).map((member) => `parameters.0.${member}: missing: Field required`),
    'parameters.0.bitwarden_collection_id: missing: Field required',
    'parameters.0.bitwarden_item_id: missing: Field required',
  ]);
  expect(problemsOf({ parameter_type: 'azure_secret', key: 'a', azure_key: '' })).toEqual([
    'parameters.0.azure_key: string_too_short: String should have at least 1 character',
  ]);
  expect(
    problemsOf({ parameter_type: 'credential', key: 'a', credential_id: 'cred_1', selection_strategy: 'x' }),
  ).toEqual(["parameters.0.selection_strategy: enum: Input should be 'round_robin' or 'random'"]);
});

it('nobody declares an output', () => {
  expect(problemsOf({ parameter_type: 'output', key: 'a' })).toEqual([
    "parameters.0: union_tag_invalid: Unknown parameter_type 'output'",
  ]);
});

it('a context parameter needs a source that exists and is not itself', () => {
  const context = (key: string, source_parameter_key: string) => ({
    parameter_type: 'context',
    key,
    source_parameter_key,
  });
  expect(problemsOf(plain('p'), context('a', 'nope'))).toEqual([
    expect.stringMatching(/^parameters\.1\.source_parameter_key: .*no parameter `nope`; declared: `p`, `a`$/),
  ]);
  expect(problemsOf(context('a', 'b'), context('b', 'a'))).toEqual([
    expect.stringMatching(/^parameters\.0\.source_parameter_key: .*`a` is taken from itself/),
    expect.stringMatching(/^parameters\.1\.source_parameter_key: .*`b` is taken from itself/),
  ]);
});

it('a credential is named by its id or by a parameter of type credential_id', () => {
  const credential = { parameter_type: 'credential', key: 'c', credential_id: 'site' };
  expect(problemsOf(plain('site'), { ...credential, credential_ids: ['cred_1', 'nope'] })).toEqual([
    expect.stringMatching(/^parameters\.1\.credential_id: .*`site` is not of type `credential_id`$/),
    expect.stringMatching(/^parameters\.1\.credential_ids\.1: .*`nope` is neither the id/),
  ]);
});

it('a Bitwarden login needs an item, or a collection with an address', () => {
  const login = { parameter_type: 'bitwarden_login_credential', key: 'b', ...account };
  expect(problemsOf({ ...login, bitwarden_collection_id: 'x' })).toEqual([
    expect.stringMatching(/^parameters\.0: .*`bitwarden_item_id`, or `bitwarden_collection_id`/),
  ]);
  expect(problemsOf({ ...login, bitwarden_collection_id: 'x', url_parameter_key: 'nope' })).toEqual([
    expect.stringMatching(/^parameters\.0\.url_parameter_key: .*no parameter `nope`/),
  ]);
});
