import { existsSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { RunwrightError } from '@runwright/contract';
import { loadPlaywright } from './load-playwright.ts';

/** A browser that can be started, and what the record says about the choice. */
export interface FoundBrowser {
  readonly path: string;
  readonly notices: readonly string[];
}

/** What is looked for. */
export interface FindBrowserOptions {
  readonly executablePath?: string;
  /** `browser_a` is Microsoft Edge, `browser_b` is Chrome. Default: whatever there is. */
  readonly browserType?: 'browser_a' | 'browser_b';
  readonly platform?: NodeJS.Platform;
  readonly exists?: (path: string) => boolean;
}

type Brand = 'edge' | 'chrome' | 'chromium';

const asked = { browser_a: 'edge', browser_b: 'chrome' } as const;
const called: Readonly<Record<Brand, string>> = {
  edge: 'Microsoft Edge',
  chrome: 'Chrome',
  chromium: 'Chromium',
};

/**
 * The browser to start: the one asked for by type, else the configured path, else an installed Chrome, Chromium or
 * Edge, else the one that playwright-core fetched. Throws `browser_failed` when there is none.
 */
export function findBrowser(options: FindBrowserOptions = {}): FoundBrowser {
  const { executablePath, browserType, platform = process.platform, exists = existsSync } = options;
  const first = (brand: Brand): string | undefined => placesOf(brand, platform).find(exists);

  if (browserType) {
    const wanted = asked[browserType];
    const path = first(wanted);
    if (path) return { path, notices: [] };
    const other = findBrowser({
      platform,
      exists,
      ...(executablePath === undefined ? {} : { executablePath }),
    });
    return {
      path: other.path,
      notices: [...other.notices, `${called[wanted]} is not installed; \`${other.path}\` is used instead.`],
    };
  }
  if (executablePath !== undefined) {
    if (exists(executablePath)) return { path: executablePath, notices: [] };
    throw new RunwrightError(
      'browser_failed',
      `A browser was to be started from \`${executablePath}\`, and there is no such file. Correct the path, or leave it out to use an installed browser.`,
    );
  }
  const path = first('chrome') ?? first('chromium') ?? first('edge') ?? ownBrowser(exists);
  if (path) return { path, notices: [] };
  throw new RunwrightError(
    'browser_failed',
    'A browser was to be started, and no Chrome, Chromium or Edge was found. Install one, run `npx playwright-core install chromium`, or name a binary with `executablePath`.',
  );
}

function ownBrowser(exists: (path: string) => boolean): string | undefined {
  const path = loadPlaywright().chromium.executablePath();
  return path && exists(path) ? path : undefined;
}

function placesOf(brand: Brand, platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin') {
    const name = { edge: 'Microsoft Edge', chrome: 'Google Chrome', chromium: 'Chromium' }[brand];
    return [posix.join('/Applications', `${name}.app`, 'Contents/MacOS', name)];
  }
  if (platform === 'win32') {
    const file = {
      edge: 'Microsoft\\Edge\\Application\\msedge.exe',
      chrome: 'Google\\Chrome\\Application\\chrome.exe',
      chromium: 'Chromium\\Application\\chrome.exe',
    }[brand];
    return ['C:\\Program Files', 'C:\\Program Files (x86)'].map((folder) => win32.join(folder, file));
  }
  const names = {
    edge: ['microsoft-edge-stable', 'microsoft-edge'],
    chrome: ['google-chrome-stable', 'google-chrome', 'chrome'],
    chromium: ['chromium', 'chromium-browser'],
  }[brand];
  return names.flatMap((name) =>
    ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'].map((folder) => join(folder, name)),
  );
}
