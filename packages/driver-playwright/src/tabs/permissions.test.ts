import { expect, it } from 'vitest';
import { fakeProtocol } from '../fake-browser.test-helpers.ts';
import { answerPermissions, grantPermissions } from './permissions.ts';

const grants = { 'https://shop.example/path': ['notifications', 'midi'], 'no address': ['camera'] };

it('every permission is denied before those of an origin are granted', async () => {
  const { session, sentTo } = fakeProtocol();
  await answerPermissions(session, grants, 'context1');
  const set = sentTo('Browser.setPermission') as { setting: string; permission: { name: string } }[];
  const denied = set.filter(({ setting }) => setting === 'denied');
  expect(denied.map(({ permission }) => permission.name)).toEqual(
    expect.arrayContaining(['geolocation', 'camera', 'microphone', 'notifications', 'display-capture']),
  );
  expect(set.slice(denied.length)).toEqual([
    {
      permission: { name: 'notifications' },
      setting: 'granted',
      origin: 'https://shop.example',
      browserContextId: 'context1',
    },
    {
      permission: { name: 'midi', sysex: true },
      setting: 'granted',
      origin: 'https://shop.example',
      browserContextId: 'context1',
    },
  ]);
  expect(denied.every((each) => 'browserContextId' in each && !('origin' in each))).toBe(true);
});

it('granting alone denies nothing', async () => {
  const { session, sentTo } = fakeProtocol();
  await grantPermissions(session, grants);
  expect(sentTo('Browser.setPermission')).toMatchObject([{ setting: 'granted' }, { setting: 'granted' }]);
  await grantPermissions(session, undefined);
  expect(sentTo('Browser.setPermission')).toHaveLength(2);
});

it('a permission that the browser does not know is passed over', async () => {
  const { session } = fakeProtocol({
    'Browser.setPermission': () => Promise.reject(new Error('Unknown permission type')),
  });
  await expect(answerPermissions(session, grants)).resolves.toBeUndefined();
});
