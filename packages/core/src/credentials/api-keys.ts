import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ApiKey, RunwrightError, type Store } from '@runwright/contract';
import { type Cipher, createCipher } from '../crypto/cipher.ts';
import type { MakeId } from '../runtime/ids.ts';

/** Texts that may be set as a key: 16 to 512 printable ASCII characters. */
const allowedText = /^[\x21-\x7e]{16,512}$/;

/** API keys of all organizations: looked up by hash, kept encrypted so that they can sign. */
export interface ApiKeys {
  authenticate(text: string): Promise<{ readonly organizationId: string; readonly apiKeyId: string } | null>;
  create(
    organizationId: string,
    options: { readonly name: string; readonly text?: string },
  ): Promise<{ readonly key: ApiKey; readonly text: string }>;
  list(organizationId: string): Promise<readonly ApiKey[]>;
  revoke(organizationId: string, apiKeyId: string): Promise<ApiKey>;
  reveal(organizationId: string, apiKeyId: string): Promise<string>;
  /** Text of the key that signs: the named one, even when revoked, else the oldest active one; null when there is none. */
  signing(organizationId: string, apiKeyId: string | null): Promise<string | null>;
}

/** Keys over a store, encrypted, see {@link createCipher}. */
export function createApiKeys(options: {
  readonly store: Store;
  readonly masterKey: Uint8Array;
  readonly makeId: MakeId;
  readonly now: () => number;
}): ApiKeys {
  const { store } = options;
  const cipher = apiKeyCipher(options.masterKey);
  let revoked: Promise<unknown> = Promise.resolve();

  const keys: ApiKeys = {
    async authenticate(text) {
      const hash = hashOf(text);
      const key = await store.apiKeys.find(hash);
      if (!key || !sameHash(key.hash, hash) || key.revokedAt !== null) return null;
      return { organizationId: key.organizationId, apiKeyId: key.apiKeyId };
    },

    async create(organizationId, { name, text = `rw_${randomBytes(32).toString('base64url')}` }) {
      if (!allowedText.test(text)) {
        throw new RunwrightError(
          'invalid_input',
          'An API key must have 16 to 512 printable ASCII characters without blanks; choose another one.',
        );
      }
      const known = await store.apiKeys.find(hashOf(text));
      if (known && known.organizationId === organizationId && known.revokedAt === null)
        return { key: known, text };
      if (known)
        throw new RunwrightError('conflict', 'This API key is in use or revoked; choose another one.');
      const key: ApiKey = {
        apiKeyId: options.makeId('key'),
        organizationId,
        name,
        prefix: text.slice(0, 8),
        hash: hashOf(text),
        ciphertext: cipher.encrypt(text),
        createdAt: options.now(),
        revokedAt: null,
      };
      await store.apiKeys.put(key);
      return { key, text };
    },

    list: (organizationId) => store.apiKeys.list(organizationId),

    revoke(organizationId, apiKeyId) {
      // One after the other, so that two calls never revoke the last two keys.
      const done = revoked.then(() => revoke(organizationId, apiKeyId));
      revoked = done.catch(() => undefined);
      return done;
    },

    async reveal(organizationId, apiKeyId) {
      const key = await store.apiKeys.get(organizationId, apiKeyId);
      if (!key) throw new RunwrightError('not_found', `API key \`${apiKeyId}\` not found.`);
      return cipher.decrypt(key.ciphertext);
    },

    async signing(organizationId, apiKeyId) {
      if (apiKeyId !== null) return keys.reveal(organizationId, apiKeyId);
      const oldest = (await store.apiKeys.list(organizationId)).find((key) => key.revokedAt === null);
      return oldest ? cipher.decrypt(oldest.ciphertext) : null;
    },
  };
  return keys;

  async function revoke(organizationId: string, apiKeyId: string): Promise<ApiKey> {
    const all = await store.apiKeys.list(organizationId);
    const key = all.find((one) => one.apiKeyId === apiKeyId);
    if (!key) throw new RunwrightError('not_found', `API key ${apiKeyId} not found`);
    if (key.revokedAt !== null) return key;
    if (all.every((one) => one === key || one.revokedAt !== null)) {
      throw new RunwrightError(
        'conflict',
        `API key ${apiKeyId} is the last one of its organization; create another one first.`,
      );
    }
    const changed: ApiKey = { ...key, revokedAt: options.now() };
    await store.apiKeys.put(changed);
    return changed;
  }
}

/** Creates the cipher of API keys. */
export function apiKeyCipher(masterKey: Uint8Array): Cipher {
  return createCipher(masterKey, 'runwright api keys', 'API key');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
