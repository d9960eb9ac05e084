import {
  plainCredentialMembers,
  Secret,
  type SecretItem,
  type SecretSource,
  type VaultItem,
} from '@runwright/contract';
import type { Substitute } from './substitute.ts';

/** What stands for the secrets of a recorded run. */
export interface RecordedSecrets {
  /** By the reference that a source was asked for. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Fields of the items of password managers, by the JSON of the item without its account. {@link recordedSeed} stands for seeds of one-time codes. */
  readonly items: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Stands for every seed of one-time codes, which has to be base32. Its codes are others than those of the recording. */
export const recordedSeed = 'REPLAYEDREPLAYED';

/** Follows the secrets that a run resolves. */
export interface SecretRecorder {
  /** Wraps a source, so that what it resolves is recorded. */
  wrap(source: SecretSource): SecretSource;
  /** What was resolved so far. */
  recorded(): RecordedSecrets;
  /** Values that were resolved so far. */
  readonly values: ReadonlySet<string>;
}

/** Creates a recorder that knows no secret yet. */
export function secretRecorder(substitute: Substitute): SecretRecorder {
  const values = new Set<string>();
  const secrets = new Map<string, string>();
  const items = new Map<string, Readonly<Record<string, string>>>();
  const substituteOf = (secret: Secret): string => {
    const value = secret.reveal();
    values.add(value);
    return substitute(value);
  };
  /** Models see a field that is no secret as it is, and that of one-time codes has to be a seed. */
  const replaceField = (name: string, secret: Secret): string => {
    if (plainCredentialMembers.has(name)) return secret.reveal();
    return name === 'totp' ? recordedSeed : substituteOf(secret);
  };
  return {
    values,
    recorded: () => ({ secrets: Object.fromEntries(secrets), items: Object.fromEntries(items) }),
    wrap(source) {
      const { resolveItem } = source;
      return {
        ...source,
        async resolve(reference, options) {
          const secret = await source.resolve(reference, options);
          if (secret) secrets.set(reference, substituteOf(secret));
          return secret;
        },
        ...(resolveItem
          ? {
              async resolveItem(item, options): Promise<SecretItem | null> {
                const found = await resolveItem(item, options);
                if (!found) return null;
                const substitutes = Object.entries(found).map(([name, secret]) => [
                  name,
                  replaceField(name, secret),
                ]);
                items.set(keyOf(item), Object.fromEntries(substitutes));
                return found;
              },
            }
          : {}),
      };
    },
  };
}

/**
 * Returns the source of a replay. A reference that was not recorded gets `*****`, and so do the user name and the password of an item.
 */
export function recordedSource({ secrets, items }: RecordedSecrets): SecretSource {
  const other = { username: unknownSecret, password: unknownSecret };
  return {
    specVersion: 'v1',
    resolve: async (reference) => new Secret(ownValue(secrets, reference) ?? unknownSecret),
    async resolveItem(item) {
      const fields = Object.entries(ownValue(items, keyOf(item)) ?? other);
      return Object.fromEntries(fields.map(([name, value]) => [name, new Secret(value)]));
    },
  };
}

const unknownSecret = '*****';

function ownValue<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** An account opens its vault with a secret, which is no part of a recording. */
function keyOf(item: VaultItem): string {
  return JSON.stringify({ ...item, account: undefined });
}
