import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Engine } from '../api/engine.ts';
import type { HostUrls } from '../api/urls.ts';
import { deriveKey } from '../crypto/cipher.ts';
import { artifactUri, fileUri } from '../runtime/stored-uri.ts';

/** Time for which a signed link is valid: 12 hours. */
const validitySeconds = 12 * 60 * 60;

type HostLinks = Engine['links'];

/** Links to what an engine stores. */
export interface SignedLinks extends HostLinks {
  /** Returns the URI of the object that a URL of the host leads to; null for other URLs. */
  storedUri(url: string): string | null;
}

/**
 * Creates the links of an engine: signed URLs of its host, or stable URIs without a host. A signature is HMAC-SHA256,
 * base64url, over `GET`, path, expiry (Unix seconds) and key id, joined by line feeds. Every organization has its own
 * key, and its id is the key's id, so that a link never opens an object of another one.
 */
export function createSignedLinks(options: {
  /** Null without a host. */
  readonly urls: HostUrls | null;
  readonly masterKey: Uint8Array;
  readonly now: () => number;
}): SignedLinks {
  const { urls } = options;
  if (urls === null) return stableLinks;
  // Asked for each time: a service may take any free port.
  const rootUrl = () => urls.publicUrl.replace(/\/+$/, '');
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
    return `${rootUrl()}${path}?${query}`;
  };

  return {
    get publicUrl() {
      return rootUrl();
    },
    artifact: ({ artifactId, organizationId }) => link(urls.artifactPath(artifactId), organizationId),
    file: ({ fileId, organizationId }) => link(urls.filePath(fileId), organizationId),
    storedUri(url) {
      const root = rootUrl();
      if (!url.startsWith(`${root}/`)) return null;
      const served = urls.servedObject(url.slice(root.length).replace(/[?#].*$/s, ''));
      if (served === null) return null;
      return served.type === 'file' ? fileUri(served.id) : artifactUri(served.id);
    },
    verify(path, { expiry, kid, sig }) {
      if (expiry === undefined || kid === undefined || sig === undefined) return null;
      if (!/^\d{1,12}$/.test(expiry) || Number(expiry) < seconds()) return null;
      // The texts are compared, not the bytes: other texts mean the same bytes in base64.
      const given = Buffer.from(sig);
      const right = Buffer.from(sign(path, expiry, kid));
      return given.length === right.length && timingSafeEqual(given, right) ? kid : null;
    },
    browserAddress({ browserSessionId, browserAddress }) {
      if (browserAddress === null || !urls.debugPath) return browserAddress;
      return `${rootUrl().replace(/^http/, 'ws')}${urls.debugPath(browserSessionId)}`;
    },
    run(runId) {
      const path = urls.runPath(runId);
      return path === null ? null : `${rootUrl()}${path}`;
    },
  };
}

/** Links of an engine without a host: URIs that a file field of a block reads. */
const stableLinks: SignedLinks = {
  publicUrl: null,
  artifact: ({ artifactId }) => artifactUri(artifactId),
  file: ({ fileId }) => fileUri(fileId),
  storedUri: () => null,
  verify: () => null,
  browserAddress: ({ browserAddress }) => browserAddress,
  run: () => null,
};
