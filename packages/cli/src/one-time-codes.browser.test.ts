import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ScriptedEndpoint, scriptedEndpoint } from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InProcessService, inProcessService, key } from './in-process-service.test-helpers.ts';
import {
  type CodeSite,
  codeAt,
  password,
  signInScript,
  startCodeSite,
  totpSecret,
  user,
} from './one-time-codes.test-helpers.ts';
import { sharedBrowser } from './shared-browser.test-helpers.ts';

const viewportHeight = 800;

let site: CodeSite;
let model: ScriptedEndpoint;
let service: InProcessService;
beforeAll(async () => {
  site = await startCodeSite(key);
  model = await scriptedEndpoint({ script: signInScript });
  service = await inProcessService(
    {
      RUNWRIGHT_ALLOWED_HOSTS: site.host,
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
  await site?.[Symbol.asyncDispose]();
});

async function startLogin(credential: object, request: object = {}): Promise<string> {
  site.accepts = () => false;
  const { body } = await service.call('/v1/credentials', {
    name: 'Shop',
    credential_type: 'password',
    credential: { username: user, password, ...credential },
  });
  const started = await service.call('/v1/run/tasks/login', {
    credential_type: 'service',
    credential_id: body.credential_id,
    url: `http://${site.host}/`,
    ...request,
  });
  expect(started).toMatchObject({ status: 200 });
  return started.body.run_id;
}

const timelineOf = async (runId: string) =>
  JSON.stringify((await service.call(`/v1/runs/${runId}/timeline`)).body);

/** Every text that holds one of the codes: answers about the run, artifacts, prompts, and files of the data folder. */
async function placesOf(runId: string, codes: readonly string[]): Promise<readonly string[]> {
  const artifacts = (await service.call(`/v1/runs/${runId}/artifacts?page_size=1000`)).body;
  expect(artifacts.length).toBeGreaterThan(10);
  const texts: (readonly [string, string])[] = [
    ['record', JSON.stringify(await service.finished(runId))],
    ['timeline', await timelineOf(runId)],
    ['artifacts', JSON.stringify(artifacts)],
    ['prompts', JSON.stringify(model.requests.map(({ body, answer }) => [body, answer]))],
    ['pushed codes', JSON.stringify((await service.call('/v1/credentials/totp')).body)],
  ];
  const names = await readdir(service.folder, { recursive: true, withFileTypes: true });
  for (const entry of names.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    texts.push([path, (await readFile(path).catch(() => Buffer.alloc(0))).toString('latin1')]);
  }
  const forms = codes.flatMap((code) => [
    // Inside longer numbers and names, such as ids, the same characters mean nothing.
    new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`),
    new RegExp([...code].map((sign, index) => `d${index + 1}=${sign}`).join('&')),
    new RegExp([...code].map((sign) => `value="${sign}"`).join('[^]{1,200}?')),
  ]);
  return texts.flatMap(([name, text]) => (forms.some((form) => form.test(text)) ? [name] : []));
}

/** Height of the last screenshot of a run, in pixels: a PNG has it in its first chunk. */
async function lastScreenshotHeight(runId: string): Promise<number> {
  const { body } = await service.call(`/v1/runs/${runId}/artifacts?artifact_type=screenshot_final`);
  const bytes = await service.bytes(`/v1/artifacts/${body.at(-1).artifact_id}/content`);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return bytes.readUInt32BE(20);
}

it('a run signs in with a code from the secret of its credential', { tags: ['extended'] }, async () => {
  const before = site.submitted.length;
  const runId = await startLogin({ totp: totpSecret }, { max_screenshot_scrolling_times: 2 });
  site.accepts = (code) => [0, 30_000].some((age) => codeAt(Date.now() - age) === code);
  const run = await service.finished(runId);
  expect(run).toMatchObject({ status: 'completed', failure_reason: null });
  const submitted = site.submitted.slice(before);
  expect(submitted).toHaveLength(1);
  expect(await placesOf(runId, submitted)).toEqual([]);
  expect(await lastScreenshotHeight(runId)).toBe(2 * viewportHeight);
});

it('a run waits for a code, and signs in with the one that is pushed', { tags: ['extended'] }, async () => {
  const before = site.submitted.length;
  const push = async (content: string) =>
    expect(
      (await service.call('/v1/credentials/totp', { totp_identifier: 'Ann@Shop.test', content })).status,
    ).toBe(200);
  await push('OLDCDE');
  const runId = await startLogin({ totp_type: 'email', totp_identifier: user });
  site.accepts = (code) => code === 'K7Q2XW';
  await expect.poll(() => timelineOf(runId), { interval: 200 }).toContain('Waiting for a one-time code');
  expect((await service.call(`/v1/runs/${runId}`)).body.status).toBe('running');
  expect(site.submitted.length).toBe(before);
  // The page rejects the first one, so that another one is waited for.
  await push('M3T9ZB');
  await expect.poll(() => site.submitted.length).toBe(before + 1);
  await push('K7Q2XW');
  expect(await service.finished(runId)).toMatchObject({ status: 'completed', failure_reason: null });
  expect(site.submitted.slice(before)).toEqual(['M3T9ZB', 'K7Q2XW']);
  expect(await placesOf(runId, ['K7Q2XW', 'M3T9ZB', 'OLDCDE'])).toEqual([]);
});

it('a run asks its verification URL for the code, signed with its key', { tags: ['extended'] }, async () => {
  const before = site.submitted.length;
  const askedBefore = site.asked.length;
  site.answers = [
    { status: 404, body: {} },
    { status: 200, body: { verification_code: null } },
    { status: 200, body: { verification_code: 'W4H8YN' } },
  ];
  const runId = await startLogin({}, { totp_url: `http://${site.host}/verification` });
  site.accepts = (code) => code === 'W4H8YN';
  expect(await service.finished(runId)).toMatchObject({ status: 'completed', failure_reason: null });
  expect(site.submitted.slice(before)).toEqual(['W4H8YN']);
  const asked = site.asked.slice(askedBefore);
  expect(asked).toHaveLength(3);
  for (const { body, signature, key } of asked) {
    expect(signature).toBe(key);
    expect(JSON.parse(body)).toEqual({
      workflow_run_id: runId,
      workflow_permanent_id: expect.stringMatching(/^wpid_/),
    });
  }
  expect(await placesOf(runId, ['W4H8YN'])).toEqual([]);
  expect(await lastScreenshotHeight(runId)).toBe(viewportHeight);
});

it('a verification URL that says that no code comes ends the run', { tags: ['extended'] }, async () => {
  site.answers = [{ status: 410, body: {} }];
  const runId = await startLogin({}, { totp_url: `http://${site.host}/verification` });
  expect(await service.finished(runId)).toMatchObject({
    status: 'failed',
    failure_category: 'one_time_code',
    errors: [{ error_code: 'OTP_ERROR', block_label: 'login' }],
  });
});

it('a verification URL at a private address is refused at the start', { tags: ['security'] }, async () => {
  const { body } = await service.call('/v1/credentials', {
    name: 'Shop',
    credential_type: 'password',
    credential: { username: user, password },
  });
  for (const totp_url of ['http://10.0.0.1/code', 'http://169.254.169.254/latest', 'http://127.0.0.1:1/']) {
    const refused = await service.call('/v1/run/tasks/login', {
      credential_type: 'service',
      credential_id: body.credential_id,
      url: `http://${site.host}/`,
      totp_url,
    });
    expect([totp_url, refused.status]).toEqual([totp_url, 422]);
  }
});
