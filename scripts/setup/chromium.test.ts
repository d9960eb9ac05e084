import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  findChromium,
  findHeadlessShell,
  installChromium,
  installedBrowsers,
  installHeadlessShell,
} from './chromium.mjs';

let root: string;
let folder: string;
let said: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'runwright-chromium-'));
  folder = join(root, 'bin');
  mkdirSync(folder);
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

describe('findChromium', () => {
  it('keeps the browser that RUNWRIGHT_CHROMIUM names', async () => {
    const named = browser('mine');
    browser('chromium');
    expect(await findChromium({ root, env: { PATH: folder, RUNWRIGHT_CHROMIUM: named } })).toBe(named);
  });

  it('says so and looks further when RUNWRIGHT_CHROMIUM names nothing', async () => {
    const installed = browser('chromium');
    const env = { PATH: folder, RUNWRIGHT_CHROMIUM: join(folder, 'gone') };
    expect(await findChromium({ root, env })).toBe(installed);
    expect(said).toContain(`RUNWRIGHT_CHROMIUM is \`${join(folder, 'gone')}\`, and there is no such file`);
  });

  it('prefers Chrome to Chromium and Chromium to Edge', async () => {
    const edge = browser('microsoft-edge');
    expect(await findChromium({ root, env: { PATH: folder } })).toBe(edge);
    const chromium = browser('chromium');
    expect(await findChromium({ root, env: { PATH: folder } })).toBe(chromium);
    const chrome = browser('google-chrome');
    expect(await findChromium({ root, env: { PATH: folder } })).toBe(chrome);
  });

  it('passes over a launcher whose browser does not start', async () => {
    browser('google-chrome', 'exit 1');
    const chromium = browser('chromium');
    expect(await findChromium({ root, env: { PATH: folder } })).toBe(chromium);
  });

  it('tries a browser once and remembers it', async () => {
    const count = join(root, 'count');
    browser('chromium', `echo tried >> '${count}'`);
    await findChromium({ root, env: { PATH: folder } });
    await findChromium({ root, env: { PATH: folder } });
    expect(readFileSync(count, 'utf8')).toBe('tried\n');
  });

  it('finds nothing on a machine without a browser', async () => {
    expect(await findChromium({ root, env: { PATH: folder } })).toBe(undefined);
  });
});

describe('installChromium', () => {
  it('takes the browser that an installer brought', async () => {
    program(
      'node',
      `printf '#!/bin/sh\\nexit 0\\n' > '${folder}/chromium'; /bin/chmod +x '${folder}/chromium'`,
    );
    expect(await installChromium({ root, env: { PATH: folder } })).toBe(join(folder, 'chromium'));
  });

  it('goes on without a browser when no installer works, and names five ways to get one', async () => {
    program('node', 'exit 1');
    program('apt-get', 'exit 100');
    expect(await installChromium({ root, env: { PATH: folder } })).toBe(undefined);
    expect(said.match(/^ {2}\d\. /gm)).toHaveLength(5);
  });
});

describe('findHeadlessShell', () => {
  it('finds the browser without windows in the folders of PATH, and no other', () => {
    browser('chromium');
    expect(findHeadlessShell({ PATH: folder })).toBe(undefined);
    const shell = browser('chromium-headless-shell');
    expect(findHeadlessShell({ PATH: folder })).toBe(shell);
  });
});

describe.runIf(existsSync('/etc/debian_version') && process.getuid?.() === 0)('installHeadlessShell', () => {
  it('takes the browser that the package manager brought', async () => {
    const shell = join(folder, 'chromium-headless-shell');
    program('apt-get', `printf '#!/bin/sh\\n' > '${shell}'`);
    expect(await installHeadlessShell({ root, env: { PATH: folder } })).toBe(shell);
  });

  it('leaves the tests to the whole browser when there is no such package', async () => {
    program('apt-get', 'exit 100');
    expect(await installHeadlessShell({ root, env: { PATH: folder } })).toBe(undefined);
    expect(said).toContain('the tests use the whole browser');
  });
});

describe('installedBrowsers', () => {
  it('knows the usual places of macOS, for all users and for one', () => {
    const places = installedBrowsers('darwin', { HOME: '/Users/ada' });
    expect(places[0]).toBe('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
    expect(places).toContain('/Users/ada/Applications/Chromium.app/Contents/MacOS/Chromium');
  });

  it('knows the usual places of Windows', () => {
    const places = installedBrowsers('win32', { PROGRAMFILES: 'C:\\Program Files' });
    expect(places).toContain('C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe');
  });
});

/** A stand-in for a browser: it starts, or fails as the script says. */
function browser(name: string, script = 'exit 0'): string {
  return program(name, script);
}

function program(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}
