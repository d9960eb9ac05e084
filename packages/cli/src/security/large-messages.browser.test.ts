import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { testService } from '../service.test-helpers.ts';

/** Characters of one text, and how many of them a page sends. */
const [length, count] = [50_000_000, 40];
/** A page that sends texts as fast as it can; each has to be another one. */
const pageOf = (send: string) =>
  `<h1>Site</h1><script>let at = 0; const timer = setInterval(() => {
    at += 1; if (at === ${count}) clearInterval(timer); const text = at + 'x'.repeat(${length}); ${send} });</script>`;

it.each([
  ['console messages', 'console.log(text)'],
  ['bodies of requests', `fetch('/', { method: 'POST', body: text }).catch(String)`],
])(
  'a page with very many long %s does not fill the memory of the service',
  {
    tags: ['security', 'extended'],
    timeout: 300_000,
  },
  async (_kind, send) => {
    const site = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      request.resume().on('end', () => response.end(pageOf(send)));
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    const service = await testService({ RUNWRIGHT_ALLOWED_HOSTS: host });
    onTestFinished(async () => {
      await service.close();
      site.closeAllConnections();
      site.close();
    });
    await service.start();
    const runId = await service.startRun([
      {
        block_type: 'goto_url',
        label: 'visit',
        url: `http://${host}/`,
        timeout_seconds: 60,
        continue_on_failure: true,
      },
      { block_type: 'wait', label: 'wait', wait_sec: 20 },
    ]);
    await expect
      .poll(() => service.statusOf(runId), { timeout: 200_000, interval: 1_000 })
      .toMatch(/completed|failed/);
    const status = await readFile(`/proc/${service.process?.pid}/status`, 'utf8');
    const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
    expect(peak / length).toBeLessThan(count / 2);
  },
);
