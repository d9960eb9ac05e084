import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type ApiKey,
  type ApiKeyScope,
  apiKeyScopes,
  type Clock,
  notFound,
  RunwrightError,
  type Store,
} from '@runwright/contract';
import type { ApiKeysApi, KeyWatch } from '../api/api-keys-api.ts';
import { type Cipher, createCipher, deriveKey } from '../crypto/cipher.ts';
import { systemClock } from '../runtime/clock.ts';
import type { MakeId } from '../runtime/ids.ts';
import { checkKeyText, readKeyRights } from './api-key-input.ts';
import { allows, createKeyWatches, isActive } from './key-watches.ts';

/** Time in ms between two records of the use of a key: each is a write to the store. */
const useIntervalMs = 60_000;

/** API keys of all organizations: looked up by hash, kept encrypted so that they can sign. */
export interface ApiKeys extends ApiKeysApi {
  /** Tells whether a key still opens what needs these scopes; true for one that is not of this store, and for null. */
  allows(
    holder: { readonly organizationId: string; readonly apiKeyId: string | null },
    scopes: readonly ApiKeyScope[],
  ): Promise<boolean>;
  /**
   * Text of the key that signs: the named one, even when revoked; the oldest active one when none is named or its text was
   * erased; without one, a text that is derived from the master key and opens nothing.
   */
  signing(organizationId: string, apiKeyId: string | null): Promise<string>;
}

/** Keys over a store, encrypted, see {@link createCipher}. */
export function createApiKeys(options: {
  readonly store: Store;
  readonly masterKey: Uint8Array;
  readonly makeId: MakeId;
  readonly now: () => number;
  /** Default: the system's clock. */
  readonly sleep?: Clock['sleep'];
}): ApiKeys {
  const { store, now, sleep = systemClock.sleep } = options;
  const watches = createKeyWatches({ store, now, sleep });
  const cipher = apiKeyCipher(options.masterKey);
  let changed: Promise<unknown> = Promise.resolve();

  const keys: ApiKeys = {
    async authenticate(text) {
      const hash = hashOf(text);
      const key = await store.apiKeys.find(hash);
      if (!key || !sameHash(key.hash, hash) || !isActive(key, now())) return null;
      const organization = await store.organizations.get(key.organizationId);
      if (organization && organization.deletedAt !== null) return null;
      await noteUse(key);
      return { organizationId: key.organizationId, apiKeyId: key.apiKeyId, scopes: key.scopes };
    },

    async create(organizationId, { name, text = newText(), ...given }) {
      checkKeyText(text);
      const createdAt = now();
      const rights = readKeyRights(given, createdAt);
      const known = await knownKey(organizationId, text, createdAt);
      if (known) return { key: known, text };
      const key = keyOf(organizationId, { name, text, rights, createdAt });
      try {
        await store.apiKeys.put(key);
      } catch (error) {
        // Another process may have made the same key meanwhile.
        const isTaken = RunwrightError.is(error) && error.code === 'conflict';
        const other = isTaken ? await knownKey(organizationId, text, createdAt) : null;
        if (other === null) throw error;
        return { key: other, text };
      }
      return { key, text };
    },

    async first(organizationId, { name }) {
      const text = newText();
      const createdAt = now();
      const rights = readKeyRights({ scopes: apiKeyScopes }, createdAt);
      const draft = keyOf(organizationId, { name, text, rights, createdAt });
      const key = await store.apiKeys.addFirst(draft);
      return { key, text: key.apiKeyId === draft.apiKeyId ? text : null };
    },

    list: (organizationId) => store.apiKeys.list(organizationId),
    rotate: (organizationId, apiKeyId, given = {}) => inTurn(() => rotate(organizationId, apiKeyId, given)),
    revoke: (organizationId, apiKeyId) => inTurn(() => revoke(organizationId, apiKeyId)),

    watch: ({ organizationId, apiKeyId }, scopes) =>
      apiKeyId === null ? endlessWatch() : watches.watch({ organizationId, apiKeyId }, scopes),

    async allows({ organizationId, apiKeyId }, scopes) {
      const key = apiKeyId === null ? null : await store.apiKeys.get(organizationId, apiKeyId);
      return key === null || allows(key, scopes, now());
    },

    async reveal(organizationId, apiKeyId) {
      const key = await existing(organizationId, apiKeyId);
      if (key.ciphertext !== '') return cipher.decrypt(key.ciphertext);
      throw new RunwrightError(
        'not_found',
        `The text of API key ${apiKeyId} was erased: it is revoked or has expired, and nothing needed it any more.`,
      );
    },

    async signing(organizationId, apiKeyId) {
      if (apiKeyId !== null) {
        const { ciphertext } = await existing(organizationId, apiKeyId);
        if (ciphertext !== '') return cipher.decrypt(ciphertext);
      }
      const oldest = (await store.apiKeys.list(organizationId)).find((key) => isActive(key, now()));
      return oldest
        ? cipher.decrypt(oldest.ciphertext)
        : derivedSigningKey(options.masterKey, organizationId);
    },
  };
  return keys;

  /** The active key of an organization with this text; null when nobody has it. Throws `conflict` for one of others, and one that has ended. */
  async function knownKey(organizationId: string, text: string, at: number): Promise<ApiKey | null> {
    const known = await store.apiKeys.find(hashOf(text));
    if (known === null || (known.organizationId === organizationId && isActive(known, at))) return known;
    throw new RunwrightError('conflict', 'This API key is in use or revoked; choose another one.');
  }

  function keyOf(
    organizationId: string,
    {
      name,
      text,
      rights,
      createdAt,
    }: Pick<ApiKey, 'name' | 'createdAt'> & {
      readonly text: string;
      readonly rights: ReturnType<typeof readKeyRights>;
    },
  ): ApiKey {
    return {
      apiKeyId: options.makeId('key'),
      organizationId,
      name,
      prefix: text.slice(0, 8),
      hash: hashOf(text),
      ciphertext: cipher.encrypt(text),
      ...rights,
      lastUsedAt: null,
      createdAt,
      revokedAt: null,
    };
  }

  async function existing(organizationId: string, apiKeyId: string): Promise<ApiKey> {
    const key = await store.apiKeys.get(organizationId, apiKeyId);
    if (!key) throw notFound('API key', apiKeyId);
    return key;
  }

  /** Executes changes one after the other, so that two of them never revoke the last two keys. */
  function inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = changed.then(change);
    changed = done.catch(() => undefined);
    return done;
  }

  /** A store that takes no write must not refuse a request that only reads. */
  async function noteUse({ apiKeyId, lastUsedAt }: ApiKey): Promise<void> {
    const at = now();
    if (lastUsedAt !== null && at - lastUsedAt < useIntervalMs) return;
    await store.apiKeys.markUsed(apiKeyId, at).catch(() => undefined);
  }

  async function revoke(organizationId: string, apiKeyId: string): Promise<ApiKey> {
    const all = await store.apiKeys.list(organizationId);
    const key = all.find((one) => one.apiKeyId === apiKeyId);
    if (!key) throw notFound('API key', apiKeyId);
    if (key.revokedAt !== null) return key;
    const at = now();
    if (isActive(key, at) && all.every((one) => one === key || !isActive(one, at))) {
      throw new RunwrightError(
        'conflict',
        `API key ${apiKeyId} is the last one of its organization; create another one first.`,
      );
    }
    const revoked: ApiKey = { ...key, revokedAt: at };
    await store.apiKeys.put(revoked);
    watches.changed(revoked);
    return revoked;
  }

  async function rotate(
    organizationId: string,
    apiKeyId: string,
    { overlapMs = 0 }: { readonly overlapMs?: number },
  ) {
    const old = await existing(organizationId, apiKeyId);
    const at = now();
    if (!isActive(old, at)) {
      throw new RunwrightError(
        'conflict',
        `API key ${apiKeyId} is revoked or has expired; create a new one instead.`,
      );
    }
    const { name, scopes, expiresAt, createdAt } = old;
    const made = await keys.create(organizationId, {
      name,
      scopes,
      expiresAt: expiresAt === null ? null : at + (expiresAt - createdAt),
    });
    const last = at + overlapMs;
    const ending =
      overlapMs > 0
        ? { expiresAt: expiresAt === null ? last : Math.min(expiresAt, last) }
        : { revokedAt: at };
    const ended: ApiKey = { ...old, ...ending };
    await store.apiKeys.put(ended);
    watches.changed(ended);
    return made;
  }
}

/** Follows nothing. A signal for each, because listeners stay with it. */
function endlessWatch(): KeyWatch {
  return { ended: new AbortController().signal, stop: () => undefined };
}

/** Creates the cipher of API keys. */
export function apiKeyCipher(masterKey: Uint8Array): Cipher {
  return createCipher(masterKey, 'runwright api keys', 'API key');
}

/** An organization of a host with its own authentication has no API keys, but receivers of its webhooks have to verify them. */
function derivedSigningKey(masterKey: Uint8Array, organizationId: string): string {
  const key = deriveKey(masterKey, `runwright signing ${organizationId}`);
  return `rws_${key.toString('base64url')}`;
}

function newText(): string {
  return `rw_${randomBytes(32).toString('base64url')}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
