/** Sends requests over 50 connections in a process of its own, started with `fork`, and tells the requests per second. */
import { Agent, request } from 'node:http';

/** What the process is told to send. */
export interface Load {
  readonly url: string;
  /** A POST of this body; without it a GET. */
  readonly body?: object;
  readonly forMs: number;
}

const connections = 50;

process.once('message', async (load: Load) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const payload = load.body === undefined ? null : JSON.stringify(load.body);
  const startedAt = performance.now();
  let answered = 0;
  const client = async (): Promise<void> => {
    while (performance.now() - startedAt < load.forMs) {
      const status = await send(agent, load.url, payload);
      if (status !== 200) throw new Error(`${load.url} answered with ${status}`);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  process.send?.(answered / ((performance.now() - startedAt) / 1000));
  agent.destroy();
  process.disconnect();
});

function send(agent: Agent, url: string, payload: string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method: payload === null ? 'GET' : 'POST',
      headers:
        payload === null
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.end(payload ?? undefined);
  });
}
