/** Runs the tests of the HTTP API and writes `docs/api-coverage.md`: `npm run api:coverage`. Fails when an item has no proof. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectProofs } from './collect-proofs.ts';
import { hostedDocument } from './document.ts';
import { pagePath, printPage } from './page.ts';
import { readRules } from './proof-lists.ts';

const folder = mkdtempSync(join(tmpdir(), 'runwright-api-'));
try {
  const { status } = spawnSync(
    'vitest',
    ['run', 'packages/http-adapter', 'packages/cli', 'packages/client'],
    {
      stdio: 'inherit',
      env: { ...process.env, RUNWRIGHT_RECORD_API: folder, RUNWRIGHT_TEST_TAGS: 'all' },
    },
  );
  const rows = collectProofs(await hostedDocument(), folder);
  const missing = rows.filter(({ proof, reason }) => proof === undefined && reason === undefined);
  for (const { kind, name } of missing) console.error(`No test proves the ${kind} \`${name}\`.`);
  if (status === 0 && missing.length === 0) {
    writeFileSync(pagePath, printPage(rows, readRules()));
    console.log(`wrote ${pagePath}`);
  } else process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
