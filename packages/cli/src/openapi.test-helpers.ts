import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import { createEngine, egressPolicy } from '@runwright/core';
import { httpAdapter, httpUrls, serverOptions } from '@runwright/http-adapter';
import { fakeBrowser, scriptedModel } from '@runwright/testing';
import fastify from 'fastify';
import { expect } from 'vitest';

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly example: unknown;
  readonly mediaTypes: readonly string[];
}

/**
 * The service with all routes and block types in this process, its document, and calls with a key of all scopes.
 *
 * @param options `anyKey`: every key is that of the organization, also after it was revoked
 */
export async function openService({ anyKey = false } = {}) {
  const egress = egressPolicy({ lookup: async () => [{ address: '93.184.215.14', family: 4 }] });
  const engine = await createEngine({
    blocks: [...agentBlocks(), ...ioBlocks],
    urls: httpUrls(),
    drivers: { browser: fakeBrowser({ pages: [] }), egress, model: scriptedModel({ answers: [] }) },
  });
  const { organizationId } = await engine.organizations.first();
  const { text: key } = await engine.keys.create(organizationId, {
    name: 'test',
    scopes: ['read', 'run', 'admin'],
  });
  const app = fastify(serverOptions());
  await app.register(httpAdapter, {
    ...{ engine, version: '1.2.3', hostOrganizationId: organizationId },
    ...(anyKey ? { authenticate: async () => organizationId } : {}),
  });
  await app.ready();
  const document = (await app.inject({ url: '/openapi.json' })).json();
  const call = async (
    method: string,
    url: string,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        'x-api-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      json: () => answer.json(),
    };
  };
  const close = async () => {
    await app.close();
    await engine.close();
  };
  return { engine, organizationId, document, call, close };
}

/** Returns the operations of a document. */
export function operationsOf(document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, WireOperation>>>>;
}): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody }]) => ({
      ...{ operationId, method: method.toUpperCase(), path },
      mediaTypes: Object.keys(requestBody?.content ?? {}),
      example: requestBody?.content['application/json']?.example,
    })),
  );
}

/** Creates what the operation works on, and returns the ids by path parameter and by prefix. */
export async function prepare(
  { engine, organizationId, call }: Awaited<ReturnType<typeof openService>>,
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
  if (operationId === 'createRunLiveToken') return { ...ids, run_id: (await start()).runId };
  if (operationId === 'createLiveToken') {
    const session = await created('/v1/browser_sessions', {});
    return { ...ids, browser_session_id: session.browser_session_id };
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

interface WireOperation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}
