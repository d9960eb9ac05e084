import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type InProcessService, inProcessService } from './in-process-service.test-helpers.ts';

const bomb = '{{ [[1]*10000]*100000 }}';

let site: Server;
let url: string;
let service: InProcessService;

beforeEach(async () => {
  site = createServer((_request, response) => response.end('quiet')).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  url = `http://${host}/`;
  service = await inProcessService({ RUNWRIGHT_ALLOWED_HOSTS: host });
  await service.start();
});
afterEach(async () => {
  await service?.close();
  site.closeAllConnections();
  site.close();
});

it('a template that multiplies lists fails its block, and the service goes on', {
  tags: ['security'],
}, async () => {
  const attack = await service.startRun([
    { block_type: 'http_request', label: 'bomb', url, method: 'POST', body: bomb },
  ]);
  const quiet = await service.startRun([{ block_type: 'http_request', label: 'quiet', url, method: 'GET' }]);
  const failed = await service.finished(attack);
  expect(failed).toMatchObject({
    status: 'failed',
    failure_reason: expect.stringMatching(/too large|limit|budget/i),
  });
  expect(await service.finished(quiet)).toMatchObject({ status: 'completed' });
});
