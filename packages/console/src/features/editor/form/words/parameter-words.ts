import type { WordsOfFields } from './words.ts';

const inSecretSource = (what: string) =>
  `Name of the secret that holds the ${what}, in the source of secrets.`;

/** Words of the members of parameters. */
export const parameterWords: WordsOfFields = {
  description: { title: 'Description', help: 'What it is for; people see it in the form that starts a run.' },
  workflow_parameter_type: { title: 'Type', help: 'The values that it takes.' },
  default_value: {
    title: 'Default value',
    help: 'Used when a run is given no value. Leave empty to make the value required.',
  },
  source_parameter_key: {
    title: 'Taken from',
    help: 'Key of another parameter, or `<label>_output` of a block.',
  },
  aws_key: { title: 'Name of the secret', help: 'As the source of secrets of the service knows it.' },
  azure_key: { title: 'Name of the secret', help: 'As the source of secrets of the service knows it.' },
  credential_id: {
    title: 'Credential',
    help: 'One of those under Credentials. In the YAML, the key of a parameter of type `credential_id` may stand here too.',
  },
  credential_ids: { title: 'Credentials', help: 'Each run takes one of these.' },
  selection_strategy: { title: 'How one is taken', help: 'Round robin: in turn. Random: by chance.' },
  fallback_credential_ids: {
    title: 'Other credentials',
    help: 'Tried in order when the chosen one does not exist.',
  },
  fallback_trigger: {
    title: 'When another one is tried',
    help: 'Has no effect: another one is used when the chosen one does not exist.',
  },
  bitwarden_client_id_aws_secret_key: { title: 'Bitwarden: client id', help: inSecretSource('client id') },
  bitwarden_client_secret_aws_secret_key: {
    title: 'Bitwarden: client secret',
    help: inSecretSource('client secret'),
  },
  bitwarden_master_password_aws_secret_key: {
    title: 'Bitwarden: master password',
    help: inSecretSource('master password'),
  },
  bitwarden_item_id: {
    title: 'Bitwarden: item',
    help: 'Its id. Takes precedence over collection and address.',
  },
  bitwarden_collection_id: {
    title: 'Bitwarden: collection',
    help: 'Id of the collection in which it is looked for.',
  },
  bitwarden_identity_key: { title: 'Bitwarden: identity', help: 'Its name, or a part of it.' },
  bitwarden_identity_fields: { title: 'Bitwarden: fields', help: 'Names of the fields of the identity.' },
  url_parameter_key: {
    title: 'Parameter with the address',
    help: 'Key of the parameter that holds the address of the site.',
  },
  vault_id: { title: '1Password: vault', help: 'Its id.' },
  item_id: { title: '1Password: item', help: 'Its id.' },
  vault_name: { title: 'Azure: key vault', help: 'Its name.' },
  username_key: { title: 'Azure: user name', help: 'Name of the secret that holds it.' },
  password_key: { title: 'Azure: password', help: 'Name of the secret that holds it.' },
  totp_secret_key: { title: 'Azure: one-time codes', help: 'Name of the secret from which they are made.' },
};
