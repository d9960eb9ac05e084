import type { Store } from '@runwright/contract';
import { describe } from 'vitest';
import { testAwkwardTexts } from './store/awkward-texts.ts';
import { testBilling } from './store/billing.ts';
import { testBrowserProfiles } from './store/browser-profiles.ts';
import { testBrowserSessions } from './store/browser-sessions.ts';
import { testCiphertexts } from './store/ciphertexts.ts';
import { testCommit } from './store/commit.ts';
import { testConcurrencyKeys } from './store/concurrency-keys.ts';
import { testCredentials } from './store/credentials.ts';
import { testDuties } from './store/duties.ts';
import { testExpiredRuns } from './store/expired-runs.ts';
import { testFiles } from './store/files.ts';
import { testFolders } from './store/folders.ts';
import { testIdempotency } from './store/idempotency.ts';
import { testImports } from './store/imports.ts';
import { testModelUse } from './store/model-use.ts';
import { testOwnership } from './store/ownership.ts';
import { testPushedCodes } from './store/pushed-codes.ts';
import { testRecords } from './store/records.ts';
import { testRunMetadata } from './store/run-metadata.ts';
import { testRuns } from './store/runs.ts';
import { testSchedules } from './store/schedules.ts';
import { testScripts } from './store/scripts.ts';
import { testTurns } from './store/turns.ts';
import { testWaitingRuns } from './store/waiting-runs.ts';
import { testWorkers } from './store/workers.ts';
import { testWorkflows } from './store/workflows.ts';

/**
 * What every store promises. Call it at the top of a driver's test file.
 *
 * @param name names the driver in the report
 * @param open opens an empty store; the suite closes it
 */
export function testStore(name: string, open: () => Promise<Store>): void {
  describe(`${name} as a store`, () => {
    describe('runs', () => testRuns(open));
    describe('ownership', () => testOwnership(open));
    describe('concurrency keys', () => testConcurrencyKeys(open));
    describe('waiting runs', () => testWaitingRuns(open));
    describe('expired runs', () => testExpiredRuns(open));
    describe('turns and limits', () => testTurns(open));
    describe('metadata of runs', () => testRunMetadata(open));
    describe('commit', () => testCommit(open));
    describe('awkward texts', () => testAwkwardTexts(open));
    describe('workflows', () => testWorkflows(open));
    describe('imports', () => testImports(open));
    describe('folders', () => testFolders(open));
    describe('idempotency keys', () => testIdempotency(open));
    describe('files', () => testFiles(open));
    describe('credentials', () => testCredentials(open));
    describe('pushed codes', () => testPushedCodes(open));
    describe('browser sessions', () => testBrowserSessions(open));
    describe('browser profiles', () => testBrowserProfiles(open));
    describe('ciphertexts', () => testCiphertexts(open));
    describe('schedules', () => testSchedules(open));
    describe('scripts', () => testScripts(open));
    describe('billing', () => testBilling(open));
    describe('model use', () => testModelUse(open));
    describe('duties', () => testDuties(open));
    describe('workers', () => testWorkers(open));
    describe('other records', () => testRecords(open));
  });
}
