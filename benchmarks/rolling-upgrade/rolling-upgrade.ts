import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { inheritedEnvironment } from '../chaos/inherited-environment.ts';
import { runMix } from '../chaos/run-mix.ts';
import { type ServiceProcess, thisCommand } from '../chaos/service-process.ts';
import { type Trial, trial } from '../chaos/trial.ts';
import { type TrialService, withTrialService } from '../chaos/trial-service.ts';

/** What a rolling upgrade is tried with. */
export interface RollingUpgradeOptions {
  readonly seed: number;
  readonly runs: number;
  /** Time in ms over which runs are started and processes are replaced. */
  readonly durationMs: number;
  /** Path of the command of the previous version. */
  readonly previous: string;
  readonly keep: boolean;
}

const workers = 3;
const concurrency = 8;

/**
 * Starts an API process and three workers of the previous version, and replaces one after the other while they execute runs. Meanwhile
 * workers of both versions are killed, so that runs go on with the other version, and one of the previous version is started on the new
 * tables.
 */
export async function rollingUpgrade(
  options: RollingUpgradeOptions,
  print: (line: string) => void,
): Promise<Trial<void>> {
  const { durationMs, previous: command, keep } = options;
  return await withTrialService({ workers, concurrency, keep, command }, async (service) => {
    const began = performance.now();
    const meanwhile = async (): Promise<void> => {
      for (const { at, name, happen } of steps(service, command)) {
        await delay(Math.max(0, at * durationMs - (performance.now() - began)));
        print(`${((performance.now() - began) / 1000).toFixed(1)} s: ${name}`);
        await happen();
      }
    };
    return await trial(service, { runs: runMix(options), meanwhile, print });
  });
}

interface Step {
  /** Share of the time. */
  readonly at: number;
  readonly name: string;
  readonly happen: () => Promise<void>;
}

function steps(service: TrialService, previous: string): readonly Step[] {
  const [first, second, third] = service.workers as readonly [ServiceProcess, ServiceProcess, ServiceProcess];
  const replace = (one: ServiceProcess) => async () => {
    await one.end('SIGTERM');
    await one.start({ command: thisCommand });
  };
  const crash = (one: ServiceProcess, command: string) => async () => {
    await one.end('SIGKILL');
    await one.start({ command });
  };
  return [
    { at: 0.15, name: 'migrate with the new version', happen: () => migrate(service) },
    { at: 0.25, name: 'replace worker 0', happen: replace(first) },
    { at: 0.4, name: 'kill worker 1, start it with the previous version', happen: crash(second, previous) },
    { at: 0.5, name: 'replace the API process', happen: replace(service.api) },
    { at: 0.6, name: 'kill worker 0, start it with the new version', happen: crash(first, thisCommand) },
    { at: 0.75, name: 'replace worker 1', happen: replace(second) },
    { at: 0.85, name: 'replace worker 2', happen: replace(third) },
  ];
}

async function migrate({ variables }: TrialService): Promise<void> {
  const child = spawn(process.execPath, [thisCommand, 'migrate'], {
    env: { ...inheritedEnvironment(), ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`\`runwright migrate\` has ended with ${code}; its output says why.`);
}
