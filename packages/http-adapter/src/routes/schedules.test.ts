import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openService, type Service } from '../two-organizations.test-helpers.ts';

let service: Service;
let workflow: string;
beforeEach(async () => {
  service = await openService();
  const { body } = await service.call('POST', '/v1/workflows', {
    json_definition: { workflow_definition: { blocks: [] } },
  });
  workflow = body.workflow_permanent_id;
});
afterEach(() => service.close());

const create = async (body: object = {}) =>
  service.call('POST', `/v1/workflows/${workflow}/schedules`, { cron: '0 9 * * 1-5', ...body });

it('a schedule is created with its defaults, and read', async () => {
  const { status, body } = await create();
  expect(status).toBe(200);
  expect(body).toEqual({
    schedule_id: expect.stringMatching(/^sch_\d{19,}$/),
    organization_id: service.organizationId,
    workflow_permanent_id: workflow,
    name: null,
    cron: '0 9 * * 1-5',
    timezone: 'UTC',
    parameters: {},
    run_options: {},
    enabled: true,
    starting_deadline_seconds: null,
    next_run_at: expect.stringMatching(/T09:00:00\.000Z$/),
    last_run_id: null,
    last_run_at: null,
    last_error: null,
    created_at: expect.stringMatching(/Z$/),
    modified_at: body.created_at,
  });
  expect(await service.call('GET', `/v1/schedules/${body.schedule_id}`)).toMatchObject({ status: 200, body });
});

it('a schedule keeps what runs are started with, and shows no header that signs somebody in', async () => {
  const run_options = { title: 'T', extra_http_headers: { Authorization: 'Bearer x', 'x-trace': '1' } };
  const { body } = await create({
    parameters: { city: 'Bern' },
    run_options,
    timezone: 'Europe/Berlin',
    name: 'N',
  });
  expect(body).toMatchObject({
    name: 'N',
    timezone: 'Europe/Berlin',
    parameters: { city: 'Bern' },
    run_options: { title: 'T', extra_http_headers: { Authorization: '[secret]', 'x-trace': '1' } },
  });
  const row = await service.store.schedules.get(service.organizationId, body.schedule_id);
  expect(row?.runOptions).toEqual(run_options);
  expect(row?.apiKeyId).toMatch(/^key_/);
});

it('what cannot be used is refused at its place', async () => {
  const refused = async (body: object) => {
    const answer = await create(body);
    return [answer.status, ...answer.body.detail.map((item: any) => `${item.loc.join('.')} ${item.type}`)];
  };
  expect(await refused({ cron: undefined })).toEqual([422, 'body.cron missing']);
  expect(await refused({ cron: null })).toEqual([422, 'body.cron string_type']);
  expect(await refused({ cron: '* * * * * *', timezone: 'Mars' })).toEqual([
    422,
    'body.cron value_error',
    'body.timezone value_error',
  ]);
  expect(await refused({ enabled: 'yes' })).toEqual([422, 'body.enabled bool_type']);
  expect(await refused({ run_options: { webhook_url: 'ftp://x', max_screenshot_scrolls: 1 } })).toEqual([
    422,
    'body.run_options.webhook_url value_error',
  ]);
  expect(await refused({ run_options: { run_with: 'magic' } })).toEqual([
    422,
    'body.run_options.run_with enum',
  ]);
  expect((await service.call('GET', '/v1/schedules')).body).toEqual([]);
});

it('a change replaces what it names, and null is the default', async () => {
  const { body } = await create({ name: 'N', parameters: { a: 1 }, timezone: 'Europe/Berlin' });
  const patch = async (change: object) =>
    (await service.call('PATCH', `/v1/schedules/${body.schedule_id}`, change)).body;
  expect(await patch({ cron: '30 9 * * *' })).toMatchObject({
    cron: '30 9 * * *',
    name: 'N',
    parameters: { a: 1 },
    timezone: 'Europe/Berlin',
    next_run_at: expect.stringContaining(':30:00.000Z'),
  });
  expect(await patch({ enabled: false })).toMatchObject({ enabled: false, next_run_at: null });
  expect(
    await patch({
      name: null,
      parameters: null,
      timezone: null,
      enabled: null,
      starting_deadline_seconds: null,
    }),
  ).toMatchObject({
    name: null,
    parameters: {},
    timezone: 'UTC',
    enabled: true,
    next_run_at: expect.stringMatching(/T09:30:00\.000Z$/),
  });
  const answer = await service.call('PATCH', `/v1/schedules/${body.schedule_id}`, { cron: 'never' });
  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'cron'] }] } });
});

it('schedules are listed newest first, in pages, of a workflow or of all', async () => {
  const first = (await create()).body.schedule_id;
  const second = (await create()).body.schedule_id;
  const ids = async (path: string) =>
    (await service.call('GET', path)).body.map((item: { schedule_id: string }) => item.schedule_id);
  expect(await ids(`/v1/workflows/${workflow}/schedules`)).toEqual([second, first]);
  expect(await ids(`/v1/agents/${workflow}/schedules`)).toEqual([second, first]);
  expect(await ids('/v1/schedules')).toEqual([second, first]);
  const page = await service.call('GET', '/v1/schedules?page_size=1');
  expect(page.headers.link).toBe('</v1/schedules?page_size=1&page=2>; rel="next"');
  expect((await service.rivalCall('GET', '/v1/schedules')).body).toEqual([]);
});

it('a deleted schedule is gone, and so are those of a deleted workflow', async () => {
  const [one, two] = [(await create()).body.schedule_id, (await create()).body.schedule_id];
  expect(await service.call('DELETE', `/v1/schedules/${one}`)).toMatchObject({
    status: 204,
    body: undefined,
  });
  expect((await service.call('GET', `/v1/schedules/${one}`)).status).toBe(404);
  await service.call('DELETE', `/v1/workflows/${workflow}`);
  expect((await service.call('GET', `/v1/schedules/${two}`)).status).toBe(404);
});

it("another organization's schedule or workflow answers like an unknown one", async () => {
  const id = (await create()).body.schedule_id;
  for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
    for (const [call, name] of [
      [service.rivalCall, id],
      [service.call, 'sch_404'],
    ] as const) {
      expect(await call(method, `/v1/schedules/${name}`, body), method).toMatchObject({
        status: 404,
        body: { detail: `Schedule ${name} not found` },
      });
    }
  }
  for (const [call, name] of [
    [service.rivalCall, workflow],
    [service.call, 'wpid_404'],
  ] as const) {
    const missing = { status: 404, body: { detail: `Workflow ${name} not found` } };
    expect(await call('GET', `/v1/workflows/${name}/schedules`)).toMatchObject(missing);
    expect(await call('POST', `/v1/workflows/${name}/schedules`, { cron: '* * * * *' })).toMatchObject(
      missing,
    );
  }
});

it('each member of a schedule is set by its creation and changed by PATCH', async () => {
  const given = { name: 'N', timezone: 'Europe/Berlin', parameters: { a: 1 }, enabled: false };
  const members = { ...given, run_options: { title: 'T' }, starting_deadline_seconds: 60 };
  const { body } = await create(members);
  expect(body).toMatchObject({ ...members, next_run_at: null });
  const change = {
    ...{ cron: '0 5 * * *', timezone: 'UTC', name: 'M', parameters: { a: 2 }, enabled: true },
    run_options: { title: 'U' },
    starting_deadline_seconds: 3600,
  };
  const changed = await service.call('PATCH', `/v1/schedules/${body.schedule_id}`, change);
  expect(changed.body).toMatchObject({ ...change, next_run_at: expect.stringMatching(/T05:00/) });
});

it('the next times of a cron expression are told in its time zone, before a schedule is stored', async () => {
  const times = async (query: string) => service.call('GET', `/v1/schedule_times?${query}`);
  const { body } = await times('cron=30%206%20*%20*%20*&timezone=Europe/Berlin');
  const inBerlin = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' },
  });
  const shown = body.times.map((time: string) => inBerlin.format(new Date(time)));
  expect(shown).toEqual(Array.from({ length: 5 }, () => '06:30'));
  expect(body.times).toEqual([...new Set(body.times)].sort());
  expect((await times('cron=0%206%20*%20*%20*&count=2')).body.times).toHaveLength(2);
  for (const [query, name] of [
    ['cron=daily', 'cron'],
    ['cron=0%206%20*%20*%20*&timezone=Mars', 'timezone'],
    ['cron=0%206%20*%20*%20*&count=101', 'count'],
    ['', 'cron'],
  ] as const) {
    const answer = await times(query);
    expect([query, answer.status, answer.body.detail[0].loc]).toEqual([query, 422, ['query', name]]);
  }
});

describe('what the runs of a schedule are started with', () => {
  const parameters = [
    { parameter_type: 'workflow', key: 'city', workflow_parameter_type: 'string' },
    { parameter_type: 'workflow', key: 'rooms', workflow_parameter_type: 'integer', default_value: 1 },
    { parameter_type: 'workflow', key: 'login', workflow_parameter_type: 'credential_id' },
  ];
  beforeEach(async () => {
    const blocks = [{ block_type: 'wait', label: 'pause', wait_sec: 1 }];
    await service.call('POST', `/v1/workflows/${workflow}`, {
      json_definition: { workflow_definition: { parameters, blocks } },
    });
  });
  const placesOf = ({ status, body }: { status: number; body: any }) => [
    status,
    ...(status === 422 ? body.detail.map(({ loc, type }: any) => `${loc.slice(1).join('.')} ${type}`) : []),
  ];

  it('is checked against its workflow when it is created', async () => {
    expect(placesOf(await create())).toEqual([422, 'parameters.city missing']);
    expect(placesOf(await create({ parameters: { citty: 'Bern', rooms: 'two', login: 'cred_1' } }))).toEqual([
      422,
      'parameters.citty value_error',
      'parameters.city missing',
      'parameters.login value_error',
      'parameters.rooms int_parsing',
    ]);
    const run_options = { block_labels: ['paws'] };
    expect(placesOf(await create({ parameters: { city: 'Bern' }, run_options }))).toEqual([
      422,
      'run_options.block_labels.0 value_error',
    ]);
    expect((await service.call('GET', '/v1/schedules')).body).toEqual([]);
    expect((await create({ parameters: { city: 'Bern', rooms: '2' } })).status).toBe(200);
  });

  it('is checked when it is changed, and stays unchecked when it is not', async () => {
    const { schedule_id: id } = (await create({ parameters: { city: 'Bern' } })).body;
    const patch = (change: object) => service.call('PATCH', `/v1/schedules/${id}`, change);
    expect(placesOf(await patch({ parameters: {} }))).toEqual([422, 'parameters.city missing']);
    expect(placesOf(await patch({ parameters: null }))).toEqual([422, 'parameters.city missing']);
    const required = parameters.map(({ default_value: _, ...parameter }) => parameter);
    await service.call('POST', `/v1/workflows/${workflow}`, {
      json_definition: { workflow_definition: { parameters: required, blocks: [] } },
    });
    expect(placesOf(await patch({ name: 'Daily' }))).toEqual([200]);
    expect(placesOf(await patch({ parameters: { city: 'Ulm' } }))).toEqual([422, 'parameters.rooms missing']);
  });

  it('is reported where the workflow does not use it', async () => {
    const { body } = await create({ parameters: { city: 'Bern', colour: 'red' } });
    expect(body.warnings).toMatchObject([{ code: 'unknown_parameter', path: ['parameters', 'colour'] }]);
    const changed = await service.call('PATCH', `/v1/schedules/${body.schedule_id}`, {
      parameters: { city: 'Bern', rooms: 2, room: 2 },
    });
    expect(changed.body.warnings).toMatchObject([{ suggestion: 'rooms' }]);
    expect((await service.call('GET', `/v1/schedules/${body.schedule_id}`)).body).not.toHaveProperty(
      'warnings',
    );
  });

  it('names no address that may not be reached', async () => {
    const run_options = { webhook_url: 'http://10.0.0.1/', totp_url: 'http://127.0.0.1/' };
    expect(await create({ parameters: { city: 'Bern' }, run_options })).toMatchObject({
      status: 422,
      body: {
        code: 'egress_denied',
        detail: [
          { loc: ['body', 'run_options', 'webhook_url'], type: 'egress_denied' },
          { loc: ['body', 'run_options', 'totp_url'], type: 'egress_denied' },
        ],
      },
    });
  });
});
