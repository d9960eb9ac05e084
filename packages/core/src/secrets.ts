import { RunwrightError, Secret, type SecretSource, type WorkflowDefinition } from '@runwright/contract';
import { named } from './problem.ts';
import type { SecretVault } from './vault.ts';

/** What resolving secrets needs. */
export interface ResolveOptions {
  readonly vault: SecretVault;
  readonly organizationId: string;
  readonly signal: AbortSignal;
}

/**
 * Puts the values of a definition's secret parameters (`aws_secret`) into the vault and answers their placeholders by
 * parameter key. Sources are asked in order; the first that knows a reference wins.
 *
 * @throws RunwrightError `secret_unavailable` naming every parameter that no source knows.
 */
export async function resolveSecrets(
  definition: WorkflowDefinition,
  sources: readonly SecretSource[],
  options: ResolveOptions,
): Promise<Readonly<Record<string, string>>> {
  const wanted = definition.parameters.filter((parameter) => parameter.parameter_type === 'aws_secret');
  const found = await Promise.all(
    wanted.map(async ({ key, aws_key }) => ({ key, aws_key, secret: await find(aws_key, sources, options) })),
  );
  const missing = found
    .filter(({ secret }) => secret === null)
    .map(({ key, aws_key }) => `${key} (${aws_key})`);
  if (missing.length > 0) throw unknownSecrets(missing, sources.length);
  return Object.fromEntries(
    found.flatMap(({ key, secret }) => (secret ? [[key, options.vault.add(key, secret)]] : [])),
  );
}

/** Secrets from a map of references to values. The map is copied. */
export function memorySecrets(values: Readonly<Record<string, string>>): SecretSource {
  const known = new Map(Object.entries(values));
  return sourceOf((reference) => known.get(reference));
}

/** Begins the name of every environment variable that may be read as a secret. */
export const secretVariablePrefix = 'RUNWRIGHT_SECRET_';

/**
 * Secrets from environment variables, given as data. A reference such as `shop/password` is the variable
 * `RUNWRIGHT_SECRET_SHOP_PASSWORD`: upper case, everything else than letters and digits an underscore. Variables without
 * the prefix cannot be read, so that a workflow never reaches the host's own keys.
 */
export function environmentSecrets(values: Readonly<Record<string, string | undefined>>): SecretSource {
  const known = new Map(Object.entries(values).filter(([name]) => name.startsWith(secretVariablePrefix)));
  return sourceOf((reference) =>
    known.get(secretVariablePrefix + reference.toUpperCase().replace(/[^A-Z0-9]+/g, '_')),
  );
}

function sourceOf(lookUp: (reference: string) => string | undefined): SecretSource {
  return {
    specVersion: 'v1',
    async resolve(reference) {
      const value = lookUp(reference);
      return value === undefined ? null : new Secret(value);
    },
  };
}

async function find(
  reference: string,
  sources: readonly SecretSource[],
  { organizationId, signal }: ResolveOptions,
): Promise<Secret | null> {
  for (const source of sources) {
    const secret = await source.resolve(reference, { organizationId, signal });
    if (secret) return secret;
  }
  return null;
}

function unknownSecrets(missing: readonly string[], sources: number): RunwrightError {
  const asked =
    sources === 0 ? 'no secret source is configured' : `none of the ${sources} secret sources knows`;
  return new RunwrightError(
    'secret_unavailable',
    `Values of secret parameters were wanted, but ${asked}${sources === 0 ? '' : ' them'}: ${named(missing)}. Add them to a source.`,
    { details: { failure_category: 'credential' } },
  );
}
