import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inProcessService, soon } from '../in-process-service.test-helpers.ts';
import { browserVariables } from '../shared-browser.test-helpers.ts';

const token = 'canary-token-0123456789';

describe('keys that end or see less', { tags: ['security', 'extended'] }, () => {
  it('a key that only reads cannot see the headers of a run in the recording of its network', async () => {
    const received: (string | string[] | undefined)[] = [];
    const site = createServer((request, response) => {
      received.push(request.headers['x-shop-token']);
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Shop</title>');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    const service = await inProcessService({
      ...browserVariables(),
      ...{ RUNWRIGHT_ALLOWED_HOSTS: host, RUNWRIGHT_RECORD: 'har' },
    });
    onTestFinished(async () => {
      await service.close();
      site.closeAllConnections();
      site.close();
    });
    const { address, organizationId } = await service.start();
    const reads = { name: 'reads', scopes: ['read'] } as const;
    const { text: reader } = await service.engine.keys.create(organizationId, reads);
    const { body: workflow } = await service.call('/v1/workflows', {
      json_definition: {
        extra_http_headers: { 'x-shop-token': token },
        workflow_definition: {
          ...{ parameters: [], blocks: [{ block_type: 'goto_url', label: 'go', url: `http://${host}/` }] },
        },
      },
    });
    const workflow_id = workflow.workflow_permanent_id;
    const { body: run } = await service.call('/v1/run/workflows', { workflow_id });
    expect(await service.finished(run.run_id)).toMatchObject({ status: 'completed' });
    expect(received).toContain(token);
    const headers = { 'x-api-key': reader };
    const recordings = async () =>
      (await service.call(`/v1/runs/${run.run_id}/artifacts`, undefined, headers)).body.filter(
        ({ artifact_type: type }: { artifact_type: string }) => type === 'har',
      );
    await expect.poll(async () => (await recordings()).length, soon).toBe(1);
    const [{ artifact_id: id }] = await recordings();
    const har = await (await fetch(`${address}/v1/artifacts/${id}/content`, { headers })).text();
    expect(har).toContain(`http://${host}/`);
    expect(har).not.toContain(token);
  });
});
