import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const packages = join(import.meta.dirname, '../packages');

const ofOpenai = /^sets globalThis\.Symbol\(openai\.[\w.]+\)$/;
/** What vendors keep for themselves under names of their own; nothing of the host's is changed by it. */
const ofVendors: Readonly<Record<string, RegExp>> = {
  'model-openai': ofOpenai,
  embed: ofOpenai,
  // What programs for AWS Lambda find; the SDK makes it everywhere.
  'artifacts-s3': /^sets globalThis\.awslambda$/,
  // zod, through the SDK of MCP.
  mcp: /^sets globalThis\.__zod_global\w+$/,
  // tslib, through pdf-lib; this package is for tests only.
  testing: /^sets globalThis\.__[a-zA-Z]+$/,
};

const entries = readdirSync(packages)
  .filter((name) => name !== 'cli')
  .flatMap((name) =>
    ['index.ts', 'machines.ts'].map((file) => ({ name, path: join(packages, name, 'src', file) })),
  )
  .filter(({ path }) => existsSync(path));

async function probe(modules: readonly string[]): Promise<readonly (readonly string[])[]> {
  const script = join(import.meta.dirname, 'import-probe.mjs');
  // The probe ends by itself, or not at all when something that was imported keeps it alive.
  const { stdout } = await run(process.execPath, [script, ...modules], { timeout: 600_000 });
  const reports: readonly { readonly traces: readonly string[] }[] = JSON.parse(stdout);
  return reports.map(({ traces }) => traces);
}

describe('importing', async () => {
  const traces = await probe(entries.map(({ path }) => pathToFileURL(path).href));
  for (const [index, { name, path }] of entries.entries()) {
    it(`${path.slice(packages.length + 1)} leaves nothing behind`, () => {
      const own = ofVendors[name];
      expect(traces[index]?.filter((trace) => !own?.test(trace))).toEqual([]);
    });
  }
});

it.each([
  ['globalThis.leak = 1', 'sets globalThis.leak'],
  ['Array.prototype.leak = 1', 'sets Array.prototype.leak'],
  ['process.on("exit", () => {})', 'listens to exit: 1'],
  ['setTimeout(() => {}, 2_000)', 'holds Timeout'],
])('the probe notices `%s`', async (code, trace) => {
  expect(await probe([`data:text/javascript,${encodeURIComponent(code)}`])).toEqual([[trace]]);
});
