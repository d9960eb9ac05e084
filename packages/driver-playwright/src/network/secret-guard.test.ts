import { RunwrightError } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createSecrets } from '../common/secrets.ts';
import { fakeContext, settled } from '../fake-browser.test-helpers.ts';
import { leftOutPart } from '../launch/leave-out-bodies.ts';
import { guardSecrets } from './secret-guard.ts';

const [own, evil] = ['https://shop.example', 'https://evil.example'];

it.each([
  ['a body that is too long to be searched goes only where every secret may go', leftOutPart, true],
  ['a file of a form, of which the protocol tells no bytes, goes to every site', '', false],
])('%s', { tags: ['security'] }, async (_title, bytes, isRefused) => {
  const secrets = createSecrets((text, origin) => {
    if (origin === own) return text.replace('{{secret}}', 'correct horse');
    throw new RunwrightError('secret_unavailable', '`shop` may not go there.');
  });
  const { context, browser } = fakeContext();
  const refused: string[] = [];
  await guardSecrets({
    ...{ browser: context.browser() ?? expect.fail(), context, secrets },
    onRefusal: ({ origin, reason }) => refused.push(`${origin}: ${reason}`),
    decideDocument: async () => 'pass',
  });
  const send = async (origin: string): Promise<void> => {
    const request = {
      method: 'POST',
      url: `${origin}/in`,
      headers: {},
      postData: '',
      postDataEntries: [{ bytes }],
    };
    browser.emit('Fetch.requestPaused', { requestId: origin, frameId: 'f', resourceType: 'Fetch', request });
    await settled();
  };
  await send(evil);
  expect(browser.sentTo('Fetch.continueRequest')).toEqual([{ requestId: evil }]);
  secrets.reveal('{{secret}}', own);
  await send(own);
  await send(evil);
  const continued = [evil, own, ...(isRefused ? [] : [evil])];
  expect(browser.sentTo('Fetch.continueRequest')).toEqual(continued.map((requestId) => ({ requestId })));
  const failed = isRefused ? [{ requestId: evil, errorReason: 'Aborted' }] : [];
  expect(browser.sentTo('Fetch.failRequest')).toEqual(failed);
  const reason = expect.stringMatching(/^https:\/\/evil\.example: Its body is too long/);
  expect(refused).toEqual(isRefused ? [reason] : []);
});
