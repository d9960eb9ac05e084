import type { RunSettings } from '@runwright/contract';
import { expect, it } from 'vitest';
import { settingNotices } from './setting-notices.ts';

const settings = (given: Partial<RunSettings>) => ({
  settings: { totpUrl: null, totpIdentifier: null, maxScreenshotScrolls: null, ...given } as RunSettings,
});

it.each([
  [{ totpUrl: 'https://codes.test/' }, 'totp_url'],
  [{ totpIdentifier: 'ann@shop.test' }, 'totp_identifier'],
  [{ maxScreenshotScrolls: 3 }, 'max_screenshot_scrolls'],
])('a run with %j is told that it has no effect', (given, name) => {
  expect(settingNotices(settings(given))).toEqual([expect.stringContaining(name)]);
});

it('a run without such settings is told nothing', () => {
  expect(settingNotices(settings({ maxScreenshotScrolls: 0 }))).toEqual([]);
});
