import { setTimeout as delay } from 'node:timers/promises';
import { type DemoService, withDemoService } from '../demo-service.ts';
import { machine, median } from '../machine.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { browsersOf, residentMiB } from './processes.ts';
import { receiveWebhooks, type WebhookReceiver } from './webhook-receiver.ts';

const apiKey = 'rw_test_key_of_the_soak';
const finals = new Set(['completed', 'failed', 'terminated', 'timed_out', 'canceled']);
/** Runs that are open at once: more than are executed at once, so that the queue is never empty. */
const openRuns = 16;
const sampleMs = 10_000;
const memoryGrowthAllowed = 1.05;

interface Sample {
  readonly minute: number;
  readonly resident: number;
  readonly browsers: number;
  readonly ended: number;
}

/**
 * Executes the demo workflow on the demo site for some minutes, 16 runs open at once, then waits for the last: whether
 * memory is flat, each run is final, each webhook arrived once, and no browser is left. Sets the exit code on a miss.
 *
 * @param value minutes, default 30
 */
export async function soak(value: string): Promise<string> {
  const minutes = value === '' ? 30 : Number(value);
  const receiver = await receiveWebhooks(apiKey);
  try {
    return await withTempFolder((folder) =>
      withDemoService({ folder, apiKey, allowedHost: receiver.host }, async (service) => {
        const { samples, statuses, reasons } = await drive(service, receiver, { folder, minutes });
        const misses = await missesOf(samples, statuses, { receiver, folder, reasons });
        if (misses.length > 0) process.exitCode = 1;
        return report(minutes, samples, statuses, misses);
      }),
    );
  } finally {
    await receiver.close();
  }
}

async function drive(
  { pid, client, site, workflowId }: DemoService,
  receiver: WebhookReceiver,
  { folder, minutes }: { readonly folder: string; readonly minutes: number },
) {
  const startedAt = Date.now();
  const endsAt = startedAt + minutes * 60_000;
  const statuses = new Map<string, string>();
  const reasons = new Set<string>();
  const samples: Sample[] = [];
  const stopped = new AbortController();
  const sampling = (async () => {
    while (!stopped.signal.aborted) {
      samples.push({
        minute: (Date.now() - startedAt) / 60_000,
        resident: await residentMiB(pid),
        browsers: await browsersOf(folder),
        ended: statuses.size,
      });
      await delay(sampleMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  const worker = async () => {
    while (Date.now() < endsAt) {
      const run = await client.runs.start({
        ...{ workflow_id: workflowId, parameters: { site }, webhook_url: receiver.url },
      });
      statuses.set(run.runId, 'open');
      const { status, failure_reason: reason } = await run.finished();
      statuses.set(run.runId, status);
      if (status !== 'completed' && reason) reasons.add(reason);
    }
  };
  await Promise.all(Array.from({ length: openRuns }, worker));
  stopped.abort();
  await sampling;
  // Deliveries and browsers end after the run; a minute is more than either may take.
  for (let seconds = 0; seconds < 60; seconds += 1) {
    const waits = [...statuses.keys()].some((runId) => !receiver.deliveries.has(runId));
    if (!waits && (await browsersOf(folder)) === 0) break;
    await delay(1_000);
  }
  return { samples, statuses, reasons: [...reasons] };
}

async function missesOf(
  samples: readonly Sample[],
  statuses: ReadonlyMap<string, string>,
  {
    receiver,
    folder,
    reasons,
  }: { readonly receiver: WebhookReceiver; readonly folder: string; readonly reasons: readonly string[] },
): Promise<readonly string[]> {
  const last = samples.at(-1)?.minute ?? 0;
  const residentBetween = (from: number, to: number) =>
    median(samples.filter(({ minute }) => minute >= from && minute <= to).map(({ resident }) => resident));
  const growth = residentBetween(last - 5, last) / residentBetween(5, 10);
  const open = [...statuses].filter(([, status]) => !finals.has(status));
  const notOnce = [...statuses.keys()].filter((runId) => receiver.deliveries.get(runId) !== 1);
  const browsers = await browsersOf(folder);
  return [
    ...(last >= 10 && !(growth <= memoryGrowthAllowed)
      ? [`memory grew by ${((growth - 1) * 100).toFixed(1)} % after the first five minutes`]
      : []),
    ...reasons.slice(0, 5).map((reason) => `a run did not complete: ${reason}`),
    ...(open.length === 0 ? [] : [`${open.length} runs are not final`]),
    ...(notOnce.length === 0
      ? []
      : [`${notOnce.length} runs do not have one webhook: ${notOnce.slice(0, 5)}`]),
    ...receiver.rejected.slice(0, 5).map((reason) => `a webhook was refused: ${reason}`),
    ...(browsers === 0 ? [] : [`${browsers} browsers are left`]),
  ];
}

function report(
  minutes: number,
  samples: readonly Sample[],
  statuses: ReadonlyMap<string, string>,
  misses: readonly string[],
): string {
  const byStatus = Object.entries(Object.groupBy(statuses.values(), (status) => status))
    .map(([status, runs = []]) => `${runs.length} ${status}`)
    .join(', ');
  const step = Math.max(1, Math.floor(samples.length / 15));
  return [
    `## soak: the demo workflow for ${minutes} minutes, ${openRuns} runs open at once`,
    '',
    machine(),
    '',
    '| minute | memory of the service, MiB | browsers | runs started |',
    '|---:|---:|---:|---:|',
    ...samples
      .filter((_, index) => index % step === 0)
      .map(
        ({ minute, resident, browsers, ended }) =>
          `| ${minute.toFixed(1)} | ${Math.round(resident)} | ${browsers} | ${ended} |`,
      ),
    '',
    `Runs: ${byStatus}. ${misses.length === 0 ? 'All final, each webhook once, no browser left.' : `Missed: ${misses.join('; ')}.`}`,
  ].join('\n');
}
