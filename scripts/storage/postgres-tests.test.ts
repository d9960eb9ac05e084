import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { excludedFiles, excludedTests, findPostgresTests, smokeTests } from './postgres-tests.ts';

const root = join(import.meta.dirname, '../..');
const found = findPostgresTests(root);

it('test files that start an engine or a service, themselves or by a helper, run on PostgreSQL', () => {
  expect(found).toEqual(
    expect.arrayContaining([
      'packages/core/src/acceptance/lost-worker.test.ts',
      'packages/core/src/acceptance/acceptance-blocks.test.ts',
      'packages/cli/src/acceptance-http.service.test.ts',
      'packages/cli/src/crash.browser.test.ts',
    ]),
  );
  expect(found).not.toContain('packages/core/src/local-drivers/memory-store.test.ts');
});

it('the smoke tests are among them, and excluded tests exist', () => {
  expect(found).toEqual(expect.arrayContaining([...smokeTests]));
  for (const file of Object.keys(excludedFiles)) expect(existsSync(join(root, file)), file).toBe(true);
  for (const [file, tests] of Object.entries(excludedTests))
    for (const title of Object.keys(tests)) expect(readFileSync(join(root, file), 'utf8')).toContain(title);
});
