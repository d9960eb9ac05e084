/** Sends requests in a process of its own, started with `fork`, and tells what was measured. */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** What the process is told to send. */
export interface Load {
  readonly url: string;
  /** A POST of this body; without it a GET. */
  readonly body?: object;
  readonly forMs: number;
  /** Default: 50. */
  readonly connections?: number;
  /** Between an answer and the next request over its connection. Default: 0. */
  readonly pauseMs?: number;
  /** Default: none. */
  readonly apiKey?: string;
}

/** What the process tells. Times are ms. */
export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

process.once('message', async (load: Load) => {
  const { connections = 50, pauseMs = 0 } = load;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const payload = load.body === undefined ? null : JSON.stringify(load.body);
  const startedAt = performance.now();
  const times: number[] = [];
  const client = async (): Promise<void> => {
    while (performance.now() - startedAt < load.forMs) {
      const sentAt = performance.now();
      const status = await send(agent, load, payload);
      if (status !== 200) throw new Error(`${load.url} answered with ${status}`);
      times.push(performance.now() - sentAt);
      if (pauseMs > 0) await delay(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const perSecond = times.length / ((performance.now() - startedAt) / 1000);
  times.sort((one, other) => one - other);
  const quantile = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN;
  process.send?.({ perSecond, p50: quantile(0.5), p99: quantile(0.99) } satisfies Measured);
  agent.destroy();
  process.disconnect();
});

function send(agent: Agent, { url, apiKey }: Load, payload: string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method: payload === null ? 'GET' : 'POST',
      headers: {
        ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
        ...(payload === null
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.end(payload ?? undefined);
  });
}
