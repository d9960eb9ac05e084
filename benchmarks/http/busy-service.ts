import { setTimeout as delay } from 'node:timers/promises';
import { startDemoService } from '../demo-service.ts';
import { browsersOf } from '../soak/processes.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { load } from './load.ts';

const apiKey = 'rw_test_key_of_the_load';
const waiting = 1_000;
const browsers = 4;
const wanted = 2;

/** Compares the p99 of reads of an idle service with that of one whose browsers work and whose queue is long. */
export function busyService(): Promise<string> {
  return withTempFolder(async (folder) => {
    await using service = await startDemoService({ folder, apiKey, concurrency: browsers });
    const { client, url, site, workflowId } = service;
    const start = () => client.runs.start({ workflow_id: workflowId, parameters: { site } });
    const run = await start();
    await run.finished();
    const reads = () =>
      load({ url: `${url}/v1/runs/${run.runId}`, apiKey, connections: 1, pauseMs: 10, forMs: 10_000 });
    const idle = await reads();
    for (let started = 0; started < waiting + browsers; started += 50) {
      await Promise.all(Array.from({ length: 50 }, start));
    }
    while ((await browsersOf(folder)) < browsers) await delay(100);
    const busy = await reads();
    return [
      `Reads of a run, one client with pauses of 10 ms; busy: ${waiting} runs wait and ${browsers} browsers work on the same processors; wanted is a p99 of at most ${wanted} times that of the idle service`,
      '',
      '| service | median, ms | p99, ms |',
      '|---|---:|---:|',
      `| idle | ${idle.p50.toFixed(1)} | ${idle.p99.toFixed(1)} |`,
      `| busy | ${busy.p50.toFixed(1)} | ${busy.p99.toFixed(1)} |`,
      `| share | ${(busy.p50 / idle.p50).toFixed(2)} | ${(busy.p99 / idle.p99).toFixed(2)} |`,
    ].join('\n');
  });
}
