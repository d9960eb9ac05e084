import { expect, it } from 'vitest';
import { connect } from './connection.ts';
import { createClient } from './create-client.ts';
import { runHandle } from './run-handle.ts';

const event = (id: number, name: string) => `id: ${id}\nevent: ${name}\ndata: {"n":${id}}\n\n`;
const stream = (...parts: string[]) =>
  new Response(parts.join(''), { headers: { 'content-type': 'text/event-stream' } });

/** A connection whose waits end at once. */
function scripted(answer: (request: Request) => Response) {
  const requests: Request[] = [];
  const connection = {
    ...connect({
      url: 'http://service/',
      apiKey: 'key',
      maxRetries: 0,
      fetch: async (request) => {
        requests.push(request);
        return answer(request);
      },
    }),
    wait: async () => undefined,
  };
  return { run: runHandle(connection, 'wr_1', null), requests };
}

it('continues a stream that was cut off after its last event', async () => {
  const parts = [
    stream(event(1, 'run'), event(2, 'block'), 'id: 3\nevent: bl'),
    stream(event(2, 'block'), event(3, 'block'), event(4, 'end')),
  ];
  const { run, requests } = scripted(() => parts.shift()!);
  const seen: number[] = [];
  for await (const { id } of run.events()) seen.push(id);
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(requests.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '2']);
  expect(requests[0]?.headers.get('x-api-key')).toBe('key');
});

it('reads the run again and again where no events arrive', async () => {
  const statuses = ['running', 'running', 'completed'];
  const { run, requests } = scripted(({ url }) =>
    url.endsWith('/events') ? stream() : Response.json({ run_id: 'wr_1', status: statuses.shift() }),
  );
  expect(await run.finished()).toEqual({ run_id: 'wr_1', status: 'completed' });
  expect(requests.filter(({ url }) => !url.endsWith('/events'))).toHaveLength(3);
});

it('waits for the outcome of the webhook, which can change a final status', async () => {
  const records = [
    { status: 'completed', webhook_status: 'pending' },
    { status: 'failed', webhook_status: 'failed' },
  ];
  const { run } = scripted(({ url }) =>
    url.endsWith('/events') ? stream(event(1, 'end')) : Response.json(records.shift()),
  );
  expect(await run.finished()).toMatchObject({ status: 'failed' });
});

it('does not read a run on that the service does not know', async () => {
  const { run, requests } = scripted(() => Response.json({ detail: 'Run not found' }, { status: 404 }));
  await expect(run.finished()).rejects.toMatchObject({ status: 404, code: 'not_found' });
  expect(requests).toHaveLength(1);
});

it('keeps ids inside their part of the path', async () => {
  const paths: string[] = [];
  const client = createClient({
    url: 'http://service',
    apiKey: 'key',
    fetch: async ({ url }) => {
      paths.push(new URL(url).pathname);
      return Response.json({});
    },
  });
  await client.files.download('../v1/runs');
  await client.workflows.get('../runs');
  expect(paths).toEqual(['/v1/files/..%2Fv1%2Fruns/content', '/v1/workflows/..%2Fruns']);
});

it('tells when a stream is open, when it was lost and when it is open again', async () => {
  const parts = [stream(event(4, 'block')), stream(event(5, 'end'))];
  const { run, requests } = scripted(() => parts.shift()!);
  const told: string[] = [];
  const options = {
    after: 3,
    onOpen: ({ reconnects }: { readonly reconnects: number }) => void told.push(`open ${reconnects}`),
    onLost: () => void told.push('lost'),
  };
  for await (const { id } of run.events(options)) told.push(`event ${id}`);
  expect(told).toEqual(['open 0', 'event 4', 'lost', 'open 1', 'event 5']);
  expect(requests.map(({ headers }) => headers.get('last-event-id'))).toEqual(['3', '4']);
});
