import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSecrets } from '../common/secrets.ts';
import { networkRecordings } from './network-recording.ts';

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
