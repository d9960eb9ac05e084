import { parseArgs } from 'node:util';
import { type FaultKind, faultKinds } from './fault-schedule.ts';

/** What `npm run chaos` is asked for. */
export interface ChaosOptions {
  /** Decides faults and runs. Default 1. */
  readonly seed: number;
  /** Runs that are started, evenly over the time of the faults. Default 1000. */
  readonly runs: number;
  /** Time in ms in which faults are injected; `--minutes` or `--seconds`. Default 5 minutes. */
  readonly durationMs: number;
  /** Kinds of faults. Default: all. */
  readonly only: readonly FaultKind[];
  /** Default 3. */
  readonly workers: number;
  /** Runs that one worker executes at once. Default 8. */
  readonly concurrency: number;
  /** Path of the report as JSON; null: none. */
  readonly json: string | null;
  /** Whether the folder with the logs of the processes is kept. Default false. */
  readonly keep: boolean;
}

/** Reads the arguments of the command. Throws an error that names the one that is wrong. */
export function readOptions(args: readonly string[]): ChaosOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ seed: text, runs: text, minutes: text, seconds: text },
      ...{ only: text, workers: text, concurrency: text, json: text, keep: { type: 'boolean' } },
    },
  });
  const number = (
    name: 'seed' | 'runs' | 'minutes' | 'seconds' | 'workers' | 'concurrency',
  ): number | null => {
    const given = values[name];
    if (given === undefined) return null;
    const found = Number(given);
    if (given.trim() !== '' && found > 0) return found;
    throw new Error(`--${name} has to be a number above 0, not \`${given}\`; correct it.`);
  };
  const seconds = number('seconds') ?? (number('minutes') ?? 5) * 60;
  return {
    seed: number('seed') ?? 1,
    runs: number('runs') ?? 1000,
    durationMs: seconds * 1000,
    only: kindsOf(values.only),
    workers: number('workers') ?? 3,
    concurrency: number('concurrency') ?? 8,
    json: values.json ?? null,
    keep: values.keep ?? false,
  };
}

function kindsOf(text: string | undefined): readonly FaultKind[] {
  if (text === undefined) return faultKinds;
  return text.split(',').map((name) => {
    const kind = faultKinds.find((known) => known === name);
    if (kind) return kind;
    throw new Error(`--only is a list of ${faultKinds.join(', ')}, not \`${name}\`; correct it.`);
  });
}
