// @module-tag extended: the answers of Node in other runtimes
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { browserUnderTest } from '@runwright/testing/browser';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'rolldown';
import { afterAll, describe, expect, it } from 'vitest';
import { allCases } from './testing/all-cases.ts';
import { caseAnswers } from './testing/case-answers.ts';

const cases = allCases();
const answers = caseAnswers(cases);

const browserPath = [
  browserUnderTest().executablePath,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  chromium.executablePath(),
].find((path) => path !== undefined && existsSync(path));
if (browserPath === undefined)
  console.warn('No Chromium, Chrome or Edge was found: the browser is not tried.');

let server: Server | null = null;
let browser: Browser | null = null;

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
});

describe(`all ${cases.length} cases have the answers that they have in Node`, () => {
  it.skipIf(browserPath === undefined)('in a page of headless Chromium', async () => {
    const origin = await serve(await casesModule());
    browser = await chromium.launch({ executablePath: browserPath ?? '', args: ['--no-sandbox'] });
    const page = await browser.newPage();
    await page.goto(origin);
    // As text: the page has modules of its own, which this file knows nothing of.
    const found: readonly string[] = await page.evaluate(`(async () => {
      const { caseAnswers } = await import('/cases.js');
      return caseAnswers(await (await fetch('/cases.json')).json());
    })()`);
    expect(await page.evaluate('typeof process + typeof require')).toBe('undefinedundefined');
    expect(differences(found)).toEqual([]);
  });

  for (const [name, ...args] of [['deno', 'run', '--allow-read'], ['bun']] as const) {
    const isInstalled = spawnSync(name, ['--version']).status === 0;
    it.skipIf(!isInstalled)(`in ${name}, where it is installed`, () => {
      const script = fileURLToPath(new URL('testing/print-case-answers.ts', import.meta.url));
      const { stdout, stderr, status } = spawnSync(name, [...args, script], {
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
      });
      expect(status, stderr).toBe(0);
      expect(differences(JSON.parse(stdout))).toEqual([]);
    });
  }
});

async function casesModule(): Promise<string> {
  const { output } = await build({
    input: fileURLToPath(new URL('testing/case-answers.ts', import.meta.url)),
    platform: 'browser',
    write: false,
    output: { format: 'esm', minify: true },
  });
  return output[0].code;
}

async function serve(module: string): Promise<string> {
  const files: ReadonlyMap<string, readonly [type: string, body: string]> = new Map([
    ['/', ['text/html', '<!doctype html><meta charset="utf-8"><title>cases</title>']],
    ['/cases.js', ['text/javascript', module]],
    ['/cases.json', ['application/json', JSON.stringify(cases)]],
  ]);
  const started = createServer((request, response) => {
    const [type, body] = files.get(request.url ?? '') ?? ['text/plain', ''];
    response.writeHead(body === '' ? 404 : 200, { 'content-type': `${type}; charset=utf-8` }).end(body);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  return `http://127.0.0.1:${port}/`;
}

function differences(found: readonly string[]): readonly string[] {
  expect(found).toHaveLength(answers.length);
  return cases.flatMap(({ id, template }, index) =>
    found[index] === answers[index]
      ? []
      : [`${id}: ${template} -> ${found[index]} instead of ${answers[index]}`],
  );
}
