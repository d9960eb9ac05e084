import { findPostgres } from '@runwright/testing/postgres';
import { expect, it } from 'vitest';
import { chaos } from './chaos.ts';
import { faultsOnce } from './fault-schedule.ts';
import { readOptions } from './options.ts';
import { chaosReport, isKept } from './report.ts';

if (findPostgres() === null) console.warn('PostgreSQL is not installed: the trial with faults is skipped.');

it.skipIf(findPostgres() === null)(
  'promises hold while workers die, stand still and have wrong clocks, and the database crashes and is cut off',
  { tags: ['extended'], timeout: 1_200_000, retry: 0 },
  async () => {
    const options = readOptions(['--seed', '1', '--runs', '60', '--seconds', '40']);
    const result = await chaos(options, faultsOnce(options), () => undefined);
    // How long a recovery takes depends on the machine; the trial by hand measures it.
    const untimed = { ...result, recovery: { ...result.recovery, broken: [] } };
    expect(isKept(untimed), chaosReport(result)).toBe(true);
  },
);
