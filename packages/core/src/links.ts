import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Artifact } from '@runwright/contract';
import { deriveKey } from './keys.ts';

/** Time that a signed address is good for: 12 hours. */
const validitySeconds = 12 * 60 * 60;

/** Addresses that the service gives out. */
export interface Links {
  artifact(artifact: Artifact): string;
  verify(
    path: string,
    query: { readonly expiry?: string; readonly kid?: string; readonly sig?: string },
  ): boolean;
  run(runId: string): string | null;
}

/**
 * Links under a public address. A signature is HMAC-SHA256, base64url, over `GET`, path, expiry (Unix seconds) and
 * key id, joined by line feeds.
 */
export function createLinks(options: {
  readonly publicUrl: string;
  readonly console: boolean;
  readonly masterKey: Uint8Array;
  readonly now: () => number;
}): Links {
  const root = options.publicUrl.replace(/\/+$/, '');
  const key = deriveKey(options.masterKey, 'runwright links');
  // Names the key without telling it, so that a later key can stand beside this one.
  const kid = createHmac('sha256', key).update('kid').digest('hex').slice(0, 8);
  const sign = (path: string, expiry: string) =>
    createHmac('sha256', key).update(['GET', path, expiry, kid].join('\n')).digest();
  const seconds = () => Math.floor(options.now() / 1000);

  return {
    artifact({ artifactId }) {
      const path = `/v1/artifacts/${artifactId}/content`;
      const expiry = String(seconds() + validitySeconds);
      return `${root}${path}?expiry=${expiry}&kid=${kid}&sig=${sign(path, expiry).toString('base64url')}`;
    },
    verify(path, query) {
      if (query.kid !== kid || query.sig === undefined) return false;
      if (query.expiry === undefined || !/^\d{1,12}$/.test(query.expiry)) return false;
      if (Number(query.expiry) < seconds()) return false;
      const given = Buffer.from(query.sig, 'base64url');
      const right = sign(path, query.expiry);
      return given.length === right.length && timingSafeEqual(given, right);
    },
    run: (runId) => (options.console ? `${root}/runs/${runId}` : null),
  };
}
