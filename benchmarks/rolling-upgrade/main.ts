/**
 * Replaces the processes of the previous version by those of this one while they execute runs, and tells whether their promises held:
 * `npm run rolling-upgrade -- --from v0.1.0 --runs 300 --seconds 90`. `--seed` decides the runs, `--keep` keeps the folder with the logs of
 * the processes. The exit code is 1 when a promise was broken.
 */
import { parseArgs } from 'node:util';
import { machine } from '../machine.ts';
import { previousVersion } from './previous-version.ts';
import { rollingUpgrade } from './rolling-upgrade.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { from: text, seed: text, runs: text, seconds: text, keep: { type: 'boolean' } },
});
const seed = Number(values.seed ?? 1);
const runs = Number(values.runs ?? 300);
const durationMs = Number(values.seconds ?? 90) * 1000;
if (!(seed > 0 && runs > 0 && durationMs > 0))
  throw new Error('--seed, --runs and --seconds have to be numbers above 0; correct them.');

const previous = await previousVersion(values.from ?? null);
try {
  const options = { seed, runs, durationMs, previous: previous.command, keep: values.keep ?? false };
  const { verdicts, remarks, tookMs } = await rollingUpgrade(options, (line) => console.error(line));
  const broken = verdicts.flatMap((verdict) => verdict.broken);
  console.log(
    [
      `## rolling upgrade from ${previous.name}`,
      '',
      `${machine()}; seed ${seed}, ${runs} runs. All was over after ${(tookMs / 1000).toFixed(1)} s.`,
      '',
      '| promise | checked | broken |',
      '|---|---:|---:|',
      ...verdicts.map((verdict) => `| ${verdict.promise} | ${verdict.checked} | ${verdict.broken.length} |`),
      '',
      ...remarks.map((remark) => `- ${remark}`),
      ...broken.slice(0, 40).map((sentence) => `- BROKEN: ${sentence}`),
    ].join('\n'),
  );
  if (broken.length > 0) process.exitCode = 1;
} finally {
  await previous.remove();
}
