/**
 * Breaks a service on purpose while it executes runs, and tells whether its promises held: `npm run chaos -- --seed 1 --runs 1000
 * --minutes 5`. `--only kill,stop` injects faults of these kinds alone; `--json <file>` writes the result, too. `--keep` keeps the
 * folder with the logs of the processes. The exit code is 1 when a promise was broken.
 */
import { writeFile } from 'node:fs/promises';
import { chaos } from './chaos.ts';
import { faultSchedule } from './fault-schedule.ts';
import { readOptions } from './options.ts';
import { chaosReport, isKept } from './report.ts';

const options = readOptions(process.argv.slice(2));
const { seed, durationMs, workers } = options;
const faults = faultSchedule({ seed, durationMs, workers, kinds: options.only });
const result = await chaos(options, faults, (line) => console.error(line));
console.log(chaosReport(result));
if (options.json !== null) await writeFile(options.json, `${JSON.stringify(result, null, 2)}\n`);
if (!isKept(result)) process.exitCode = 1;
