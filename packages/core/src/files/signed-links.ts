import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Artifact, StoredFile } from '@runwright/contract';
import { deriveKey } from '../crypto/cipher.ts';

/** Time that a signed address is good for: 12 hours. */
const validitySeconds = 12 * 60 * 60;

/** Addresses that the service gives out. */
export interface Links {
  artifact(artifact: Artifact): string;
  file(file: Pick<StoredFile, 'fileId' | 'organizationId'>): string;
  /** The URI of what an address of this service leads to; null when it is no such address. */
  stored(address: string): string | null;
  verify(
    path: string,
    query: { readonly expiry?: string; readonly kid?: string; readonly sig?: string },
  ): string | null;
  run(runId: string): string | null;
}

/**
 * Links under a public address. A signature is HMAC-SHA256, base64url, over `GET`, path, expiry (Unix seconds) and
 * key id, joined by line feeds. Every organization has a key of its own, and its id is the key's id, so that a link
 * never opens what belongs to another one.
 */
export function createLinks(options: {
  readonly publicUrl: string;
  readonly console: boolean;
  readonly masterKey: Uint8Array;
  readonly now: () => number;
}): Links {
  const root = options.publicUrl.replace(/\/+$/, '');
  const seconds = () => Math.floor(options.now() / 1000);
  const sign = (path: string, expiry: string, kid: string) =>
    createHmac('sha256', deriveKey(options.masterKey, `runwright links ${kid}`))
      .update(['GET', path, expiry, kid].join('\n'))
      .digest('base64url');

  const link = (path: string, organizationId: string) => {
    const expiry = String(seconds() + validitySeconds);
    const query = new URLSearchParams({
      expiry,
      kid: organizationId,
      sig: sign(path, expiry, organizationId),
    });
    return `${root}${path}?${query}`;
  };

  return {
    artifact: ({ artifactId, organizationId }) => link(`/v1/artifacts/${artifactId}/content`, organizationId),
    file: ({ fileId, organizationId }) => link(`/v1/files/${fileId}/content`, organizationId),
    stored(address) {
      if (!address.startsWith(`${root}/v1/`)) return null;
      const path = address.slice(root.length).replace(/[?#].*$/s, '');
      const [, folder, id] = /^\/v1\/(artifacts|files)\/([a-z]+_\d+)\/content$/.exec(path) ?? [];
      if (id === undefined) return null;
      return folder === 'files' ? `runwright://files/${id}` : `artifact://${id}`;
    },
    verify(path, { expiry, kid, sig }) {
      if (expiry === undefined || kid === undefined || sig === undefined) return null;
      if (!/^\d{1,12}$/.test(expiry) || Number(expiry) < seconds()) return null;
      // The texts are compared, not the bytes: other texts mean the same bytes in base64.
      const given = Buffer.from(sig);
      const right = Buffer.from(sign(path, expiry, kid));
      return given.length === right.length && timingSafeEqual(given, right) ? kid : null;
    },
    run: (runId) => (options.console ? `${root}/runs/${runId}` : null),
  };
}
