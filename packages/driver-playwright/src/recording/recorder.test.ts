import { EventEmitter } from 'node:events';
import type { BrowserContext } from 'playwright-core';
import { expect, it } from 'vitest';
import { createSecrets } from '../common/secrets.ts';
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
