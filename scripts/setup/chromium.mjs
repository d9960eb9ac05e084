import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, posix, win32 } from 'node:path';
import { run, wasInterrupted } from './child.mjs';
import { SetupFailure, say } from './step.mjs';

const names = [
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const headlessShell = 'chromium-headless-shell';
const fiveWays = `No usable Chromium was found, and none could be installed; what needs a browser will not work. Any of these helps:
  1. set RUNWRIGHT_CHROMIUM to the path of a Chromium, Chrome or Edge binary
  2. install Google Chrome, Chromium or Microsoft Edge
  3. point PLAYWRIGHT_BROWSERS_PATH at a folder in which Playwright keeps its browsers
  4. let Playwright fetch one: packages/driver-playwright/node_modules/.bin/playwright-core install chromium
  5. on Debian, as root: apt-get update && apt-get install -y chromium`;

/**
 * The first browser that runs: RUNWRIGHT_CHROMIUM, an installed Chrome, Chromium or Edge, Playwright's own.
 * A path that has run once is remembered under `.runtime` and not tried again.
 *
 * @param {{ root: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<string | undefined>}
 */
export async function findChromium({ root, env }) {
  const named = env.RUNWRIGHT_CHROMIUM;
  if (named && isFile(named)) return named;
  if (named)
    say(`RUNWRIGHT_CHROMIUM is \`${named}\`, and there is no such file; looking for another browser`);
  const memory = join(root, '.runtime/chromium');
  const remembered = existsSync(memory) ? readFileSync(memory, 'utf8') : '';
  for (const path of installedBrowsers(process.platform, env).filter(isFile)) {
    if (path === remembered) return path;
    if (await runs(path)) return remember(memory, path);
  }
  if (remembered && isFile(remembered)) return remembered;
  const own = playwrightBrowser(root);
  return own && isFile(own) && (await runs(own)) ? remember(memory, own) : undefined;
}

/**
 * Installs a Chromium, by Playwright or else by Debian's package manager.
 *
 * @param {{ root: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<string | undefined>} undefined when no way worked, which has then been said
 */
export async function installChromium({ root, env }) {
  for (const { line, commands } of waysToInstall(root)) {
    say(line);
    if (!(await allEndWell(commands, { root, env }))) continue;
    const path = await findChromium({ root, env });
    if (path) return path;
  }
  say(fiveWays);
  return undefined;
}

/**
 * Where browsers are when they have been installed in the usual way, Chrome first.
 *
 * @param {string} platform as in `process.platform`
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
export function installedBrowsers(platform, env) {
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
      ['', env.HOME ?? ''].map((home) =>
        posix.join(home || '/', 'Applications', `${name}.app/Contents/MacOS/${name}`),
      ),
    );
  }
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
      (folder) => folder !== undefined,
    );
    const files = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ];
    return files.flatMap((file) => folders.map((folder) => win32.join(folder, file)));
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/**
 * The Chromium without windows of Debian, in which `npm test` needs two thirds of the CPU time for its browsers.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findHeadlessShell(env) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, headlessShell)).find(isFile);
}

/**
 * Installs the headless shell by Debian's package manager.
 *
 * @param {{ root: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<string | undefined>} undefined where there is none; then the whole browser does the same work
 */
export async function installHeadlessShell({ root, env }) {
  if (!isDebianRoot()) return undefined;
  say(`installing a browser without windows for the tests (apt-get install ${headlessShell})`);
  if (await allEndWell(aptInstall(headlessShell), { root, env })) return findHeadlessShell(env);
  say('that did not work; the tests use the whole browser, for half as much CPU time again');
  return undefined;
}

/** @param {string} name */
function aptInstall(name) {
  return [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', name],
  ];
}

function isDebianRoot() {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0;
}

/** @param {string} root */
function waysToInstall(root) {
  const playwright = join(root, 'packages/driver-playwright/node_modules/playwright-core/cli.js');
  return [
    {
      line: 'no Chrome, Chromium or Edge found, fetching a Chromium (playwright-core install chromium)',
      commands: [['node', playwright, 'install', 'chromium']],
    },
    ...(isDebianRoot()
      ? [
          {
            line: 'that did not work, installing Debian’s own (apt-get install chromium)',
            commands: aptInstall('chromium'),
          },
        ]
      : []),
  ];
}

/**
 * @param {readonly (readonly string[])[]} commands
 * @param {{ root: string, env: NodeJS.ProcessEnv }} options
 */
async function allEndWell(commands, { root, env }) {
  for (const [command = '', ...args] of commands) {
    const { exitCode } = await run(command, args, {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      cwd: root,
      quiet: true,
    });
    if (wasInterrupted(exitCode))
      throw new SetupFailure('interrupted; the next start goes on from here', exitCode);
    if (exitCode !== 0) return false;
  }
  return true;
}

/**
 * Whether the binary starts: a launcher may be there without its browser, a browser without its libraries.
 *
 * @param {string} path
 */
async function runs(path) {
  // On Windows the question for the version opens a window.
  if (process.platform === 'win32') return true;
  const { exitCode } = await run(path, ['--version'], { quiet: true, timeoutMs: 20_000 });
  return exitCode === 0;
}

/** @param {string} root */
function playwrightBrowser(root) {
  try {
    const load = createRequire(join(root, 'packages/driver-playwright/package.json'));
    return String(load('playwright-core').chromium.executablePath());
  } catch {
    return undefined;
  }
}

/**
 * @param {string} memory
 * @param {string} path
 */
function remember(memory, path) {
  mkdirSync(dirname(memory), { recursive: true });
  writeFileSync(memory, path);
  return path;
}

/** @param {string} path */
function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
