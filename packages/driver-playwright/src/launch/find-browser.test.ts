import { expect, it } from 'vitest';
import { findBrowser } from './find-browser.ts';

const installed = (...paths: readonly string[]) =>
  ({ platform: 'linux', exists: (path: string) => paths.includes(path) }) as const;

it('a configured path is used, and a missing one is an error that names it', () => {
  expect(findBrowser({ ...installed('/my/browser'), executablePath: '/my/browser' })).toEqual({
    path: '/my/browser',
    notices: [],
  });
  expect(() => findBrowser({ ...installed(), executablePath: '/my/browser' })).toThrow('`/my/browser`');
});

it('Chrome comes before Chromium, Chromium before Edge', () => {
  const all = installed('/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/microsoft-edge');
  expect(findBrowser(all).path).toBe('/usr/bin/google-chrome');
  expect(findBrowser(installed('/usr/bin/chromium', '/usr/bin/microsoft-edge')).path).toBe(
    '/usr/bin/chromium',
  );
});

it('the requested browser type takes precedence over the configured path', () => {
  const found = findBrowser({
    ...installed('/usr/bin/microsoft-edge', '/my/browser'),
    executablePath: '/my/browser',
    browserType: 'browser_a',
  });
  expect(found).toEqual({ path: '/usr/bin/microsoft-edge', notices: [] });
});

it('a requested browser that is not installed is replaced with a notice', () => {
  expect(findBrowser({ ...installed('/usr/bin/chromium'), browserType: 'browser_b' })).toEqual({
    path: '/usr/bin/chromium',
    notices: ['Chrome is not installed; `/usr/bin/chromium` is used instead.'],
  });
});

it('without any browser the error says what to do', () => {
  expect(() => findBrowser(installed())).toThrow('npx playwright-core install chromium');
});

it.each([
  ['linux', '/usr/bin/google-chrome-beta'],
  ['linux', '/opt/google/chrome/chrome'],
  ['linux', '/opt/microsoft/msedge-beta/msedge'],
  ['darwin', '/Applications/Google Chrome Beta.app/Contents/MacOS/Google Chrome Beta'],
  ['darwin', '/Users/ann/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
  ['win32', 'C:\\Users\\ann\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe'],
  ['win32', 'C:\\Program Files (x86)\\Microsoft\\Edge Beta\\Application\\msedge.exe'],
] as const)('on %s a browser is found at %s', (platform, path) => {
  const home = { linux: '/home/ann', darwin: '/Users/ann', win32: 'C:\\Users\\ann' }[platform];
  expect(findBrowser({ platform, home, exists: (asked) => asked === path })).toEqual({ path, notices: [] });
});

it('a stable browser comes before its beta, wherever it is', () => {
  const both = installed('/usr/bin/google-chrome-beta', '/opt/google/chrome/chrome');
  expect(findBrowser(both).path).toBe('/opt/google/chrome/chrome');
});
