import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@runwright/client';

/** A server that counts the webhooks of runs. */
export interface WebhookReceiver {
  readonly url: string;
  /** Host and port. */
  readonly host: string;
  /** Deliveries by run id. */
  readonly deliveries: ReadonlyMap<string, number>;
  /** Messages of webhooks whose signature is wrong. */
  readonly rejected: readonly string[];
  close(): Promise<void>;
}

/** Starts a receiver on loopback that verifies webhooks with the API key. */
export async function receiveWebhooks(apiKey: string): Promise<WebhookReceiver> {
  const deliveries = new Map<string, number>();
  const rejected: string[] = [];
  const server = createServer(async (request, response) => {
    try {
      const payload = await verifyWebhook(await buffer(request), request.headers, apiKey);
      const runId = String(payload.workflow_run_id ?? payload.run_id ?? payload.task_id);
      deliveries.set(runId, (deliveries.get(runId) ?? 0) + 1);
    } catch (error) {
      rejected.push(String(error));
    }
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, url: `http://${host}/runs`, deliveries, rejected },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
