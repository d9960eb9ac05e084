import { inspect } from 'node:util';
import {
  type ResolveOptions,
  RunwrightError,
  Secret,
  type SecretSource,
  type VaultItem,
} from '@runwright/contract';
import { expect } from 'vitest';
import { type Check, type Closable, refusal, settled, testChecks } from './checks.ts';

/** A source of secrets that is tested, and what it knows. At least one of `secret` and `item` is there. */
export interface TestedSecretSource extends Closable {
  readonly source: SecretSource;
  /** A single secret that it knows. */
  readonly secret?: { readonly reference: string; readonly value: string };
  /** An item of its password manager, with all of its fields, and one that it has not. */
  readonly item?: {
    readonly known: VaultItem;
    readonly fields: Readonly<Record<string, string>>;
    readonly missing: VaultItem;
  };
  /** Makes its service refuse or be away from now on. Absent: it has none. */
  breakService?(): Promise<void>;
}

/**
 * What every source of secrets promises. Call it at the top of a driver's test file.
 *
 * @param name names the driver in the report
 * @param open opens a source; the suite closes it
 */
export function testSecretSource(name: string, open: () => Promise<TestedSecretSource>): void {
  testChecks(`${name} as a source of secrets`, secretSourceChecks, open);
}

const asked: ResolveOptions = { organizationId: 'o_1', signal: new AbortController().signal };
const unknown = 'a reference/that nobody knows';
/** An item of a password manager that no source has. */
const foreign = (vault: VaultItem['vault'] | undefined): VaultItem =>
  vault === 'onepassword'
    ? { vault: 'azure_key_vault', vaultName: 'v', usernameKey: 'u', passwordKey: 'p', totpSecretKey: null }
    : { vault: 'onepassword', vaultId: 'v', itemId: 'i' };

function expectMasked(secret: Secret, value: string): void {
  for (const shown of [String(secret), JSON.stringify({ secret }), inspect({ secret }, { depth: 5 })]) {
    expect(shown.includes(value), 'a secret shows its value').toBe(false);
  }
}

/** The promises of {@link SecretSource}. */
export const secretSourceChecks: readonly Check<TestedSecretSource>[] = [
  {
    name: 'it says which version of the interface it has, and has something to tell',
    async run({ source, secret, item }) {
      expect(source.specVersion).toBe('v1');
      expect(secret ?? item, 'the test names a secret or an item').toBeDefined();
    },
  },
  {
    name: 'a reference that it knows is a secret with the value, every time',
    async run({ source, secret }) {
      if (!secret) return;
      const both = await Promise.all([
        source.resolve(secret.reference, asked),
        source.resolve(secret.reference, asked),
      ]);
      expect(both.map((one) => one?.reveal())).toEqual([secret.value, secret.value]);
    },
  },
  {
    name: 'what it answers prints as a mask',
    async run({ source, secret, item }) {
      if (secret) {
        const found = await source.resolve(secret.reference, asked);
        expect(found).toBeInstanceOf(Secret);
        if (found) expectMasked(found, secret.value);
      }
      const fields = Object.entries((item && (await source.resolveItem?.(item.known, asked))) ?? {});
      for (const [, field] of fields) {
        expect(field).toBeInstanceOf(Secret);
        expectMasked(field, field.reveal());
      }
    },
  },
  {
    name: 'a reference that it does not know is null',
    async run({ source }) {
      for (const reference of [unknown, '', '__proto__', '../../etc/passwd']) {
        expect(await source.resolve(reference, asked)).toBeNull();
      }
    },
  },
  {
    name: 'an item has its fields',
    async run({ source, item }) {
      if (!item) return;
      const found = await source.resolveItem?.(item.known, asked);
      const fields = Object.entries(found ?? {}).map(([name, secret]) => [name, secret.reveal()]);
      expect(Object.fromEntries(fields)).toEqual(item.fields);
    },
  },
  {
    name: 'an item of another password manager is null, and it names its own',
    async run({ source, item }) {
      if (!item) return expect(source.resolveItem).toBeUndefined();
      expect(source.vaults ?? [item.known.vault]).toContain(item.known.vault);
      expect(await source.resolveItem?.(foreign(item.known.vault), asked)).toBeNull();
    },
  },
  {
    name: 'an item that it has not is refused with a sentence, without a secret in it',
    async run({ source, item }) {
      if (!item) return;
      const error = await refusal(
        source.resolveItem?.(item.missing, asked) ?? Promise.resolve(null),
        'an item that does not exist',
      );
      expectUnavailable(error);
      for (const value of Object.values(item.fields)) expect(String(error)).not.toContain(value);
    },
  },
  {
    name: 'a call whose signal is aborted ends',
    async run({ source, secret, item }) {
      const options = { ...asked, signal: AbortSignal.abort() };
      await settled(source.resolve(secret?.reference ?? unknown, options), 'an aborted call');
      if (item) {
        await settled(source.resolveItem?.(item.known, options) ?? Promise.resolve(null), 'an aborted call');
      }
    },
  },
  {
    name: 'a service that is away is said to be, and is not taken for one without the secret',
    async run({ source, secret, item, breakService }) {
      if (!breakService) return;
      await breakService();
      if (secret) {
        expectUnavailable(
          await refusal(source.resolve(secret.reference, asked), 'a call of a broken service'),
        );
      }
      if (item) {
        const call = source.resolveItem?.(item.known, asked) ?? Promise.resolve(null);
        expectUnavailable(await refusal(call, 'a call of a broken service'));
      }
    },
  },
];

function expectUnavailable(error: unknown): void {
  expect(RunwrightError.is(error), `expected \`secret_unavailable\`, got: ${String(error)}`).toBe(true);
  expect(error).toMatchObject({ code: 'secret_unavailable' });
}
