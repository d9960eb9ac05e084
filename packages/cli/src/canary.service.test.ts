import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type AnyService, inProcessService, soon } from './in-process-service.test-helpers.ts';
import { exitOf, patient, testService } from './service.test-helpers.ts';

const finals = ['completed', 'failed', 'terminated', 'timed_out', 'canceled'];

/** What must be found nowhere. Quotes, signs and blanks are what encodings change. */
const canaries = {
  password: 'C4nary+pw/"quoted"&<tag> 1',
  totp: 'CANARYCANARYCANA',
  secret: 'c4nary-secret-value',
  parameter: "c4nary'parameter=\\2",
  user: 'canary.user@shop.test',
  response: 'c4nary "granted"/token+1',
};

let world: Server;
let host: string;
/** What the outside world got: there, and only there, the values arrive. */
let got: string;

beforeEach(async () => {
  got = '';
  // It repeats what it gets, in the answer's body and headers; its model repeats its prompt and guesses the secret.
  world = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const heard = `${request.url} ${JSON.stringify(request.headers)} ${body}`;
    got += heard;
    const content = request.url?.includes('/chat/completions')
      ? {
          model: 'm',
          choices: [
            { message: { content: JSON.stringify({ heard, leak: canaries.secret }) }, finish_reason: 'stop' },
          ],
        }
      : {
          heard,
          basic: request.headers.authorization,
          url: request.url,
          ...(request.url === '/grant' ? { data: { tokens: [canaries.response] } } : {}),
        };
    response.writeHead(request.url?.startsWith('/missing') ? 404 : 200, {
      'content-type': 'application/json',
      'x-echo': encodeURIComponent(heard).slice(0, 4_000),
    });
    response.end(JSON.stringify(content));
  });
  world.listen(0, '127.0.0.1');
  await once(world, 'listening');
  host = `127.0.0.1:${(world.address() as AddressInfo).port}`;
});
afterEach(() => {
  world.closeAllConnections();
  world.close();
});

/** A service whose data folder and prints are searched. */
interface Searched {
  readonly service: AnyService;
  printed(): string;
  /** Ends a process at once, so that what it has written is looked at as it is. */
  halt(): Promise<void>;
}

/** What the service writes to standard error is seen, and not what its log writes to the file descriptor. */
async function openHere(variables: Readonly<Record<string, string>>): Promise<Searched> {
  let text = '';
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((bytes) => {
    text += String(bytes);
    return true;
  });
  onTestFinished(() => spy.mockRestore());
  const service = await inProcessService(variables);
  await service.start();
  return { service, printed: () => text, halt: async () => undefined };
}

async function openChild(variables: Readonly<Record<string, string>>): Promise<Searched> {
  const service = await testService(variables);
  const child = await service.start();
  return { service, printed: service.printed, halt: async () => void (await exitOf(child, 'SIGKILL')) };
}

const places = [
  { place: 'in this process', options: {}, poll: soon, open: openHere },
  { place: 'in a process that is killed', options: { tags: ['extended'] }, poll: patient, open: openChild },
];
for (const { place, options, poll, open } of places)
  it(
    `secrets of a credential, of a parameter and of an answer are found nowhere but at their destination, ${place}`,
    options,
    async () => {
      const { service, printed, halt } = await open({
        RUNWRIGHT_ALLOWED_HOSTS: host,
        RUNWRIGHT_SECRET_CANARY: canaries.parameter,
        OPENAI_API_KEY: 'none',
        OPENAI_BASE_URL: `http://${host}/v1`,
      });
      onTestFinished(() => service.close());
      const call: Call = async (path, body) => (await service.call(path, body)).body;
      const login = await call('/v1/credentials', {
        name: 'Shop',
        credential_type: 'password',
        credential: { username: canaries.user, password: canaries.password, totp: canaries.totp },
      });
      const token = await call('/v1/credentials', {
        name: 'Token',
        credential_type: 'secret',
        credential: { secret_value: canaries.secret },
      });
      const http = (label: string, members: object) => ({
        block_type: 'http_request',
        label,
        parameter_keys: ['login', 'token', 'parameter'],
        continue_on_failure: true,
        ...members,
      });
      const workflow = await call('/v1/workflows', {
        json_definition: {
          workflow_definition: {
            version: 1,
            parameters: [
              { parameter_type: 'workflow', key: 'login', workflow_parameter_type: 'credential_id' },
              { parameter_type: 'credential', key: 'token', credential_id: token.credential_id },
              { parameter_type: 'aws_secret', key: 'parameter', aws_key: 'canary' },
            ],
            blocks: [
              http('sends', {
                method: 'POST',
                url: `http://${host}/login?token={{ token.secret_value }}`,
                headers: { 'x-parameter': '{{ parameter }}' },
                body: {
                  user: '{{ login.username }}',
                  deep: ['{{ login.password }}'],
                  code: '{{ login.totp }}',
                },
              }),
              http('misses', { url: `http://${host}/missing/{{ parameter }}?p={{ login.password }}` }),
              http('is_refused', {
                url: 'http://10.0.0.1/?p={{ login.password }}&t={{ token.secret_value }}',
              }),
              http('repeats', { method: 'POST', url: `http://${host}/again`, body: '{{ sends_output }}' }),
              http('is_granted', { url: `http://${host}/grant`, secret_response_paths: ['data.tokens.0'] }),
              http('uses', {
                method: 'POST',
                url: `http://${host}/use?t={{ is_granted_output.body.data.tokens[0] }}`,
                body: { granted: '{{ is_granted_output.response_body.data.tokens[0] }}' },
              }),
              http('wants_another', { url: `http://${host}/grant`, secret_response_paths: ['data.token'] }),
              {
                block_type: 'code',
                label: 'programs',
                parameter_keys: ['login', 'parameter'],
                continue_on_failure: true,
                code: `
              const answer = await fetch('http://${host}/code', { method: 'POST', body: { p: login.password, q: parameter } });
              const text = await answer.text();
              console.log('heard', text);
              throw new Error('gave up after ' + text);`,
              },
              {
                block_type: 'http_request',
                label: 'does_not_declare',
                method: 'POST',
                url: `http://${host}/stolen`,
                body: '{{ sends_output }}',
                continue_on_failure: true,
              },
            ],
          },
        },
      });
      const { run_id: runId } = await call('/v1/run/workflows', {
        workflow_id: workflow.workflow_permanent_id,
        parameters: { login: login.credential_id },
        webhook_url: `http://${host}/webhook`,
      });
      const run = await finished(call, runId, poll);
      expect(run.status).toBe('completed');
      const asked = await call('/v1/run/workflows', {
        workflow_id: await promptWorkflow(call, token.credential_id),
        webhook_url: `http://${host}/webhook`,
      });
      const failed = await finished(call, asked.run_id, poll);
      expect(failed.status).toBe('failed');
      await expect
        .poll(() => got.split('"/webhook').length + got.split('/webhook ').length, poll)
        .toBeGreaterThan(3);

      // The values did arrive where they were sent: else nothing would be proved.
      const sent = got.split('/webhook ')[0] ?? '';
      expect(sent).toContain(JSON.stringify(canaries.password).slice(1, -1));
      expect(sent).toContain(canaries.parameter.replace('\\', '\\\\'));
      expect(sent).toContain(encodeURIComponent(canaries.secret));
      expect(sent).toMatch(/"code":"\d{6}"/);
      expect(sent).toContain(JSON.stringify({ granted: canaries.response }));
      expect(got).not.toContain('/stolen');

      const told = [run, failed];
      const keptBodies: string[] = [];
      for (const id of [runId, asked.run_id]) {
        told.push(await call(`/v1/runs/${id}/timeline`), await call(`/v1/runs/${id}/artifacts`));
        const deliveries = `/v1/runs/${id}/webhook_deliveries`;
        for (const { delivery_id } of await call(deliveries)) {
          const delivery = await call(`${deliveries}/${delivery_id}`);
          keptBodies.push(delivery.request.body);
          told.push(delivery);
        }
      }
      // The first run repeats what it sent, with its one-time code: masked in the body that is kept.
      expect(keptBodies).toHaveLength(2);
      expect(keptBodies[0]).toMatch(/code[\\"]+:[\\"]+\*{5}/);
      expect(keptBodies[0]).not.toMatch(/code[\\"]+:[\\"]+\d{6}/);
      await halt();
      const webhooks = got.split('/webhook ').slice(1).join('\n');
      const places = new Map([
        ['answers of the service', Buffer.from(JSON.stringify(told))],
        ['webhooks', Buffer.from(webhooks)],
        ['what it printed', Buffer.from(printed())],
        ...(await filesIn(service.folder)),
      ]);
      expect([...places.keys()].some((name) => name.endsWith('-wal'))).toBe(true);
      expect([...places.keys()].filter((name) => name.includes('/artifacts/')).length).toBeGreaterThan(3);
      const found = [...places].flatMap(([place, bytes]) =>
        Object.entries(canaries).flatMap(([name, value]) =>
          formsOf(value).flatMap(([form, text]) =>
            bytes.includes(text) ? [`${name} (${form}) in ${place}`] : [],
          ),
        ),
      );
      expect(found).toEqual([]);
    },
  );

type Call = (path: string, body?: unknown) => Promise<any>;

/** A workflow that hands a secret to a model, which fails. */
async function promptWorkflow(call: Call, credentialId: string): Promise<string> {
  const workflow = await call('/v1/workflows', {
    json_definition: {
      workflow_definition: {
        parameters: [{ parameter_type: 'credential', key: 'token', credential_id: credentialId }],
        blocks: [
          {
            block_type: 'conditional',
            label: 'asks',
            branch_conditions: [
              {
                criteria: { criteria_type: 'prompt', expression: 'is {{ token.secret_value }} a good one?' },
                next_block_label: null,
              },
            ],
          },
        ],
      },
    },
  });
  return workflow.workflow_permanent_id;
}

async function finished(call: Call, runId: string, poll: typeof soon): Promise<any> {
  await expect
    .poll(async () => (await call(`/v1/runs/${runId}`)).status, poll)
    .toSatisfy((status: string) => finals.includes(status));
  return call(`/v1/runs/${runId}`);
}

/** A value as it is, and as encodings write it. */
function formsOf(value: string): readonly (readonly [form: string, text: string | Buffer])[] {
  const json = JSON.stringify(value).slice(1, -1);
  const html = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return [
    ['plain', value],
    ['JSON', json],
    ['JSON in JSON', JSON.stringify(json).slice(1, -1)],
    ['percent-encoded', encodeURIComponent(value)],
    ['form', new URLSearchParams({ v: value }).toString().slice(2)],
    ['HTML', html],
    ['base64', Buffer.from(value).toString('base64').replace(/=+$/, '').slice(0, -1)],
    ['hexadecimal', Buffer.from(value).toString('hex')],
    ['UTF-16', Buffer.from(value, 'utf16le')],
  ];
}

async function filesIn(root: string): Promise<readonly (readonly [name: string, bytes: Buffer])[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path, await readFile(path)] as const;
      }),
  );
}
