import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { documents } from './documents.ts';
import { samplesOf } from './samples/sample.ts';

const root = join(import.meta.dirname, '../..');
const note = 'scripts/docs/readme-samples.docs.test.ts';

it('the samples of packages/*/README.md that name this test run as they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'runwright-readme-'));
  try {
    const pages = documents(root).filter((page) => /^packages\/.*README\.md$/.test(page));
    const samples = pages
      .flatMap((page) => samplesOf(page, readFileSync(join(root, page), 'utf8')))
      .filter(({ notes }) => notes.get('run by') === note);
    expect(samples.length).toBeGreaterThan(10);
    const programs = samples.map(({ page, line, text }) => {
      const path = join(folder, `${page.split('/')[1]}-${line}.mts`);
      writeFileSync(path, text);
      return path;
    });
    const args = [join(import.meta.dirname, 'run-samples.mjs'), ...programs];
    // Drivers of models are made, but none is called.
    const env = { ...process.env, OPENAI_API_KEY: 'sk-none' };
    const options = { cwd: folder, env, timeout: 300_000 };
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    for (const program of programs) expect(stdout).toContain(`ran ${program}\n`);
    // What the comments of the samples promise.
    expect(stdout).toContain('password=[secret]\n');
    expect(stdout).toContain('completed { sum_output: { total: 5 }');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
