import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openService, operationsOf } from './openapi.test-helpers.ts';

type Service = Awaited<ReturnType<typeof openService>>;
let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('the OpenAPI document', () => {
  it('has no error and no warning of the recommended rules', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // `/v1/credentials/totp` and `/v1/credentials/{credential_id}`: OpenAPI 3.1 matches the concrete path first.
        'no-ambiguous-paths': 'off',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(service.document), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it('names each operation once, and each schema without a number', () => {
    const names = operationsOf(service.document).map(({ operationId }) => operationId);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[a-z]+[A-Za-z]*$/.test(name))).toEqual([]);
    expect(Object.keys(service.document.components.schemas).filter((name) => /\d$/.test(name))).toEqual([]);
  });

  it('has an example of every JSON body', () => {
    const without = operationsOf(service.document).filter(
      ({ mediaTypes, example }) => mediaTypes.includes('application/json') && example === undefined,
    );
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
  });
});

describe('the examples of the OpenAPI document', () => {
  it('are accepted, with one’s own ids in place of theirs', async () => {
    const service = await openService();
    onTestFinished(service.close);
    const answers: Record<string, number | string> = {};
    for (const { operationId, method, path, example } of operationsOf(service.document)) {
      if (example === undefined) continue;
      const ids = await prepare(service, operationId);
      const url = path.replace(/\{(\w+)\}/g, (_, name) => ids[name as string] ?? 'missing');
      const body = JSON.parse(
        JSON.stringify(example).replace(
          /\b(wpid|cred|fld)_123456789012345678\b/g,
          (_, kind) => ids[kind] ?? '',
        ),
      );
      const { status, text } = await service.call(method, url, body);
      if (status < 200 || status > 299) answers[operationId] = `${status} ${text}`;
    }
    expect(answers).toEqual({});
  });
});

/** Creates what the operation works on, and returns the ids by path parameter and by prefix. */
async function prepare(
  { engine, organizationId, call }: Service,
  operationId: string,
): Promise<Readonly<Record<string, string>>> {
  const created = async (path: string, body: object) => (await call('POST', path, body)).json();
  const workflow = await created('/v1/workflows', {
    json_definition: {
      workflow_definition: {
        parameters: [{ parameter_type: 'workflow', key: 'order_number', workflow_parameter_type: 'string' }],
        blocks: [
          {
            ...{ block_type: 'human_interaction', label: 'ask', recipients: ['ada@example.com'] },
            ...{ instructions: 'Look at order {{ order_number }}.' },
          },
        ],
      },
    },
  });
  const folder = await created('/v1/folders', { title: `Folder of ${operationId}` });
  const credential = await created('/v1/credentials', {
    ...{ name: operationId, credential_type: 'password' },
    credential: { username: 'ada', password: 'secret' },
  });
  const id: string = workflow.workflow_permanent_id;
  const ids: Record<string, string> = {
    ...{ wpid: id, workflow_id: id, fld: folder.folder_id, folder_id: folder.folder_id },
    ...{ cred: credential.credential_id, credential_id: credential.credential_id },
  };
  const start = () =>
    engine.runs.start({ workflow_id: id, parameters: { order_number: '1' } }, { organizationId });
  if (operationId === 'resumeRun') {
    await engine.start();
    const { runId } = await start();
    await expect.poll(async () => (await call('GET', `/v1/runs/${runId}`)).json().paused).toBe(true);
    return { ...ids, run_id: runId };
  }
  if (operationId === 'retryRunWebhook') {
    const { runId } = await start();
    await call('POST', `/v1/runs/${runId}/cancel`);
    await engine.runs.finished(organizationId, runId);
    return { ...ids, run_id: runId };
  }
  if (operationId.includes('Script')) {
    const { script_id: scriptId } = await created('/v1/scripts', {
      files: [{ path: 'main.js', content: 'return 1;', encoding: 'utf-8' }],
    });
    return { ...ids, script_id: scriptId };
  }
  if (operationId.includes('Schedule')) {
    const schedule = await created(`/v1/workflows/${id}/schedules`, {
      ...{ cron: '0 0 * * *', parameters: { order_number: '1' } },
    });
    return { ...ids, schedule_id: schedule.schedule_id };
  }
  if (operationId.includes('Profile')) {
    const profile = await created('/v1/browser_profiles', { name: `Profile of ${operationId}` });
    return { ...ids, browser_profile_id: profile.browser_profile_id };
  }
  if (operationId.includes('Organization')) {
    const organization = await created('/v1/organizations', { name: 'Other' });
    const key = await created(`/v1/organizations/${organization.organization_id}/api_keys`, { name: 'k' });
    return { ...ids, organization_id: organization.organization_id, api_key_id: key.api_key_id };
  }
  if (operationId.includes('ApiKey')) {
    return { ...ids, api_key_id: (await created('/v1/api_keys', { name: 'k' })).api_key_id };
  }
  return ids;
}
