import {
  type CredentialInput,
  type CredentialParameter,
  type Json,
  type Parameter,
  RunwrightError,
  type Secret,
  type SecretItem,
  type VaultItem,
} from '@runwright/contract';
import { renderText } from '@runwright/definition';
import { isOneTimeSecret } from '../../credentials/totp.ts';
import { credentialIdOf } from '../../run-requests/accept-parameters.ts';
import { addCredential, addItem } from '../../secrets/credential-fields.ts';
import {
  type ItemReader,
  isPasswordManagerParameter,
  type PasswordManagerParameter,
  vaultItemOf,
} from '../../secrets/password-manager-item.ts';
import { findSecret, unknownSecrets } from '../../secrets/secret-sources.ts';
import { topLevelScope } from '../../state/block-execution.ts';
import { blockTemplateScope } from './block-template-scope.ts';
import type { RunScope } from './run-scope.ts';

/** The resolved secret parameters of a run. */
export interface RunSecrets {
  /** Placeholders by parameter key; null for a credential that was left out. */
  readonly placeholders: Readonly<Record<string, Json>>;
  /** Sentences for the run's record. */
  readonly notices: readonly string[];
}

/**
 * Puts the secrets of a run's parameters into its `RunSecrets`: single secrets of the secret sources, credentials of the
 * engine, and items of password managers. Sources are asked in order; the first that knows a secret wins.
 *
 * @throws RunwrightError `secret_unavailable` naming the parameters that cannot be had; single secrets all at once.
 */
export async function resolveRunSecrets(scope: RunScope): Promise<RunSecrets> {
  const { parameters } = scope.workflow.draft.workflow_definition;
  const placeholders: Record<string, Json> = { ...(await singleSecrets(scope, parameters)) };
  const notices: string[] = [];
  for (const parameter of parameters) {
    const { key } = parameter;
    if (isCredentialId(parameter)) placeholders[key] = await callersCredential(scope, key);
    if (parameter.parameter_type === 'credential') {
      const { value, notice } = await fixedCredential(scope, parameter);
      placeholders[key] = value;
      if (notice !== null) notices.push(notice);
    }
    if (isPasswordManagerParameter(parameter)) placeholders[key] = await vaultItem(scope, parameter);
  }
  return { placeholders, notices };
}

/** Returns whether parameters have to be asked for outside of the store's rows, which may take its time. */
export function hasSecretParameters(parameters: readonly Parameter[]): boolean {
  return parameters.some(
    (parameter) =>
      isCredentialId(parameter) ||
      isPasswordManagerParameter(parameter) ||
      ['aws_secret', 'azure_secret', 'credential'].includes(parameter.parameter_type),
  );
}

function isCredentialId(parameter: Parameter): boolean {
  return parameter.parameter_type === 'workflow' && parameter.workflow_parameter_type === 'credential_id';
}

async function singleSecrets(
  scope: RunScope,
  parameters: readonly Parameter[],
): Promise<Readonly<Record<string, string>>> {
  const wanted = parameters.flatMap((parameter) => {
    if (parameter.parameter_type === 'aws_secret')
      return [{ key: parameter.key, reference: parameter.aws_key }];
    return parameter.parameter_type === 'azure_secret'
      ? [{ key: parameter.key, reference: parameter.azure_key }]
      : [];
  });
  const found = await Promise.all(
    wanted.map(async (one) => ({
      ...one,
      secret: await findSecret(one.reference, scope.secrets, about(scope)),
    })),
  );
  const missing = found.filter(({ secret }) => secret === null);
  if (missing.length > 0) {
    throw unknownSecrets(
      missing.map(({ key, reference }) => `${key} (${reference})`),
      scope.secrets.length,
    );
  }
  return Object.fromEntries(
    found.flatMap(({ key, secret }) => (secret ? [[key, scope.runSecrets.add(key, secret)]] : [])),
  );
}

async function callersCredential(scope: RunScope, key: string): Promise<Json> {
  const id = scope.parameters[key] ?? null;
  if (typeof id !== 'string') return null;
  const credential = await scope.credentials.open(scope.run.organizationId, id);
  if (credential === null) throw unavailable(key, `credential \`${id}\` does not exist any more`);
  return addCredential(scope.runSecrets, key, credential, scope.clock.now);
}

/** The credential that was chosen at the start; when it is gone, the first of the fallbacks that is there. */
async function fixedCredential(
  scope: RunScope,
  parameter: CredentialParameter,
): Promise<{ readonly value: Json; readonly notice: string | null }> {
  const { key } = parameter;
  const chosen = scope.parameters[key] ?? null;
  if (typeof chosen !== 'string') return { value: null, notice: null };
  const fallbacks = (parameter.fallback_credential_ids ?? []).flatMap(
    (entry) => credentialIdOf(entry, scope.parameters) ?? [],
  );
  for (const id of [chosen, ...fallbacks]) {
    const credential = await openCredential(scope, id);
    if (credential === null) continue;
    const notice =
      id === chosen
        ? null
        : `Credential ${chosen} of parameter ${key} does not exist; ${id} is used instead.`;
    return { value: addCredential(scope.runSecrets, key, credential, scope.clock.now), notice };
  }
  const others = fallbacks.length > 0 ? ', nor does any of its fallbacks' : '';
  throw unavailable(key, `credential \`${chosen}\` does not exist${others}`);
}

function openCredential(
  { credentials, run }: Pick<RunScope, 'credentials' | 'run'>,
  id: string,
): Promise<CredentialInput | null> {
  return credentials.open(run.organizationId, id);
}

async function vaultItem(scope: RunScope, parameter: PasswordManagerParameter): Promise<Json> {
  const item = await vaultItemOf(parameter, readingOf(scope, parameter.key));
  const fields = await findItem(scope, item);
  if (fields === null) {
    throw unavailable(parameter.key, `no secret source is configured for ${vaultNames[item.vault]}`);
  }
  if (fields.totp && !isOneTimeSecret(fields.totp.reveal())) {
    throw unavailable(
      parameter.key,
      'its one-time secret is neither base32 nor an `otpauth://totp/` address',
    );
  }
  return addItem(scope.runSecrets, parameter.key, fields, scope.clock.now);
}

const vaultNames: Readonly<Record<VaultItem['vault'], string>> = {
  bitwarden: 'Bitwarden',
  onepassword: '1Password',
  azure_key_vault: 'Azure Key Vault',
};

async function findItem(
  scope: Pick<RunScope, 'secrets' | 'run' | 'signal'>,
  item: VaultItem,
): Promise<SecretItem | null> {
  for (const source of scope.secrets) {
    const fields = (await source.resolveItem?.(item, about(scope))) ?? null;
    if (fields !== null) return fields;
  }
  return null;
}

function readingOf(scope: RunScope, key: string): ItemReader {
  const values = blockTemplateScope(scope, topLevelScope());
  const strict = scope.workflow.draft.workflow_definition.strict_templates === true;
  const parameter = (name: string): string | null => {
    const value = Object.hasOwn(scope.parameters, name) ? (scope.parameters[name] ?? null) : null;
    return value === null ? null : String(value);
  };
  return {
    text: (written) => parameter(written.trim()) ?? renderText(written, values, { strict }),
    parameter,
    async secret(reference): Promise<Secret> {
      const secret = await findSecret(reference, scope.secrets, about(scope));
      if (secret === null) throw unknownSecrets([`${key} (${reference})`], scope.secrets.length);
      // It opens a vault and stands for nothing, but it must not be seen either.
      scope.runSecrets.add(reference, secret);
      return secret;
    },
  };
}

function about({ run, signal }: Pick<RunScope, 'run' | 'signal'>) {
  return { organizationId: run.organizationId, signal };
}

function unavailable(key: string, reason: string): RunwrightError {
  return new RunwrightError(
    'secret_unavailable',
    `Cannot resolve parameter \`${key}\`: ${reason}. Correct the parameter.`,
    { details: { failure_category: 'credential' } },
  );
}
