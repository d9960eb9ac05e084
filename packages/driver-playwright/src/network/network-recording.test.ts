import { EventEmitter } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSecrets } from '../common/secrets.ts';
import { keepNetwork, type MissingRequest, networkRecordings } from './network-recording.ts';

const origin = 'https://shop.example';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-network-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('headers of sessions and secrets are masked', async () => {
  const file = join(folder, 'browser-1.har');
  const headers = ['Cookie', 'X-Session-Id', 'x-shop-secret', 'Accept'].map((name) => ({
    name,
    value: 'abc',
  }));
  await writeFile(file, JSON.stringify({ log: { entries: [{ request: { headers } }] } }));
  await networkRecordings({ mode: 'record', folder })().finish();
  const { log } = JSON.parse(await readFile(file, 'utf8'));
  const masked = log.entries[0].request.headers.map(({ value }: { value: string }) => value);
  expect(masked).toEqual(['*****', '*****', '*****', 'abc']);
});

it('a text with a secret and more has the substitute of the secret', async () => {
  const file = join(folder, 'browser-1.har');
  const recording = networkRecordings({
    mode: 'record',
    folder,
    substitute: (value) => `<${value.length}>`,
  })();
  const secrets = createSecrets(recording.reveal((text) => text.replaceAll('{{secret.user}}', 'ann-smith')));
  const { text: typed } = secrets.reveal('{{secret.user}}@shop.example', origin);
  expect(typed).toBe('ann-smith@shop.example');
  await writeFile(file, JSON.stringify({ log: { entries: [{ request: { postData: { text: typed } } }] } }));
  await recording.finish();
  const { log } = JSON.parse(await readFile(file, 'utf8'));
  // A replay types the substitute of the secret in its place.
  expect(log.entries[0].request.postData.text).toBe('<9>@shop.example');
});

/** A context that tells what it was asked to do with archives. */
function archivingContext() {
  const events = new EventEmitter();
  const routed: unknown[] = [];
  const context = Object.assign(events, {
    routeFromHAR: async (file: string, options: unknown) => void routed.push([file, options]),
  }) as unknown as BrowserContext;
  return { context, routed, emit: (event: string, detail: unknown) => void events.emit(event, detail) };
}

it('each browser records into the next archive, with the content of the answers', async () => {
  const next = networkRecordings({ mode: 'record', folder: join(folder, 'new') });
  const { context, routed } = archivingContext();
  for (const recording of [next(), next()]) await recording.attach(context);
  const options = { update: true, updateContent: 'embed', updateMode: 'minimal' };
  expect(routed).toEqual([
    [join(folder, 'new', 'browser-1.har'), options],
    [join(folder, 'new', 'browser-2.har'), options],
  ]);
});

it('a replay answers from the archive alone, and names the requests that it has no answer for', async () => {
  const missing: MissingRequest[] = [];
  const onMissing = (request: MissingRequest) => void missing.push(request);
  await writeFile(join(folder, 'browser-1.har'), '{}');
  const { context, routed, emit } = archivingContext();
  await networkRecordings({ mode: 'replay', folder, onMissing })().attach(context);
  expect(routed).toEqual([[join(folder, 'browser-1.har'), { notFound: 'abort' }]]);
  const failed = (url: string, errorText: string) =>
    emit('requestfailed', { failure: () => ({ errorText }), method: () => 'GET', url: () => url });
  failed(`${origin}/more`, 'net::ERR_FAILED');
  failed(`${origin}/left`, 'net::ERR_ABORTED');
  expect(missing).toEqual([{ method: 'GET', url: `${origin}/more` }]);
});

it('a replay without a recording is refused', async () => {
  const { context } = archivingContext();
  await expect(networkRecordings({ mode: 'replay', folder })().attach(context)).rejects.toMatchObject({
    ...{ code: 'browser_failed', message: expect.stringContaining('Record the run again') },
  });
});

it('an archive that is kept for a session is null without a file, and masked with one', async () => {
  const without = keepNetwork(join(folder, 'none'), (value) => value);
  await without.finish();
  expect(await without.archive).toBeNull();
  const kept = keepNetwork(folder, () => 'substitute1');
  kept.reveal(() => 'correct horse')('{{secret.shop.word}}', origin);
  await writeFile(join(folder, 'network.har'), JSON.stringify({ log: { entries: ['correct horse'] } }));
  await kept.finish();
  expect(JSON.parse(String(await kept.archive))).toEqual({ log: { entries: ['substitute1'] } });
});
