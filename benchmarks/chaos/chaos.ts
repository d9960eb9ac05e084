import type { Fault } from './fault-schedule.ts';
import { injectFaults } from './inject-faults.ts';
import type { ChaosOptions } from './options.ts';
import { recoveryTimes } from './recovery.ts';
import type { ChaosResult } from './report.ts';
import { runMix } from './run-mix.ts';
import { trial } from './trial.ts';
import { withTrialService } from './trial-service.ts';

/** Executes one trial: starts all processes, runs and faults, waits until all is over, and judges. */
export async function chaos(
  options: ChaosOptions,
  faults: readonly Fault[],
  print: (line: string) => void,
): Promise<ChaosResult> {
  return await withTrialService(options, async (service) => {
    const meanwhile = () => injectFaults(faults, service, print);
    const { done, ...rest } = await trial(service, { runs: runMix(options), meanwhile, print });
    return {
      options,
      faults: Object.fromEntries(
        [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, group]) => [kind, group.length]),
      ),
      recovery: recoveryTimes(done.kills, done.disturbances),
      ...rest,
    };
  });
}
