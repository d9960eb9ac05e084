import { defineBlock, Type } from '@runwright/contract';
import { egressPolicy } from '@runwright/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Service } from '../two-organizations.test-helpers.ts';

const executed: { type: string; config: Record<string, unknown> }[] = [];
const block = (type: string) =>
  defineBlock({
    type,
    config: Type.Partial(
      Type.Object({
        url: Type.String(),
        navigation_goal: Type.String(),
        max_steps_per_run: Type.Integer(),
        download_timeout: Type.Number(),
        download_suffix: Type.String(),
        may_choose_start: Type.Boolean(),
        parameter_keys: Type.Array(Type.String()),
      }),
    ),
    output: Type.Object({}),
    run: async (config) => {
      executed.push({ type, config: config as Record<string, unknown> });
      return {};
    },
  });
let service: Service;
let organizationId: string;
let cards: string;
let login: string;
beforeAll(async () => {
  const egress = egressPolicy({ lookup: async () => [{ address: '93.184.215.14', family: 4 }] });
  service = await openService({ blocks: [block('login'), block('file_download')], drivers: { egress } });
  organizationId = service.organizationId;
  const { credentials } = service.engine;
  const stored = await credentials.create(organizationId, {
    name: 'Shop',
    credential_type: 'password',
    credential: { username: 'ann', password: 'pw', totp_type: 'email', totp_identifier: 'ann@shop.test' },
  });
  login = stored.credential_id;
  const card = await credentials.create(organizationId, {
    name: 'Card',
    credential_type: 'credit_card',
    credential: {
      card_number: '4111111111111111',
      card_cvv: '123',
      card_exp_month: '12',
      card_exp_year: '2030',
      card_brand: 'visa',
      card_holder_name: 'Ann',
    },
  });
  cards = card.credential_id;
  await service.engine.start();
});
afterAll(() => service.close());

const post = async (kind: 'login' | 'download_files', body: object, call = service.call) => {
  const { status, body: answered } = await call('POST', `/v1/run/tasks/${kind}`, body);
  return { status, body: answered };
};
/** Starts a run, waits for its end, and returns its record at the start and what its block was given. */
const finish = async (kind: 'login' | 'download_files', body: object) => {
  const { status, body: record } = await post(kind, body);
  expect([status, record.detail]).toEqual([200, undefined]);
  const run = await service.engine.runs.finished(organizationId, record.run_id);
  expect([run.status, run.failureReason]).toEqual(['completed', null]);
  return { record, run, given: executed.at(-1) };
};
const site = 'https://shop.example/';

describe('a login', () => {
  it('is a run of a workflow of its own, whose request names that workflow', async () => {
    const { record, run, given } = await finish('login', {
      credential_type: 'service',
      credential_id: login,
      url: site,
      prompt: 'Use {{ braces }}',
      max_screenshot_scrolling_times: 3,
      titel: 'unknown',
    });
    expect(record).toMatchObject({
      run_id: expect.stringMatching(/^wr_/),
      run_type: 'workflow_run',
      max_screenshot_scrolls: 3,
      run_request: {
        workflow_id: run.workflowPermanentId,
        credential_type: 'service',
        credential_id: login,
        url: site,
        max_screenshot_scrolls: 3,
      },
    });
    expect(record.run_request).not.toHaveProperty('titel');
    expect(record.run_request.totp_identifier).toBeNull();
    expect(given).toMatchObject({
      type: 'login',
      config: {
        url: site,
        navigation_goal: 'Use {{ braces }}',
        max_steps_per_run: 10,
        parameter_keys: ['credential'],
      },
    });
    expect([run.title, run.settings.proxyLocation]).toEqual(['Login', 'RESIDENTIAL']);
    const { draft } = await service.engine.workflows.get(organizationId, run.workflowPermanentId);
    expect(draft).toMatchObject({ title: 'Login', status: 'auto_generated' });
    expect(draft.workflow_definition.blocks).toMatchObject([{ label: 'login' }]);
  });

  it('waits for codes of the identifier of its credential, unless it names one', async () => {
    const body = { credential_type: 'service', credential_id: login, url: site };
    expect((await finish('login', body)).run.settings.totpIdentifier).toBe('ann@shop.test');
    const own = await finish('login', { ...body, totp_identifier: 'desk@shop.test' });
    expect(own.run.settings.totpIdentifier).toBe('desk@shop.test');
  });

  it.each([
    ['service', 'credential_id'],
    ['password_manager_a', 'password_manager_a_item_id'],
    ['password_manager_b', 'password_manager_b_vault_id', 'password_manager_b_item_id'],
    ['cloud_vault', 'cloud_vault_name', 'cloud_vault_username_key', 'cloud_vault_password_key'],
  ])('of the source %s needs its members', async (credential_type, ...names) => {
    const { status, body } = await post('login', { credential_type, url: site });
    expect(status).toBe(422);
    expect(body.detail).toMatchObject(names.map((name) => ({ loc: ['body', name], type: 'missing' })));
  });

  it.each([
    ['password_manager_a', { password_manager_a_item_id: 'i' }],
    ['password_manager_b', { password_manager_b_vault_id: 'v', password_manager_b_item_id: 'i' }],
    ['cloud_vault', { cloud_vault_name: 'v', cloud_vault_username_key: 'u', cloud_vault_password_key: 'p' }],
  ])('of the source %s is refused when the host has not configured it', async (credential_type, members) => {
    expect(await post('login', { credential_type, url: site, ...members })).toEqual({
      status: 400,
      body: { detail: `Credential source ${credential_type} is not configured` },
    });
  });

  it('with an unknown credential, or one that is no password, is refused', async () => {
    const body = { credential_type: 'service', url: site };
    expect(await post('login', { ...body, credential_id: 'cred_1' })).toEqual({
      status: 404,
      body: { detail: 'Credential cred_1 not found' },
    });
    const { status, body: refused } = await post('login', { ...body, credential_id: cards });
    expect([status, refused.detail]).toEqual([400, expect.stringContaining('credit_card')]);
  });

  it.each([
    [{ credential_type: 'paper', url: site }, 'credential_type', 'enum'],
    [{ url: site }, 'credential_type', 'missing'],
    [{ credential_type: 'service', credential_id: 'c' }, 'url', 'value_error'],
    [
      { credential_type: 'password_manager_a', password_manager_a_collection_id: 'c', prompt: 'Sign in' },
      'url',
      'value_error',
    ],
    [
      { credential_type: 'service', credential_id: 'c', url: site, max_screenshot_scrolling_times: 1001 },
      'max_screenshot_scrolling_times',
      'less_than_equal',
    ],
  ])('%j is refused at %s', async (body, name, type) => {
    const { status, body: refused } = await post('login', body);
    expect([status, refused.detail]).toMatchObject([422, [{ loc: ['body', name], type }]]);
  });
});

describe('a download', () => {
  it('is a run of a workflow of its own with the limits of the request', async () => {
    const { record, run, given } = await finish('download_files', {
      navigation_goal: 'The invoice of May',
      url: site,
      download_suffix: '-may',
      download_timeout: 30.5,
      max_steps_per_run: 4,
    });
    expect(record).toMatchObject({
      run_type: 'workflow_run',
      run_request: { workflow_id: expect.stringMatching(/^wpid_/), download_suffix: '-may' },
    });
    expect(run.title).toBe('File Download');
    expect(given).toMatchObject({
      type: 'file_download',
      config: { download_suffix: '-may', download_timeout: 30.5, max_steps_per_run: 4, url: site },
    });
  });

  it('has 10 steps and 600 seconds, and chooses its start page when it has no address', async () => {
    const { given } = await finish('download_files', {
      navigation_goal: 'The invoice of May at shop.example',
    });
    expect(given?.config).toMatchObject({
      max_steps_per_run: 10,
      download_timeout: 600,
      may_choose_start: true,
    });
    expect(given?.config).not.toHaveProperty('url');
  });

  it.each([
    [{ url: site }, 'navigation_goal', 'missing'],
    [{ navigation_goal: ' ' }, 'navigation_goal', 'value_error'],
    [{ navigation_goal: 'x', download_timeout: 0 }, 'download_timeout', 'value_error'],
    [{ navigation_goal: 'x', max_steps_per_run: 0 }, 'max_steps_per_run', 'greater_than_equal'],
    [{ navigation_goal: 'x', webhook_url: 'ftp://a.test' }, 'webhook_url', 'value_error'],
  ])('%j is refused at %s', async (body, name, type) => {
    const { status, body: refused } = await post('download_files', body);
    expect([status, refused.detail]).toMatchObject([422, [{ loc: ['body', name], type }]]);
  });
});

it('the credential of another organization is refused as an unknown one is', async () => {
  const body = (credential_id: string) => ({ credential_type: 'service', url: site, credential_id });
  const foreign = await post('login', body(login), service.rivalCall);
  expect(foreign).toEqual({ status: 404, body: { detail: `Credential ${login} not found` } });
});
