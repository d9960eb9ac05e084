import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, step } from './step.ts';

const files = {
  'vitest.config.ts': `import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['*.test.ts'] } });
`,
  'drivers.test.ts': `import { memoryArtifacts, memoryQueue } from '@runwright/core';
import { sqliteStore } from '@runwright/store-sql';
import { testArtifactStore, testQueue, testStore } from '@runwright/testing/suites';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

testStore('sqliteStore', async () => sqliteStore({ folder: await mkdtemp(join(import.meta.dirname, 'store-')) }));
testQueue('memoryQueue', async (clock) => memoryQueue({ clock }));
testArtifactStore('memoryArtifacts', async () => memoryArtifacts());
`,
  // Vitest reads the tests and their options, and executes none: each would open a browser.
  'browser.test.ts': `import { playwrightDriver } from '@runwright/driver-playwright';
import { testBrowserDriver } from '@runwright/testing/suites';
import { describe } from 'vitest';

describe.skip('without a browser', () => {
  testBrowserDriver('playwrightDriver', async () => playwrightDriver({ stateFolder: 'browsers' }));
});
`,
};

/** Tests that have a tag in this repository, and always run elsewhere. */
const tagged = ['bytes may be put in parts', 'when one cannot be replaced, none is'];

/** Runs conformance suites as the author of a driver does: with the Vitest of a project and a config that defines no tags. */
export async function trySuites(project: string): Promise<void> {
  await step('conformance suites run with a plain Vitest config', async () => {
    const folder = join(project, 'suites');
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const vitest = ['--no-install', 'vitest', 'run', '--reporter=json', '--outputFile=report.json'];
    await must('npx', vitest, { cwd: folder });
    const { testResults }: VitestReport = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    const passed = testResults.flatMap(({ assertionResults }) =>
      assertionResults.flatMap(({ status, title }) => (status === 'passed' ? [title] : [])),
    );
    const left = tagged.filter((title) => !passed.includes(title));
    if (left.length > 0) throw new Error(`These tests did not run:\n${left.join('\n')}`);
    console.log(`        ${passed.length} tests`);
  });
}

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}
