import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { RunwrightError } from '@runwright/contract';
import { loadPlaywright } from './load-playwright.ts';

/** A browser that can be started, and what the record says about the choice. */
export interface FoundBrowser {
  readonly path: string;
  readonly notices: readonly string[];
}

/** Options of the search for a browser. */
export interface FindBrowserOptions {
  readonly executablePath?: string;
  /** `browser_a` is Microsoft Edge, `browser_b` is Chrome. Default: whatever there is. */
  readonly browserType?: 'browser_a' | 'browser_b';
  readonly platform?: NodeJS.Platform;
  readonly exists?: (path: string) => boolean;
  /** Default: the user's. */
  readonly home?: string;
}

type Brand = 'edge' | 'chrome' | 'chromium';

const asked = { browser_a: 'edge', browser_b: 'chrome' } as const;
const called: Readonly<Record<Brand, string>> = {
  edge: 'Microsoft Edge',
  chrome: 'Chrome',
  chromium: 'Chromium',
};

/**
 * Finds the browser to start: the requested type, else the configured path, else an installed Chrome, Chromium or
 * Edge, else the one that playwright-core fetched. Throws `browser_failed` when there is none.
 */
export function findBrowser(options: FindBrowserOptions = {}): FoundBrowser {
  const { executablePath, browserType, platform = process.platform } = options;
  const { exists = existsSync, home = homedir() } = options;
  const first = (brand: Brand): string | undefined => placesOf(brand, platform, home).find(exists);

  if (browserType) {
    const wanted = asked[browserType];
    const path = first(wanted);
    if (path) return { path, notices: [] };
    const other = findBrowser({
      platform,
      exists,
      home,
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
      `Cannot start a browser from \`${executablePath}\`: no such file. Correct the path, or leave it out to use an installed browser.`,
    );
  }
  const path = first('chrome') ?? first('chromium') ?? first('edge') ?? ownBrowser(exists);
  if (path) return { path, notices: [] };
  throw new RunwrightError(
    'browser_failed',
    'Cannot start a browser: no Chrome, Chromium or Edge was found. Install one, run `npx playwright-core install chromium`, or name a binary with `executablePath`.',
  );
}

function ownBrowser(exists: (path: string) => boolean): string | undefined {
  const path = loadPlaywright().chromium.executablePath();
  return path && exists(path) ? path : undefined;
}

/** Names of a brand's programs on a platform, stable before beta. */
interface Names {
  readonly linux: readonly string[];
  readonly darwin: readonly string[];
  readonly win32: readonly string[];
}

const names: Readonly<Record<Brand, Names>> = {
  edge: {
    linux: ['microsoft-edge-stable', 'microsoft-edge', 'microsoft-edge-beta'],
    darwin: ['Microsoft Edge', 'Microsoft Edge Beta'],
    win32: ['Microsoft\\Edge\\Application\\msedge.exe', 'Microsoft\\Edge Beta\\Application\\msedge.exe'],
  },
  chrome: {
    linux: ['google-chrome-stable', 'google-chrome', 'google-chrome-beta', 'chrome'],
    darwin: ['Google Chrome', 'Google Chrome Beta'],
    win32: ['Google\\Chrome\\Application\\chrome.exe', 'Google\\Chrome Beta\\Application\\chrome.exe'],
  },
  chromium: {
    linux: ['chromium', 'chromium-browser'],
    darwin: ['Chromium'],
    win32: ['Chromium\\Application\\chrome.exe'],
  },
};
/** Paths at which packages install a browser outside the folders of programs. */
const opt: Readonly<Record<string, string>> = {
  'google-chrome-stable': '/opt/google/chrome/chrome',
  'google-chrome-beta': '/opt/google/chrome-beta/chrome',
  'microsoft-edge-stable': '/opt/microsoft/msedge/msedge',
  'microsoft-edge-beta': '/opt/microsoft/msedge-beta/msedge',
};

function placesOf(brand: Brand, platform: NodeJS.Platform, home: string): readonly string[] {
  if (platform === 'darwin') {
    const folders = ['/Applications', posix.join(home, 'Applications')];
    return names[brand].darwin.flatMap((name) =>
      folders.map((folder) => posix.join(folder, `${name}.app`, 'Contents/MacOS', name)),
    );
  }
  if (platform === 'win32') {
    const own = win32.join(home, 'AppData\\Local');
    const folders = ['C:\\Program Files', 'C:\\Program Files (x86)', own];
    return names[brand].win32.flatMap((file) => folders.map((folder) => win32.join(folder, file)));
  }
  return names[brand].linux.flatMap((name) => [
    ...['/usr/bin', '/usr/local/bin', '/snap/bin'].map((folder) => posix.join(folder, name)),
    ...(opt[name] === undefined ? [] : [opt[name]]),
  ]);
}
