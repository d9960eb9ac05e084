import { EventEmitter } from 'node:events';
import type { BrowserContext } from 'playwright-core';
import { expect, it } from 'vitest';
import { createSecrets } from '../common/secrets.ts';
import { recordConsole } from './console-log.ts';
import { recordHar } from './har.ts';
import { startRecorder } from './recorder.ts';

it('a secret that a page writes to its console is masked in the console log', async () => {
  const context = new EventEmitter();
  const secrets = createSecrets(() => 'correct horse');
  secrets.reveal('{{secret.password}}', 'https://shop.example');
  const recorder = startRecorder({
    ...{
      context: context as unknown as BrowserContext,
      wanted: { console: true },
      folder: '/nowhere',
      secrets,
    },
    ...{ browser: { name: 'chromium', version: '1' }, network: null, isOurs: null, now: () => 0 },
  });
  context.emit('console', {
    page: () => null,
    worker: () => null,
    location: () => ({ url: 'https://shop.example/a.js', line: 1 }),
    timestamp: () => 0,
    type: () => 'log',
    text: () => 'signed in with correct horse',
  });
  await recorder.finish();
  const [log] = await recorder.recordings;
  expect(log?.content).toBe(
    '1970-01-01T00:00:00.000Z log     signed in with [secret] (https://shop.example/a.js:2)\n',
  );
});

it('a line of the console is masked before it is cut', { tags: ['security'] }, async () => {
  const context = new EventEmitter();
  const secrets = createSecrets(() => 'correct horse');
  secrets.reveal('{{secret.password}}', 'https://shop.example');
  const source = recordConsole(context as unknown as BrowserContext, () => true, secrets);
  const write = (text: string) =>
    context.emit('console', {
      ...{ page: () => null, worker: () => null, location: () => ({ url: '', line: 0 }) },
      ...{ timestamp: () => 0, type: () => 'log', text: () => text },
    });
  write(`${'x'.repeat(3_995)}correct horse`);
  write(`${'x'.repeat(3_990)} ${btoa('ann:correct horse')}${'x'.repeat(20_000)}`);
  const content = String((await source.take())?.content);
  expect(content).toContain(`${'x'.repeat(3_995)}[secr … 3 more characters`);
  expect(content).toMatch(/x{3990} .{9} … 20\d\d\d more characters/);
  expect(content).not.toContain(btoa('ann:correct horse').slice(0, 8));
});

it('a text of a HAR file is masked before it is cut', { tags: ['security'] }, async () => {
  const context = new EventEmitter();
  const secrets = createSecrets(() => 'correct horse');
  secrets.reveal('{{secret.password}}', 'https://shop.example');
  const browser = { name: 'chromium', version: '1' };
  const source = recordHar(context as unknown as BrowserContext, browser, () => true, secrets);
  const encoded = btoa('correct horse');
  context.emit('request', {
    ...{ url: () => 'https://shop.example/in', method: () => 'POST', resourceType: () => 'fetch' },
    headers: () => ({ 'content-type': 'text/plain', 'x-long': `${'y'.repeat(7_990)} ${encoded}` }),
    postData: () => `${'x'.repeat(63_990)} ${encoded}${'x'.repeat(900)}`,
  });
  const content = String((await source.take())?.content);
  expect(content).toMatch(/x{63990} .{9}…/);
  expect(content).toMatch(/y{7990} .{9}…/);
  expect(content).not.toContain(encoded.slice(0, 8));
});
