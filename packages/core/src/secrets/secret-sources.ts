import { type ResolveOptions, RunwrightError, Secret, type SecretSource } from '@runwright/contract';
import { listNames } from '@runwright/definition';

/** Secrets of the host from a map of references to values. The map is copied. */
export function memorySecrets(values: Readonly<Record<string, string>>): SecretSource {
  const known = new Map(Object.entries(values));
  return sourceOf((reference) => known.get(reference));
}

/** Begins the name of every environment variable that may be read as a secret. */
export const secretVariablePrefix = 'RUNWRIGHT_SECRET_';

/**
 * Secrets of the host from environment variables, given as data. A reference such as `shop/password` is the variable
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
    belongsToHost: true,
    async resolve(reference) {
      const value = lookUp(reference);
      return value === undefined ? null : new Secret(value);
    },
  };
}

/** Returns the sources for an organization: all of them, or those that do not belong to the host. */
export function sourcesFor(sources: readonly SecretSource[], usesHost: boolean): readonly SecretSource[] {
  return usesHost ? sources : sources.filter(({ belongsToHost }) => !belongsToHost);
}

/** Asks secret sources in order; null when none of them knows the reference. */
export async function findSecret(
  reference: string,
  sources: readonly SecretSource[],
  options: ResolveOptions,
): Promise<Secret | null> {
  for (const source of sources) {
    const secret = await source.resolve(reference, options);
    if (secret) return secret;
  }
  return null;
}

/** The error of secrets that none of so many sources knows. */
export function unknownSecrets(missing: readonly string[], sources: number): RunwrightError {
  const reason =
    sources === 0 ? 'no secret source is configured' : `none of the ${sources} secret sources knows them`;
  return new RunwrightError(
    'secret_unavailable',
    `Cannot resolve the secret parameters ${listNames(missing)}: ${reason}. Add them to a source: for the command set \`RUNWRIGHT_SECRET_<NAME>\`, in a program pass \`drivers.secrets\`. Secrets of the host are for its first organization, or those of \`RUNWRIGHT_HOST_ORGANIZATIONS\` (\`settings.hostOrganizations\`).`,
    { details: { failure_category: 'credential' } },
  );
}
