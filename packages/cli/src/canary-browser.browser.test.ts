import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Json } from '@runwright/contract';
import {
  type ScriptedEndpoint,
  type ScriptRequest,
  scriptedEndpoint,
  scriptedMove,
} from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InProcessService, inProcessService } from './in-process-service.test-helpers.ts';
import { sharedBrowser } from './shared-browser.test-helpers.ts';

/** What must be found nowhere but at the site. */
const canaries = { password: 'C4nary-pw/"quoted" 1', secret: 'c4nary-secret+value=2' };

/** A public comment that the page repeats wherever it can. */
const page = `<!doctype html><title>Comments</title><link rel="icon" href="data:,">
<form method="post" action="/said"><label>Comment <input name="c" oninput="
  document.title = value; console.log('typed', value); localStorage.setItem('c', value); this.setAttribute('value', value);
  document.querySelector('output').textContent = value;
  fetch('/echo', { method: 'POST', body: value });"></label><button>Post</button></form><output></output>`;

let site: Server;
let model: ScriptedEndpoint;
let service: InProcessService;
let host = '';
/** What the site got. */
let got = '';

beforeAll(async () => {
  site = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    got += `${request.url}\n${decodeURIComponent(body.replaceAll('+', '%2B'))}\n`;
    response.setHeader('content-type', 'text/html');
    // It repeats what it is sent, also as the name of a file and in a header.
    response.setHeader('x-echo', encodeURIComponent(body));
    response.end(request.url === '/said' ? `<title>Thanks</title><p>You said ${body}</p>` : page);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  model = await scriptedEndpoint({
    script: [
      { purpose: 'act', answer: decide },
      { purpose: 'verify', answer: () => ({ verdict: 'done', evidence: 'Thanks', missing: null }) },
    ],
  });
  service = await inProcessService(
    {
      RUNWRIGHT_ALLOWED_HOSTS: host,
      RUNWRIGHT_MODEL: model.model,
      RUNWRIGHT_RECORD: 'har,console',
      OPENAI_API_KEY: model.apiKey,
      OPENAI_BASE_URL: model.url,
    },
    () => ({ browser: sharedBrowser() }),
  );
  await service.start();
});
afterAll(async () => {
  await service?.close();
  await model?.close();
  site?.closeAllConnections();
  site?.close();
});

/** Types both into the comment: the password is refused there, the secret of one value is typed. */
function decide({ view, inputs, result, history }: ScriptRequest): Json {
  const { login, token } = inputs as { login?: { password: string }; token: { secret_value: string } };
  const field = view.find({ name: 'Comment' })?.id ?? '';
  if (view.path === '/said') return scriptedMove.act('', [scriptedMove.complete('It is said.')]);
  if (login && !`${history}${result}`.includes('secret_refused'))
    return scriptedMove.act('', [scriptedMove.inputText(field, login.password, 'The password.')]);
  return scriptedMove.act('', [
    scriptedMove.inputText(field, token.secret_value, 'The secret.'),
    scriptedMove.click(view.find({ name: 'Post' })?.id ?? '', 'Post it.'),
  ]);
}

it('secrets that are typed into a field for something else are found nowhere but at the site', async () => {
  const { call, folder } = service;
  const create = async (type: string, credential: object) => {
    const { body } = await call('/v1/credentials', { name: type, credential_type: type, credential });
    return body.credential_id;
  };
  const login = await create('password', { username: 'ann', password: canaries.password });
  const token = await create('secret', { secret_value: canaries.secret });
  const { body: workflow } = await call('/v1/workflows', {
    json_definition: {
      run_with: 'code',
      workflow_definition: {
        parameters: [
          { parameter_type: 'credential', key: 'login', credential_id: login },
          { parameter_type: 'credential', key: 'token', credential_id: token },
        ],
        blocks: [
          {
            ...{ block_type: 'navigation', label: 'post', url: `http://${host}/`, max_steps_per_run: 6 },
            navigation_goal: 'Post a comment.',
            parameter_keys: ['login', 'token'],
          },
          // A script is learned from this one: of the other, nothing shows what the password was for.
          {
            ...{ block_type: 'navigation', label: 'again', url: `http://${host}/`, max_steps_per_run: 6 },
            navigation_goal: 'Post a comment.',
            parameter_keys: ['token'],
          },
        ],
      },
    },
  });
  const { body: started } = await call('/v1/run/workflows', { workflow_id: workflow.workflow_permanent_id });
  const run = await service.finished(started.run_id);
  expect({ status: run.status, reason: run.failure_reason }).toEqual({ status: 'completed', reason: null });
  expect(got).toContain(canaries.secret);
  expect(got).not.toContain(canaries.password);

  const kinds = async () =>
    (await call(`/v1/runs/${started.run_id}/artifacts?page_size=1000`)).body.map(
      ({ artifact_type: kind }: { artifact_type: string }) => kind,
    );
  // Recordings are stored when the browser is closed.
  await expect.poll(kinds, { interval: 200 }).toContain('har');
  expect(await kinds()).toContain('script_file');
  const timeline = (await call(`/v1/runs/${started.run_id}/timeline`)).body;
  const texts: [string, Buffer][] = [
    ['record', Buffer.from(JSON.stringify(run))],
    ['timeline', Buffer.from(JSON.stringify(timeline))],
    ['prompts', Buffer.from(JSON.stringify(model.requests.map(({ body, answer }) => [body, answer])))],
  ];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    texts.push([path, await readFile(path).catch(() => Buffer.alloc(0))]);
  }
  const found = texts.flatMap(([place, bytes]) =>
    Object.entries(canaries).flatMap(([name, value]) =>
      formsOf(value).flatMap((form) => (bytes.includes(form) ? [`${name} in ${place}: ${form}`] : [])),
    ),
  );
  expect(found).toEqual([]);
});

/** A value as it is, and as encodings write it. */
function formsOf(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  return [
    ...[value, json, JSON.stringify(json).slice(1, -1), encodeURIComponent(value)],
    new URLSearchParams({ v: value }).toString().slice(2),
    value.replaceAll('"', '&quot;'),
    Buffer.from(value).toString('base64').replace(/=+$/, '').slice(0, -1),
  ];
}
