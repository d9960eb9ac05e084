// @module-tag extended
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoCredentials, demoScript, demoSite, scriptedEndpoint } from '@runwright/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRecording } from './recording/unpack-recording.ts';
import { createResourceStack } from './resources.ts';
import { type TestService, testService } from './service.test-helpers.ts';
import { browserVariables } from './shared-browser.test-helpers.ts';

const main = new URL('./main.ts', import.meta.url).pathname;

const patient = { timeout: 300_000, interval: 200 };

let service: TestService;
let recording: string;
let runId: string;

/** Runs `runwright replay` in a process of its own, without a model. */
async function replay(path: string) {
  const { PATH = '' } = process.env;
  const env = {
    ...{ PATH, NO_COLOR: '1', RUNWRIGHT_DATA_DIR: join(service.folder, 'replay') },
    ...browserVariables(),
  };
  return new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
    execFile(process.execPath, [main, 'replay', path], { env, maxBuffer: 2 ** 26 }, (error, out, err) =>
      resolve({ code: error === null ? 0 : 1, output: `${out}\n${err}` }),
    );
  });
}

/** Signs in with a credential of the service and reads the orders; asks the model for a summary at the end. */
const definition = {
  parameters: [
    { key: 'site', parameter_type: 'workflow', workflow_parameter_type: 'string' },
    { key: 'login', parameter_type: 'workflow', workflow_parameter_type: 'credential_id' },
  ],
  blocks: [
    { label: 'open_orders', block_type: 'goto_url', url: '{{ site }}/orders' },
    {
      label: 'sign_in',
      block_type: 'navigation',
      navigation_goal:
        'Sign in with the user name "{{ login.username }}" and the password "{{ login.password }}".',
      parameter_keys: ['login'],
    },
    {
      label: 'read',
      block_type: 'extraction',
      data_extraction_goal: 'Every order of the table.',
      data_schema: {
        type: 'object',
        required: ['orders'],
        properties: {
          orders: {
            type: 'array',
            items: {
              type: 'object',
              required: ['number', 'customer', 'total'],
              properties: Object.fromEntries(
                ['number', 'customer', 'total'].map((name) => [name, { type: 'string' }]),
              ),
            },
          },
        },
      },
    },
  ],
};

beforeAll(async () => {
  service = await testService();
  const resources = createResourceStack();
  try {
    const site = resources.use(await demoSite());
    const model = resources.use(await scriptedEndpoint({ script: demoScript }));
    const { host } = new URL(site.url);
    await service.start({
      OPENAI_API_KEY: model.apiKey,
      OPENAI_BASE_URL: model.url,
      RUNWRIGHT_MODEL: model.model,
      RUNWRIGHT_ALLOWED_HOSTS: host,
    });
    const { body: login } = await service.call('/v1/credentials', {
      name: 'Shop',
      credential_type: 'password',
      credential: { username: demoCredentials.username, password: demoCredentials.password },
      allowed_hosts: [site.url],
    });
    const json_definition = { title: 'Orders', workflow_definition: definition };
    const { body: workflow } = await service.call('/v1/workflows', { json_definition });
    const { body: run } = await service.call('/v1/run/workflows', {
      workflow_id: workflow.workflow_permanent_id,
      parameters: { site: site.url, login: login.credential_id },
      record_for_replay: true,
    });
    runId = run.run_id;
    recording = join(service.folder, 'recording.zip');
    // The recording is stored after the end of the run.
    await vi.waitFor(async () => {
      expect(await service.statusOf(runId)).toBe('completed');
      expect(await service.call(`/v1/runs/${runId}/artifacts`)).toMatchObject({
        body: expect.arrayContaining([expect.objectContaining({ artifact_type: 'cassette_run' })]),
      });
    }, patient);
    await writeFile(recording, await service.bytes(`/v1/runs/${runId}/cassette`));
  } finally {
    await resources.close();
  }
}, 600_000);
afterAll(() => service.close());

describe('a run of the service that was recorded', () => {
  it('replays from its ZIP file when site, model and credential are gone', async () => {
    const { code, output } = await replay(recording);
    expect(output).toContain('is the same as the recording');
    expect(code).toBe(0);
  });

  it('has no secret in its files', async () => {
    await using folder = await openRecording(recording);
    const names = (await readdir(folder.dir, { recursive: true })).filter((name) => name !== 'network');
    expect(names.sort()).toEqual(['model.jsonl', 'network/browser-1.har', 'run.json']);
    const texts = await Promise.all(names.map((name) => readFile(join(folder.dir, name), 'utf8')));
    expect(texts.join('\n')).not.toContain(demoCredentials.password);
    // A user name of four letters is a secret too, where it stands alone.
    expect(texts.join('\n')).not.toMatch(/username=demo|Signed in as (<\w+>)?demo/);
  });

  it('is no recording when the file is something else', async () => {
    const other = join(service.folder, 'other.zip');
    await writeFile(other, 'no archive');
    const { code, output } = await replay(other);
    expect(output).toContain('it is no ZIP file');
    expect(code).toBe(1);
  });
});
