import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { inProcessService, key } from './in-process-service.test-helpers.ts';

/** Bytes of the long text. */
const small = 100_000;

/** JSON texts of values that change easily on their way. */
const createSources = (bytes: number) => ({
  large: '9007199254740993',
  infinite: '1e400',
  minus_zero: '-0',
  tenth: '0.1',
  separated: '"1_000"',
  empty: '""',
  nothing: 'null',
  nul: String.raw`"a\u0000b"`,
  surrogate: String.raw`"a\ud800b"`,
  long: JSON.stringify(`${'a'.repeat(bytes - 3)}…`),
});
type Name = keyof ReturnType<typeof createSources>;
const names = Object.keys(createSources(small)) as Name[];
/** UTF-8 cannot encode a lone surrogate, so it is sent in JSON alone. */
const textNames = names.filter((name) => name !== 'surrogate');

const inTemplates = (from: string) =>
  Object.fromEntries(names.map((name) => [name, `{{ ${from}.${name} }}`]));

const title = 'values that change easily arrive exactly on every way through a run';
it(title, () => sendOnEveryWay(small));
it(`${title}, with a text of a megabyte`, { tags: ['extended'] }, () => sendOnEveryWay(2 ** 20));

async function sendOnEveryWay(bytes: number): Promise<void> {
  const sources = createSources(bytes);
  // Numbers that a number cannot hold are texts; -0 is stored as the equal 0.
  const exact: Record<string, unknown> = {
    ...Object.fromEntries(names.map((name) => [name, JSON.parse(sources[name])])),
    ...{ large: sources.large, infinite: sources.infinite, minus_zero: 0 },
  };
  // As Jinja2 prints them.
  const printed: Record<string, unknown> = { ...exact, nothing: 'None' };
  const json = `{${names.map((name) => `"${name}": ${sources[name]}`).join(', ')}}`;
  const received = new Map<string, string>();
  const site = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.set(request.url ?? '', Buffer.concat(chunks).toString());
    response.setHeader('content-type', 'application/json');
    response.end(request.method === 'GET' ? json : '{}');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  onTestFinished(() => {
    site.closeAllConnections();
    site.close();
  });
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const service = await inProcessService({ RUNWRIGHT_ALLOWED_HOSTS: host });
  onTestFinished(() => service.close());
  const { address } = await service.start();
  const post = async (path: string, body: string, type = 'application/json') => {
    const headers = { 'x-api-key': key, 'content-type': type };
    const answer = await fetch(address + path, { method: 'POST', headers, body });
    return (await answer.json()) as any;
  };

  const send = (label: string, from: string) => ({
    ...{ block_type: 'http_request', label, method: 'POST', url: `http://${host}/${label}` },
    body: inTemplates(from),
  });
  const blocks = [
    { block_type: 'http_request', label: 'read', url: `http://${host}/values` },
    send('response', 'read_output.body'),
    send('parameter', 'given'),
    {
      block_type: 'code',
      label: 'program',
      parameter_keys: ['given'],
      code: `
        const answer = await fetch('http://${host}/values');
        const fetched = await answer.json();
        await fetch('http://${host}/program', { method: 'POST', body: fetched });
        return { given, fetched, read: outputs.read.body };`,
    },
    send('computed', 'program_output.read'),
    {
      block_type: 'http_request',
      label: 'printed',
      method: 'POST',
      url: `http://${host}/printed`,
      headers: { 'content-type': 'text/plain' },
      body: textNames.map((name) => `${name}=[{{ read_output.body.${name} }}]`).join('\n'),
    },
  ];
  const parameters = [{ parameter_type: 'workflow', key: 'given', workflow_parameter_type: 'json' }];
  const workflow = await post(
    '/v1/workflows',
    JSON.stringify({ json_definition: { workflow_definition: { parameters, blocks } } }),
  );
  const started = await post(
    '/v1/run/workflows',
    `{"workflow_id": "${workflow.workflow_permanent_id}", "webhook_url": "http://${host}/webhook", "parameters": {"given": ${json}}}`,
  );
  const run = await service.finished(started.run_id);
  expect(run).toMatchObject({ status: 'completed', failure_reason: null });

  const body = (path: string) => JSON.parse(received.get(`/${path}`) ?? 'null');
  expect(run.output.read_output.body, 'the record of a response').toEqual(exact);
  expect(run.output.program_output, 'the output of a program').toEqual({
    given: exact,
    fetched: exact,
    read: exact,
  });
  for (const path of ['response', 'parameter', 'program', 'computed'])
    expect(body(path), `the body sent from a ${path}`).toEqual(exact);
  expect(received.get('/printed')).toBe(textNames.map((name) => `${name}=[${printed[name]}]`).join('\n'));
  await expect.poll(() => body('webhook')?.output?.read_output?.body, { interval: 50 }).toEqual(exact);
}
