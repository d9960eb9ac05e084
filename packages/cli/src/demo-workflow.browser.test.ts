// @module-tag extended
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '@runwright/core';
import { demoCredentials, demoOrders } from '@runwright/demo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from './compose.ts';
import { type Demo, startDemo } from './demo.ts';
import { readEnvironment } from './environment.ts';
import { createResourceStack } from './resources.ts';
import { sharedBrowser } from './shared-browser.test-helpers.ts';

describe('the demo, with its own site and model', () => {
  const resources = createResourceStack();
  let demo: Demo;
  let engine: Engine;
  let organizationId: string;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runwright-demo-'));
    demo = resources.use(await startDemo({ scripted: true }));
    const environment = readEnvironment({ RUNWRIGHT_DATA_DIR: folder, RUNWRIGHT_PORT: '0' });
    ({ engine } = await compose(environment, {
      ...{ worker: true, temporary: true, browser: sharedBrowser(), allowedHosts: [demo.site.host] },
      ...(demo.model ? { model: demo.model } : {}),
      secrets: [demo.secrets],
    }));
    resources.use(engine);
    await engine.start();
    ({ organizationId } = await engine.organizations.first());
  });
  afterAll(async () => {
    await resources.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  interface Order {
    readonly number: string;
  }

  async function finish(workflow_id: string, parameters: object) {
    const request = { workflow_id, parameters: { site: demo.site.url, ...parameters } };
    const { runId } = await engine.runs.start(request, { organizationId });
    const { status, failureReason, output } = await engine.runs.finished(organizationId, runId);
    const outputs = Object(output) as Readonly<
      Record<string, { extracted_information: { orders: Order[] } }>
    >;
    const orders = outputs.read_output?.extracted_information.orders.map(({ number }) => number);
    return { runId, status, failureReason, orders };
  }
  const numbers = (status: string) =>
    demoOrders.filter((order) => order.status === status).map(({ number }) => number);

  it('repeats its workflow by the script that it has learned, which stays as it is', async () => {
    const source = await readFile(demo.workflowFile, 'utf8');
    const { workflowPermanentId } = await engine.workflows.create(
      organizationId,
      `run_with: code\n${source}`,
    );
    for (const status of ['open', 'open', 'processing', 'shipped']) {
      const run = await finish(workflowPermanentId, { status });
      expect(run).toMatchObject({ status: 'completed', failureReason: null, orders: numbers(status) });
    }
    const { items } = await engine.scripts.list(organizationId, { workflowPermanentId });
    expect(items).toMatchObject([{ version: 1 }]);
  });

  const withCredential = {
    parameters: [
      { key: 'site', parameter_type: 'workflow', workflow_parameter_type: 'string' },
      { key: 'account', parameter_type: 'workflow', workflow_parameter_type: 'credential_id' },
    ],
    blocks: [
      { block_type: 'login', label: 'sign_in', url: '{{ site }}/orders', parameter_keys: ['account'] },
    ],
  };

  it.each([
    ['the right password', demoCredentials.password, 'completed'],
    ['a wrong password', 'south-by-southwind', 'terminated'],
  ])('signs in with %s of a stored credential, and no other', async (_name, password, status) => {
    const { credential_id } = await engine.credentials.create(organizationId, {
      ...{ name: 'Portal', credential_type: 'password', credential: { username: 'demo', password } },
      allowed_hosts: [demo.site.url],
    });
    const { workflowPermanentId } = await engine.workflows.create(
      organizationId,
      engine.workflows.parse({ title: 'Sign in', workflow_definition: withCredential }),
    );
    const run = await finish(workflowPermanentId, { account: credential_id });
    expect(run.status).toBe(status);
    const events = await engine.runs.timeline(organizationId, run.runId);
    expect(JSON.stringify(events)).not.toContain(demoCredentials.password);
  });
});
