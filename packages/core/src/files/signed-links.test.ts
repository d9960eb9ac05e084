import type { Artifact } from '@runwright/contract';
import { expect, it } from 'vitest';
import type { HostUrls } from '../api/urls.ts';
import { hostUrls as urls } from './host-urls.test-helpers.ts';
import { createSignedLinks } from './signed-links.ts';

const artifact: Artifact = {
  artifactId: 'a_1',
  type: 'screenshot_final',
  organizationId: 'o_1',
  runId: 'wr_1',
  workflowRunId: 'wr_1',
  blockRunId: null,
  stepId: null,
  actionId: null,
  thoughtId: null,
  contentType: 'image/png',
  size: 1,
  checksum: 'sha256:00',
  key: 'k',
  createdAt: 0,
};

function scene(masterKey = new Uint8Array(32).fill(1)) {
  const time = { now: 1_000_000 };
  const links = createSignedLinks({ urls, masterKey, now: () => time.now });
  return { time, links, url: new URL(links.artifact(artifact)) };
}

it('a link is accepted for its own path until 12 hours have passed', () => {
  const { links, url, time } = scene();
  const query = Object.fromEntries(url.searchParams);
  expect(url.href.startsWith('http://host:1/pictures/a_1?expiry=')).toBe(true);
  expect(links.verify(url.pathname, query)).toBe('o_1');
  expect(links.verify('/pictures/a_2', query)).toBeNull();
  time.now += 12 * 3_600_000;
  expect(links.verify(url.pathname, query)).toBe('o_1');
  time.now += 1000;
  expect(links.verify(url.pathname, query)).toBeNull();
});

it('a link with another expiry, signature or key is refused', () => {
  const { links, url } = scene();
  const query = Object.fromEntries(url.searchParams);
  expect(links.verify(url.pathname, { ...query, expiry: '99999999999' })).toBeNull();
  expect(links.verify(url.pathname, { ...query, sig: 'AAAA' })).toBeNull();
  expect(links.verify(url.pathname, { ...query, kid: 'o_2' })).toBeNull();
  expect(links.verify(url.pathname, {})).toBeNull();
  expect(scene(new Uint8Array(32).fill(2)).links.verify(url.pathname, query)).toBeNull();
});

it('a signature is accepted in the one form that was given out', { tags: ['security'] }, () => {
  const { links, url } = scene();
  const query = Object.fromEntries(url.searchParams);
  const sig = query.sig ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // The last letter holds two bits that belong to no byte.
  const last = alphabet.indexOf(sig.at(-1) ?? '');
  const otherForms = [
    `${sig}=`,
    `${sig}==`,
    `${sig} `,
    `${sig}.`,
    ` ${sig}`,
    `${sig}\n`,
    `${sig.slice(0, 5)}\n${sig.slice(5)}`,
    `${sig.slice(0, -1)}${alphabet[last ^ 1]}`,
    `${sig.slice(0, -1)}${alphabet[last ^ 2]}`,
    Buffer.from(sig, 'base64url').toString('base64'),
    Buffer.from(sig, 'base64url').toString('hex'),
    sig.toUpperCase(),
  ];
  expect(otherForms.map((form) => links.verify(url.pathname, { ...query, sig: form }))).toEqual(
    otherForms.map(() => null),
  );
  expect(links.verify(url.pathname, query)).toBe('o_1');
});

it('a run has the page that its host names', () => {
  const { links } = scene();
  expect(links.run('wr_1')).toBe('http://host:1/progress/wr_1');
  expect(links.run('wr_2')).toBeNull();
});

it('URLs of the host lead back to what is stored, and URLs of others do not', () => {
  const { links, url } = scene();
  expect(links.storedUri(url.href)).toBe('artifact://a_1');
  expect(links.storedUri(links.file({ fileId: 'f_1', organizationId: 'o_1' }))).toBe('runwright://files/f_1');
  expect(links.storedUri('http://host:1/elsewhere/a_1')).toBeNull();
  expect(links.storedUri('http://host:10/pictures/a_1')).toBeNull();
});

it('without a host, links are stable URIs and no signature is accepted', () => {
  const masterKey = new Uint8Array(32);
  const links = createSignedLinks({ urls: null, masterKey, now: () => 0 });
  expect(links.artifact(artifact)).toBe('artifact://a_1');
  expect(links.file({ fileId: 'f_1', organizationId: 'o_1' })).toBe('runwright://files/f_1');
  expect(links.run('wr_1')).toBeNull();
  const signed = new URL(createSignedLinks({ urls, masterKey, now: () => 0 }).artifact(artifact));
  expect(links.verify(signed.pathname, Object.fromEntries(signed.searchParams))).toBeNull();
});

it('the address for debug clients is one of the host, which ends their connections, wherever it has a path for it', () => {
  const masterKey = new Uint8Array(32);
  const session = { browserSessionId: 'pbs_1', browserAddress: 'ws://127.0.0.1:4000/token' };
  const address = (given: Partial<HostUrls> = {}, of: { browserAddress: string | null } = session) =>
    createSignedLinks({ urls: { ...urls, ...given }, masterKey, now: () => 0 }).browserAddress({
      ...session,
      ...of,
    });
  const debugPath = (id: string) => `/sessions/${id}/debug`;
  expect(address({ debugPath })).toBe('ws://host:1/sessions/pbs_1/debug');
  expect(address({ debugPath, publicUrl: 'https://host/a/' })).toBe('wss://host/a/sessions/pbs_1/debug');
  expect(address({ debugPath }, { browserAddress: null })).toBeNull();
  expect(address()).toBe('ws://127.0.0.1:4000/token');
});
