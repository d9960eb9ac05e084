import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testBrowsers } from './test-browsers.ts';

const root = join(import.meta.dirname, '..');
const versions: Readonly<Record<string, string>> = {
  '/a': 'Chromium 150.0.7871.100 \n',
  '/b': 'Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)\n',
  '/copy of a': 'Chromium 150.0.7871.100 \n',
};
const options = {
  separator: ':',
  exists: (path: string) => path in versions || path === '/broken',
  askVersion: (path: string) =>
    path === '/broken'
      ? { exitCode: 127, output: 'libnss3.so: cannot open shared object file' }
      : { exitCode: 0, output: versions[path] ?? '' },
};

describe('the list of test browsers', () => {
  it('has paths between commas and separators, each once, named by version', () => {
    const two = [
      { path: '/a', name: 'Chromium 150.0.7871.100' },
      { path: '/b', name: 'Chromium 156.0.8078.79' },
    ];
    expect(testBrowsers('/a:/b', options)).toEqual(two);
    expect(testBrowsers(' /a, /b,/a ,', options)).toEqual(two);
    expect(testBrowsers(undefined, options)).toEqual([]);
  });

  it('names two binaries of the same version by their paths', () => {
    expect(testBrowsers('/a,/copy of a', options).map(({ name }) => name)).toEqual([
      'Chromium 150.0.7871.100 (/a)',
      'Chromium 150.0.7871.100 (/copy of a)',
    ]);
  });

  it('refuses a path that does not exist', () => {
    expect(() => testBrowsers('/a:/gone', options)).toThrow(
      'Cannot test with the browser `/gone` of RUNWRIGHT_TEST_BROWSERS: no such file.',
    );
  });

  it('refuses a binary that does not run, and shows what it printed', () => {
    expect(() => testBrowsers('/broken', options)).toThrow(
      '`--version` ended with 127 and printed `libnss3.so: cannot open shared object file`',
    );
  });
});

describe('test files that open a browser', () => {
  const files = globSync(
    ['packages/*/src/**/*.test.ts', 'packages/*/src/**/*.test.*.ts', 'fixtures/src/**/*.ts'],
    {
      cwd: root,
    },
  ).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const opens = /\bplaywrightDriver\(|\bfindBrowser\(\)|\bchromium\.launch\(/;

  /** They name a binary that is no browser, or none, and look at the error. */
  const withoutBrowser = [
    'packages/driver-playwright/src/driver-options.test.ts',
    'packages/driver-playwright/src/launch/launch-error.browser.test.ts',
  ];

  it('open the browser under test', () => {
    const careless = files.filter(({ text }) => opens.test(text) && !text.includes('browserUnderTest()'));
    expect(careless.map(({ path }) => path).sort()).toEqual(withoutBrowser);
  });

  it('end with `.browser.test.ts` or `.console.test.ts`, so that they run on every browser', () => {
    const opening = files.filter(
      ({ path, text }) =>
        path.endsWith('.test.ts') && /\bbrowserUnderTest\(\)|RUNWRIGHT_CHROMIUM: process/.test(text),
    );
    expect(
      opening.map(({ path }) => path).filter((path) => !/\.(?:browser|console)\.test\.ts$/.test(path)),
    ).toEqual([]);
  });
});
