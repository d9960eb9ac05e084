import type { Artifact } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createLinks } from './signed-links.ts';

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
  const links = createLinks({ publicUrl: 'http://host:1/', console: false, masterKey, now: () => time.now });
  return { time, links, url: new URL(links.artifact(artifact)) };
}

it('a link is accepted for its own path until 12 hours have passed', () => {
  const { links, url, time } = scene();
  const query = Object.fromEntries(url.searchParams);
  expect(url.href.startsWith('http://host:1/v1/artifacts/a_1/content?expiry=')).toBe(true);
  expect(links.verify(url.pathname, query)).toBe('o_1');
  expect(links.verify('/v1/artifacts/a_2/content', query)).toBeNull();
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

it('a run has an address only when the web page is on', () => {
  const options = { publicUrl: 'http://host:1', masterKey: new Uint8Array(32), now: () => 0 };
  expect(createLinks({ ...options, console: true }).run('wr_1')).toBe('http://host:1/runs/wr_1');
  expect(createLinks({ ...options, console: false }).run('wr_1')).toBeNull();
});
