import type { BitwardenAccount, Parameter, Secret, VaultItem } from '@runwright/contract';

/** A parameter whose value is an item of a password manager. */
export type PasswordManagerParameter = Extract<
  Parameter,
  {
    parameter_type:
      | 'bitwarden_login_credential'
      | 'bitwarden_sensitive_information'
      | 'bitwarden_credit_card_data'
      | 'onepassword'
      | 'azure_vault_credential';
  }
>;

/** Reads the members of a password manager's parameter. */
export interface ItemReader {
  /** A literal, the bare key of a parameter, or a template, as text. */
  text(written: string): string;
  /** Value of another parameter as text; null when it has none. */
  parameter(key: string): string | null;
  /** A secret of a single-secret source. */
  secret(reference: string): Promise<Secret>;
}

/** Returns whether a parameter is one of the password managers'. */
export function isPasswordManagerParameter(parameter: Parameter): parameter is PasswordManagerParameter {
  return (passwordManagerTypes as ReadonlySet<string>).has(parameter.parameter_type);
}

const passwordManagerTypes: ReadonlySet<PasswordManagerParameter['parameter_type']> = new Set([
  'bitwarden_login_credential',
  'bitwarden_sensitive_information',
  'bitwarden_credit_card_data',
  'onepassword',
  'azure_vault_credential',
] as const);

/** Returns the item of a password manager that a parameter names. */
export async function vaultItemOf(parameter: PasswordManagerParameter, read: ItemReader): Promise<VaultItem> {
  const optional = (written: string | null | undefined) => (written ? read.text(written) : null);
  switch (parameter.parameter_type) {
    case 'onepassword':
      return {
        vault: 'onepassword',
        vaultId: read.text(parameter.vault_id),
        itemId: read.text(parameter.item_id),
      };
    case 'azure_vault_credential':
      return {
        vault: 'azure_key_vault',
        vaultName: read.text(parameter.vault_name),
        usernameKey: read.text(parameter.username_key),
        passwordKey: read.text(parameter.password_key),
        totpSecretKey: optional(parameter.totp_secret_key),
      };
    case 'bitwarden_login_credential':
      return {
        vault: 'bitwarden',
        kind: 'login',
        account: await accountOf(parameter, read),
        itemId: optional(parameter.bitwarden_item_id),
        collectionId: optional(parameter.bitwarden_collection_id),
        url: parameter.url_parameter_key ? read.parameter(parameter.url_parameter_key) : null,
      };
    case 'bitwarden_sensitive_information':
      return {
        vault: 'bitwarden',
        kind: 'identity',
        account: await accountOf(parameter, read),
        collectionId: read.text(parameter.bitwarden_collection_id),
        identityKey: read.text(parameter.bitwarden_identity_key),
        fields: parameter.bitwarden_identity_fields.map((field) => read.text(field)),
      };
    case 'bitwarden_credit_card_data':
      return {
        vault: 'bitwarden',
        kind: 'credit_card',
        account: await accountOf(parameter, read),
        collectionId: read.text(parameter.bitwarden_collection_id),
        itemId: read.text(parameter.bitwarden_item_id),
      };
  }
}

async function accountOf(
  parameter: Extract<PasswordManagerParameter, { bitwarden_client_id_aws_secret_key: string }>,
  read: ItemReader,
): Promise<BitwardenAccount> {
  return {
    clientId: await read.secret(parameter.bitwarden_client_id_aws_secret_key),
    clientSecret: await read.secret(parameter.bitwarden_client_secret_aws_secret_key),
    masterPassword: await read.secret(parameter.bitwarden_master_password_aws_secret_key),
  };
}
