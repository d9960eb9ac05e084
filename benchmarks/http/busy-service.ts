import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type DemoService, withDemoService } from '../demo-service.ts';
import { browsersOf } from '../soak/processes.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { heard, load } from './load.ts';
import type { Listening } from './server-child.ts';

const apiKey = 'rw_test_key_of_the_load';
const waiting = 1_000;
const browsers = 4;
const wanted = 2;

/**
 * Compares the p99 of reads of an idle service with that of one whose browsers work and whose queue is long. A bare Fastify route
 * beside it shows how much of that is the browsers on the same processors.
 */
export function busyService(): Promise<string> {
  return withTempFolder(async (folder) => {
    const bare = fork(new URL('./server-child.ts', import.meta.url).pathname, ['bare', folder]);
    try {
      const { address, readPath } = await heard<Listening>(bare);
      return await withDemoService({ folder, apiKey, concurrency: browsers }, (service) =>
        compare(service, folder, address + readPath),
      );
    } finally {
      const exited = once(bare, 'exit');
      bare.kill();
      await exited;
    }
  });
}

async function compare(
  { client, url, site, workflowId }: DemoService,
  folder: string,
  bareUrl: string,
): Promise<string> {
  const start = () => client.runs.start({ workflow_id: workflowId, parameters: { site } });
  const run = await start();
  await run.finished();
  const given = { connections: 1, pauseMs: 10, forMs: 20_000 };
  const reads = async () => ({
    service: await load({ ...given, url: `${url}/v1/runs/${run.runId}`, apiKey }),
    bare: await load({ ...given, url: bareUrl }),
  });
  const idle = await reads();
  for (let started = 0; started < waiting + browsers; started += 50) {
    await Promise.all(Array.from({ length: 50 }, start));
  }
  while ((await browsersOf(folder)) < browsers) await delay(100);
  const busy = await reads();
  const row = (name: string, kind: 'service' | 'bare') =>
    `| ${name} | ${[idle, busy].map((of) => `${of[kind].p50.toFixed(1)} / ${of[kind].p99.toFixed(1)}`).join(' | ')} | ${(busy[kind].p99 / idle[kind].p99).toFixed(1)} |`;
  return [
    `Reads, one client with pauses of 10 ms; median / p99, ms. Busy: ${waiting} runs wait and ${browsers} browsers work on the same processors; wanted is a p99 of at most ${wanted} times that of the idle service`,
    '',
    '| | idle | busy | p99, busy / idle |',
    '|---|---:|---:|---:|',
    row('read of a run', 'service'),
    row('bare Fastify route beside it', 'bare'),
  ].join('\n');
}
