import { RunwrightError } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createSecrets } from '../common/secrets.ts';
import { fakeContext, settled } from '../fake-browser.test-helpers.ts';
import { guardSecrets } from './secret-guard.ts';

const [own, evil] = ['https://shop.example', 'https://evil.example'];
/** The entry of a body that was left out, because it is long. */
const leftOut = [{ bytes: '' }];

it('a body that is too long to be searched goes only where every secret may go', {
  tags: ['security'],
}, async () => {
  const secrets = createSecrets((text, origin) => {
    if (origin === own) return text.replace('{{secret}}', 'correct horse');
    throw new RunwrightError('secret_unavailable', '`shop` may not go there.');
  });
  const { context, browser } = fakeContext();
  const refused: string[] = [];
  await guardSecrets({
    ...{ browser: context.browser() ?? expect.fail(), context, secrets },
    onRefusal: ({ origin, reason }) => refused.push(`${origin}: ${reason}`),
  });
  const send = async (origin: string): Promise<void> => {
    const request = {
      method: 'POST',
      url: `${origin}/in`,
      headers: {},
      postData: '',
      postDataEntries: leftOut,
    };
    browser.emit('Fetch.requestPaused', { requestId: origin, frameId: 'f', resourceType: 'Fetch', request });
    await settled();
  };
  await send(evil);
  expect(browser.sentTo('Fetch.continueRequest')).toEqual([{ requestId: evil }]);
  secrets.reveal('{{secret}}', own);
  await send(own);
  await send(evil);
  expect(browser.sentTo('Fetch.continueRequest')).toEqual([{ requestId: evil }, { requestId: own }]);
  expect(browser.sentTo('Fetch.failRequest')).toEqual([{ requestId: evil, errorReason: 'Aborted' }]);
  expect(refused).toEqual([expect.stringMatching(/^https:\/\/evil\.example: Its body is too long/)]);
});
