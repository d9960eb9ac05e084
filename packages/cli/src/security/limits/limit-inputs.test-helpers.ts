import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { patient, type TestService } from '../../service.test-helpers.ts';

/** An input as large as a limit admits, or larger, so that the limit has to refuse it. */
export interface LimitInput {
  readonly name: string;
  /** Sends it, and returns what came of it in a few words. */
  send(service: TestService, site: AnswerSite): Promise<string>;
}

/** A server on loopback that answers with large bodies. */
export interface AnswerSite {
  readonly host: string;
  close(): void;
}

const finals = ['completed', 'failed', 'terminated', 'timed_out', 'canceled'];
const json = (value: unknown) => JSON.stringify(value);
const mib = 2 ** 20;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const members = (count: number) => Object.fromEntries(numbers(count).map((index) => [`k${index}`, index]));

/** Bodies of the site by path. */
const answers: Readonly<Record<string, () => string>> = {
  '/names': () => json(members(19_990)),
  '/members': () => json(members(500_000)),
  '/rows': () =>
    json(
      numbers(33_000).map((id) => ({
        id,
        name: `name ${id}`,
        price: id / 3,
        sold: true,
        city: 'Rome'.repeat(40),
        tags: ['a', 'b'],
        note: null,
      })),
    ),
  '/texts': () => json(numbers(390_000).map((index) => `text ${index} of a list`)),
  '/text': () => json('ab cd '.repeat(1_700_000)),
  '/marks': () => json('**** … '.repeat(1_000_000)),
  '/anchors': () => json('a4f '.repeat(2_500_000)),
  '/deep': () => `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`,
  '/lists': () => json(numbers(99_000).map(() => [[], {}])),
  '/csv': () =>
    numbers(1_000_000)
      .map((index) => `c${index}`)
      .join(','),
};

export async function answerSite(): Promise<AnswerSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    response.setHeader('content-type', pathname === '/csv' ? 'text/csv' : 'application/json');
    response.end(answers[pathname]?.() ?? '"ok"');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Saves and runs a workflow; the status of the run, with the size of its record. */
async function run(
  service: TestService,
  blocks: readonly object[],
  { parameters = [], values = {} }: { parameters?: readonly object[]; values?: object } = {},
): Promise<string> {
  const json_definition = { workflow_definition: { parameters, blocks } };
  const saved = await service.call('/v1/workflows', { json_definition });
  if (saved.status !== 200) return `${saved.status} ${json(saved.body).slice(0, 80)}`;
  const started = await service.call('/v1/run/workflows', {
    workflow_id: saved.body.workflow_permanent_id,
    parameters: values,
  });
  if (started.status !== 200) return `${started.status} ${json(started.body).slice(0, 80)}`;
  let record: any;
  await expect
    .poll(async () => {
      record = (await service.call(`/v1/runs/${started.body.run_id}`)).body;
      return record.status;
    }, patient)
    .toSatisfy((status: string) => finals.includes(status));
  await service.call(`/v1/runs/${started.body.run_id}/timeline`);
  return `${record.status} ${String(record.failure_reason ?? '').slice(0, 90)}`;
}

const post = async (service: TestService, path: string, body: unknown): Promise<string> => {
  const answer = await service.call(path, body);
  return `${answer.status} ${json(answer.body).slice(0, 80)}`;
};

const request = (site: AnswerSite, path: string, label = 'get') => ({
  block_type: 'http_request',
  label,
  url: `http://${site.host}${path}`,
});
const code = (source: string, label = 'compute') => ({ block_type: 'code', label, code: source });
const send = (site: AnswerSite, body: unknown) => ({ ...request(site, '/'), method: 'POST', body });
const loop = (block: object) => ({
  block_type: 'for_loop',
  label: 'l',
  loop_variable_reference: 'range(100)',
  loop_blocks: [block],
});
const busyTemplate = '{% for a in range(1000) %}{% for b in range(1000) %}{% endfor %}{% endfor %}';
const longTemplate = "{% for a in range(1000) %}{{ 'x' * 1000 }}{% endfor %}";
/** The inputs of the test of limits, by the limit that they reach. */
export const limitInputs: readonly LimitInput[] = [
  {
    name: 'request of 10 MiB: one text',
    send: (service) =>
      post(service, '/v1/run/workflows', {
        workflow_id: 'wpid_1',
        parameters: { a: 'x'.repeat(10 * mib - 100) },
      }),
  },
  {
    name: 'request of 9 MB: 600,000 members',
    send: (service) =>
      post(service, '/v1/run/workflows', { workflow_id: 'wpid_1', parameters: members(600_000) }),
  },
  {
    name: 'request of 10 MiB: unknown members at the root',
    send: (service) => post(service, '/v1/run/workflows', members(600_000)),
  },
  {
    name: 'request of 2,000 levels',
    send: (service) => post(service, '/v1/run/tasks', { prompt: 'x', data_extraction_schema: nested(2000) }),
  },
  {
    name: 'request of 10 MiB: list of objects',
    send: (service) =>
      post(service, '/v1/run/tasks', {
        prompt: 'x',
        data_extraction_schema: numbers(300_000).map(() => ({ a: [1] })),
      }),
  },
  {
    name: 'definition of 1 MiB: 1,000 blocks',
    send: (service) =>
      post(service, '/v1/workflows', {
        json_definition: {
          workflow_definition: {
            parameters: [],
            blocks: numbers(1000).map((index) => code('return 1;'.padEnd(900), `b${index}`)),
          },
        },
      }),
  },
  {
    name: 'definition of 1 MiB: 1,000 programs in TypeScript',
    send: (service) =>
      post(service, '/v1/workflows', {
        json_definition: {
          workflow_definition: {
            parameters: [],
            blocks: numbers(1000).map((index) => ({
              ...code('const a: number = 1;'.repeat(40), `b${index}`),
              language: 'typescript',
            })),
          },
        },
      }),
  },
  {
    name: 'definition of 1 MiB: template of 900 kB',
    send: (service) =>
      post(service, '/v1/workflows', {
        json_definition: {
          workflow_definition: {
            parameters: [],
            blocks: [
              { ...code('return 1', 'a') },
              {
                block_type: 'http_request',
                label: 'b',
                url: 'http://x.example',
                body: '{{ a }}'.repeat(130_000),
              },
            ],
          },
        },
      }),
  },
  {
    name: 'definition of 1 MiB: schema of 15,000 members',
    send: (service) =>
      post(service, '/v1/workflows', {
        json_definition: {
          workflow_definition: {
            parameters: [],
            blocks: [
              {
                block_type: 'text_prompt',
                label: 'b',
                prompt: 'x',
                json_schema: {
                  type: 'object',
                  properties: Object.fromEntries(
                    numbers(15_000).map((index) => [`k${index}`, { type: 'string' }]),
                  ),
                },
              },
            ],
          },
        },
      }),
  },
  {
    name: 'definition of 1 MiB: default value of 19,000 members',
    send: (service) =>
      post(service, '/v1/workflows', {
        json_definition: {
          workflow_definition: {
            parameters: [
              {
                parameter_type: 'workflow',
                key: 'a',
                workflow_parameter_type: 'json',
                default_value: members(19_000),
              },
            ],
            blocks: [code('return 1')],
          },
        },
      }),
  },
  {
    name: 'parameter of 9 MB: one text, printed',
    send: (service) =>
      run(service, [{ ...code('return p.length'), parameter_keys: ['p'] }], {
        parameters: [{ parameter_type: 'workflow', key: 'p', workflow_parameter_type: 'string' }],
        values: { p: 'ab '.repeat(3 * mib) },
      }),
  },
  {
    name: 'parameter of 199,000 items',
    send: (service) =>
      run(service, [{ ...code('return 1'), parameter_keys: ['p'] }], {
        parameters: [{ parameter_type: 'workflow', key: 'p', workflow_parameter_type: 'json' }],
        values: { p: numbers(199_000) },
      }),
  },
  ...['/names', '/members', '/rows', '/texts', '/text', '/marks', '/anchors', '/deep', '/lists'].map(
    (path): LimitInput => ({
      name: `response of 10 MiB: ${path.slice(1)}`,
      send: (service, site) => run(service, [request(site, path)]),
    }),
  ),
  ...['/rows', '/texts', '/text', '/anchors'].map(
    (path): LimitInput => ({
      name: `response of 10 MiB with secrets: ${path.slice(1)}`,
      send: async (service, site) => {
        const { body } = await service.call('/v1/credentials', {
          name: 'limit',
          credential_type: 'password',
          credential: { username: 'somebody', password: 'a4f'.repeat(160) },
        });
        return run(service, [request(site, path)], {
          parameters: [{ parameter_type: 'credential', key: 'login', credential_id: body.credential_id }],
        });
      },
    }),
  ),
  {
    name: 'response of 10 MiB, used ten times',
    send: (service, site) =>
      run(service, [
        request(site, '/texts'),
        ...numbers(10).map((index) => ({
          ...request(site, '/', `again_${index}`),
          body: '{{ get_output.response_body }}',
          method: 'POST',
        })),
      ]),
  },
  {
    name: 'responses of 10 MiB in 100 iterations',
    send: (service, site) => run(service, [loop(request(site, '/text'))]),
  },
  {
    name: 'template of 2M steps in 1,000 body fields',
    send: (service, site) =>
      run(service, [
        send(site, Object.fromEntries(numbers(1000).map((index) => [`k${index}`, busyTemplate]))),
      ]),
  },
  {
    name: 'template of 2M steps in 100 branches',
    send: (service) =>
      run(service, [
        {
          block_type: 'conditional',
          label: 'c',
          branch_conditions: [
            ...numbers(100).map(() => ({
              criteria: { criteria_type: 'jinja2_template', expression: `${busyTemplate}{{ false }}` },
              next_block_label: 'd',
            })),
            { is_default: true, next_block_label: 'd' },
          ],
        },
        code('return 1', 'd'),
      ]),
  },
  {
    name: 'template of 2M steps in 100 iterations',
    send: (service, site) => run(service, [loop(send(site, busyTemplate))]),
  },
  {
    name: '32 templates that print 1 MB each',
    send: (service, site) =>
      run(service, [send(site, Object.fromEntries(numbers(32).map((index) => [`k${index}`, longTemplate])))]),
  },
  {
    name: 'program: output of 16 MiB, one text',
    send: (service) => run(service, [code("return 'ab '.repeat(5 * 1024 * 1024)")]),
  },
  {
    name: 'program: output of 300,000 members',
    send: (service) =>
      run(service, [code('const o = {}; for (let i = 0; i < 300000; i += 1) o["k" + i] = i; return o;')]),
  },
  {
    name: 'program: output of 1,000,000 items',
    send: (service) => run(service, [code('return Array.from({ length: 1000000 }, (_, i) => i)')]),
  },
  {
    name: 'loop over 100 values of 90 kB',
    send: (service) =>
      run(service, [
        code('return Array.from({ length: 100 }, (_, i) => String(i).repeat(45000))', 'list'),
        {
          block_type: 'for_loop',
          label: 'l',
          loop_variable_reference: 'list_output',
          loop_blocks: [code('return current_value', 'each')],
        },
      ]),
  },
  {
    name: 'CSV of 1,000,000 columns',
    send: (service, site) =>
      run(service, [
        { block_type: 'file_url_parser', label: 'f', file_url: `http://${site.host}/csv`, file_type: 'csv' },
      ]),
  },
];

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
