import { machine } from '../machine.ts';
import type { Verdict } from './judge.ts';
import type { ChaosOptions } from './options.ts';
import type { RecoveryTimes } from './recovery.ts';
import { recoveryLimitMs } from './recovery.ts';

/** The result of one trial. */
export interface ChaosResult {
  readonly options: ChaosOptions;
  /** Faults by kind. */
  readonly faults: Readonly<Record<string, number>>;
  readonly verdicts: readonly Verdict[];
  readonly recovery: RecoveryTimes;
  readonly remarks: readonly string[];
  /** Time in ms from the first start until all was over. */
  readonly tookMs: number;
}

/** Returns whether every promise was kept. */
export function isKept({ verdicts, recovery }: ChaosResult): boolean {
  return recovery.broken.length === 0 && verdicts.every(({ broken }) => broken.length === 0);
}

/** Makes the table of a result. */
export function chaosReport(result: ChaosResult): string {
  const { options, faults, verdicts, recovery, remarks, tookMs } = result;
  const seconds = (ms: number | null) => (ms === null ? 'none' : `${(ms / 1000).toFixed(1)} s`);
  const recovered = `recovery after SIGKILL within ${recoveryLimitMs / 1000} s (median ${seconds(recovery.medianMs)}, longest ${seconds(recovery.longestMs)}, ${recovery.kills} kills)`;
  return [
    `## chaos: seed ${options.seed}, ${options.runs} runs, faults for ${options.durationMs / 1000} s`,
    '',
    `${machine()}; ${options.workers} workers of ${options.concurrency} runs. All was over after ${seconds(tookMs)}.`,
    '',
    '| promise | checked | broken |',
    '|---|---:|---:|',
    ...verdicts.map(({ promise, checked, broken }) => `| ${promise} | ${checked} | ${broken.length} |`),
    `| ${recovered} | ${recovery.runs} | ${recovery.broken.length} |`,
    '',
    `- faults: ${Object.entries(faults)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')}`,
    ...remarks.map((remark) => `- ${remark}`),
    ...[...verdicts.flatMap(({ broken }) => broken.slice(0, 20)), ...recovery.broken.slice(0, 20)].map(
      (text) => `- BROKEN: ${text}`,
    ),
  ].join('\n');
}
