import { type Static, type TProperties, Type } from 'typebox';

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const text = (description: string) => Type.String({ minLength: 1, description });
const optionalText = (description: string) => Type.Optional(nullable(Type.String({ description })));

/** A parameter of one type: its tag, its key, and the members of the type. */
const parameter = <const T extends string, P extends TProperties>(type: T, members: P) =>
  Type.Object(
    {
      parameter_type: Type.Literal(type),
      key: Type.String(),
      description: Type.Optional(nullable(Type.String())),
      ...members,
    },
    { additionalProperties: true },
  );

/** Types that a `workflow` parameter converts to. */
export const WorkflowParameterType = Type.Enum([
  'string',
  'integer',
  'float',
  'boolean',
  'json',
  'file_url',
  'credential_id',
]);
export type WorkflowParameterType = Static<typeof WorkflowParameterType>;

/** A value that the caller of a run gives; a default makes it optional. */
export const WorkflowParameter = parameter('workflow', {
  workflow_parameter_type: WorkflowParameterType,
  default_value: Type.Optional(Type.Unknown()),
});
export type WorkflowParameter = Static<typeof WorkflowParameter>;

/** A value that is taken from another parameter, or from a block's output, for each block anew. Deprecated: use a template. */
export const ContextParameter = parameter('context', {
  source_parameter_key: text(
    'Key of the parameter, or `<label>_output` of the block, that it is taken from.',
  ),
});
export type ContextParameter = Static<typeof ContextParameter>;

/** A secret that a SecretSource resolves; blocks see a placeholder. */
export const SecretParameter = parameter('aws_secret', {
  aws_key: text('The reference that the secret source resolves.'),
});
export type SecretParameter = Static<typeof SecretParameter>;

/** The same as {@link SecretParameter}, as definitions of Azure users write it. */
export const AzureSecretParameter = parameter('azure_secret', {
  azure_key: text('The reference that the secret source resolves.'),
});
export type AzureSecretParameter = Static<typeof AzureSecretParameter>;

/** A credential of the engine's own store; blocks see an object of placeholders. */
export const CredentialParameter = parameter('credential', {
  credential_id: text('Id of a credential, or key of a parameter of type `credential_id`.'),
  credential_ids: Type.Optional(
    nullable(Type.Array(text('As credential_id.'), { description: 'Each run takes one of these.' })),
  ),
  selection_strategy: Type.Optional(
    nullable(Type.Enum(['round_robin', 'random'], { default: 'round_robin' })),
  ),
  fallback_credential_ids: Type.Optional(
    nullable(
      Type.Array(text('As credential_id.'), {
        description: 'Tried in order when the chosen one does not exist.',
      }),
    ),
  ),
  fallback_trigger: Type.Optional(
    nullable(
      Type.Enum(['credential_failures', 'any_failure'], {
        description:
          'Has no effect, which the timeline says: a fallback is used when the credential does not exist.',
      }),
    ),
  ),
});
export type CredentialParameter = Static<typeof CredentialParameter>;

const bitwardenAccount = {
  bitwarden_client_id_aws_secret_key: text('Reference of the client id in a secret source.'),
  bitwarden_client_secret_aws_secret_key: text('Reference of the client secret in a secret source.'),
  bitwarden_master_password_aws_secret_key: text('Reference of the master password in a secret source.'),
};

/** A login of a Bitwarden vault: one item, or the item of a collection that fits an address. */
export const BitwardenLoginParameter = parameter('bitwarden_login_credential', {
  ...bitwardenAccount,
  bitwarden_item_id: optionalText('Id of the item; decides before collection and address.'),
  bitwarden_collection_id: optionalText('Collection in which the item is looked for by address.'),
  url_parameter_key: optionalText('Key of the parameter that holds the address of the site.'),
});
export type BitwardenLoginParameter = Static<typeof BitwardenLoginParameter>;

/** Fields of an identity of a Bitwarden vault. */
export const BitwardenIdentityParameter = parameter('bitwarden_sensitive_information', {
  ...bitwardenAccount,
  bitwarden_collection_id: text('Collection that the identity is in.'),
  bitwarden_identity_key: text('Name of the identity, or a part of it.'),
  bitwarden_identity_fields: Type.Array(text('Name of a field.'), { minItems: 1 }),
});
export type BitwardenIdentityParameter = Static<typeof BitwardenIdentityParameter>;

/** A card of a Bitwarden vault. */
export const BitwardenCardParameter = parameter('bitwarden_credit_card_data', {
  ...bitwardenAccount,
  bitwarden_collection_id: text('Collection that the card is in.'),
  bitwarden_item_id: text('Id of the card.'),
});
export type BitwardenCardParameter = Static<typeof BitwardenCardParameter>;

/** An item of a 1Password vault. Ids are literal, the bare key of a parameter, or a template. */
export const OnePasswordParameter = parameter('onepassword', {
  vault_id: text('Id of the vault.'),
  item_id: text('Id of the item.'),
});
export type OnePasswordParameter = Static<typeof OnePasswordParameter>;

/** A login whose parts are secrets of an Azure Key Vault. */
export const AzureVaultParameter = parameter('azure_vault_credential', {
  vault_name: text('Name of the key vault.'),
  username_key: text('Name of the secret that holds the user name.'),
  password_key: text('Name of the secret that holds the password.'),
  totp_secret_key: optionalText('Name of the secret from which one-time codes are made.'),
});
export type AzureVaultParameter = Static<typeof AzureVaultParameter>;

/** A parameter of a workflow, told apart by `parameter_type`. Those of type `output` are made by the engine only. */
export const Parameter = Type.Union([
  WorkflowParameter,
  ContextParameter,
  SecretParameter,
  AzureSecretParameter,
  CredentialParameter,
  BitwardenLoginParameter,
  BitwardenIdentityParameter,
  BitwardenCardParameter,
  OnePasswordParameter,
  AzureVaultParameter,
]);
export type Parameter = Static<typeof Parameter>;
