import {
  type CredentialInput,
  type CredentialRow,
  type CredentialSummary,
  defaults,
  notFound,
  RunwrightError,
  type Store,
} from '@runwright/contract';
import type { Engine } from '../api/engine.ts';
import { type Cipher, createCipher } from '../crypto/cipher.ts';
import { toCredentialRecord } from '../records/credential-record.ts';
import type { MakeId } from '../runtime/ids.ts';
import { readCredential } from './credential-input.ts';

/** The credentials of all organizations: shown without their secrets, and read with them by runs alone. */
export interface Credentials {
  /** The calls that the engine's host may make. */
  readonly calls: Engine['credentials'];
  /** Returns those of some ids that name a credential of the organization. */
  known(organizationId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** A credential with its secrets; null when there is none, or none any more. */
  open(organizationId: string, credentialId: string): Promise<CredentialInput | null>;
  /** A number that grows by one with each call of one name, from 0. */
  nextTurn(organizationId: string, name: string): Promise<number>;
}

/** Credentials over a store, each encrypted as a whole. */
export function createCredentials(options: {
  readonly store: Store;
  readonly masterKey: Uint8Array;
  readonly makeId: MakeId;
  readonly now: () => number;
}): Credentials {
  const rows = options.store.credentials;
  const cipher = credentialCipher(options.masterKey);
  const inputOf = (row: CredentialRow): CredentialInput =>
    JSON.parse(cipher.decrypt(row.ciphertext, row.credentialId));
  const shown = (row: CredentialRow): CredentialSummary => toCredentialRecord(row.credentialId, inputOf(row));
  const existing = async (organizationId: string, credentialId: string): Promise<CredentialRow> => {
    const row = await rows.get(organizationId, credentialId);
    if (row === null) throw unknown(credentialId);
    return row;
  };

  const calls: Engine['credentials'] = {
    async create(organizationId, given) {
      const input = readCredential(given);
      const credentialId = options.makeId('cred');
      const now = options.now();
      const row: CredentialRow = {
        credentialId,
        organizationId,
        type: input.credential_type,
        name: input.name,
        ciphertext: cipher.encrypt(JSON.stringify(input), credentialId),
        createdAt: now,
        modifiedAt: now,
        deletedAt: null,
      };
      await rows.add(row);
      return toCredentialRecord(credentialId, input);
    },

    get: async (organizationId, credentialId) => shown(await existing(organizationId, credentialId)),

    async list(organizationId, { page = 1, pageSize = defaults.pageSize, ...filter } = {}) {
      const found = await rows.list({ organizationId, page, pageSize, ...filter });
      return { items: found.items.map(shown), next: found.next };
    },

    async update(organizationId, credentialId, given) {
      const input = readCredential(given);
      const row = await existing(organizationId, credentialId);
      if (row.type !== input.credential_type) {
        throw new RunwrightError(
          'conflict',
          `Credential ${credentialId} is of type \`${row.type}\` and stays so; create another one of type \`${input.credential_type}\`.`,
        );
      }
      const changed = await rows.change(organizationId, credentialId, {
        name: input.name,
        ciphertext: cipher.encrypt(JSON.stringify(input), credentialId),
        modifiedAt: options.now(),
      });
      if (changed === null) throw unknown(credentialId);
      return toCredentialRecord(credentialId, input);
    },

    async delete(organizationId, credentialId) {
      const now = options.now();
      const erased = { ciphertext: '', modifiedAt: now, deletedAt: now };
      const row = await rows.change(organizationId, credentialId, erased);
      if (row === null) throw unknown(credentialId);
    },
  };

  return {
    calls,

    async known(organizationId, ids) {
      const found = await Promise.all(ids.map((id) => rows.get(organizationId, id)));
      return new Set(found.flatMap((row) => (row === null ? [] : [row.credentialId])));
    },

    async open(organizationId, credentialId) {
      const row = await rows.get(organizationId, credentialId);
      return row === null ? null : inputOf(row);
    },

    nextTurn: (organizationId, name) => rows.nextTurn(organizationId, name),
  };
}

/** Creates the cipher of credentials; the id of the credential is the owner. */
export function credentialCipher(masterKey: Uint8Array): Cipher {
  return createCipher(masterKey, 'runwright credentials', 'credential');
}

function unknown(credentialId: string): RunwrightError {
  return notFound('Credential', credentialId);
}
