import { defineBlock, type SecretSource, Type } from '@runwright/contract';
import { fakeMailer } from '@runwright/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { EngineOptions } from '../api/engine-options.ts';
import { environmentSecrets } from '../secrets/secret-sources.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

const value = 'canary-of-the-host-0123';
const variables = { RUNWRIGHT_SECRET_SHOP: value };

/** Reads a secret by a reference that no parameter declares. */
const readsSecret = defineBlock({
  type: 'reads_secret',
  config: Type.Object({}),
  output: Type.Unknown(),
  run: async (_config, { secret }) => await secret('shop'),
});

const nothing = defineBlock({
  type: 'nothing',
  config: Type.Object({}),
  output: Type.Unknown(),
  run: async () => null,
});

/** An engine with a second organization. */
async function scene({ drivers, settings }: EngineOptions) {
  const engine = await createTestEngine({
    ...{ blocks: [readsSecret, nothing], ...(drivers ? { drivers } : {}), ...(settings ? { settings } : {}) },
  });
  onTestFinished(() => engine.close());
  const { organizationId: first } = await engine.organizations.first();
  await engine.organizations.create({ name: 'Tenant', organizationId: 'tenant' });
  await engine.start();
  const start = async (organizationId: string, definition: { readonly blocks: readonly object[] }) => {
    const draft = { title: 'Host', workflow_definition: { parameters: [], ...definition } };
    const { workflowPermanentId } = await engine.workflows.create(organizationId, JSON.stringify(draft));
    const request = { workflow_id: workflowPermanentId };
    return (await engine.runs.start(request, { organizationId })).runId;
  };
  const run = async (organizationId: string, definition: { readonly blocks: readonly object[] }) =>
    engine.runs.finished(organizationId, await start(organizationId, definition));
  return { engine, first, start, run };
}

const reads = {
  parameters: [{ parameter_type: 'aws_secret', key: 'pass', aws_key: 'shop' }],
  blocks: [{ block_type: 'nothing', label: 'n' }],
};
const asks = { blocks: [{ block_type: 'reads_secret', label: 'r' }] };

it('secrets of the environment are those of the first organization, and no other one can read them', async () => {
  const { run, first } = await scene({ drivers: { secrets: [environmentSecrets(variables)] } });
  for (const definition of [reads, asks]) {
    expect(await run(first, definition)).toMatchObject({ status: 'completed' });
    expect(await run('tenant', definition)).toMatchObject({
      status: 'failed',
      failureCategory: definition === reads ? 'credential' : expect.anything(),
    });
  }
  const { failureReason } = await run('tenant', reads);
  expect(failureReason).toContain('RUNWRIGHT_HOST_ORGANIZATIONS');
});

it.each([[['tenant']], ['*' as const]])(
  'the host names who may use what belongs to it: %s',
  async (named) => {
    const { run, first } = await scene({
      drivers: { secrets: [environmentSecrets(variables)] },
      settings: { hostOrganizations: named },
    });
    expect(await run('tenant', reads)).toMatchObject({ status: 'completed' });
    expect((await run(first, reads)).status).toBe(named === '*' ? 'completed' : 'failed');
  },
);

it('a source that does not belong to the host decides for every organization', async () => {
  const asked: string[] = [];
  const own: SecretSource = {
    specVersion: 'v1',
    async resolve(_reference, { organizationId }) {
      asked.push(organizationId);
      return null;
    },
  };
  const { run } = await scene({ drivers: { secrets: [own] } });
  await run('tenant', reads);
  expect(asked).toEqual(['tenant']);
});

it('a login with a password manager of the host is refused at its start for other organizations', async () => {
  const vault: SecretSource = {
    ...{ specVersion: 'v1', vaults: ['onepassword'], belongsToHost: true },
    resolve: async () => null,
    resolveItem: async () => null,
  };
  const { engine } = await scene({ drivers: { secrets: [vault] } });
  const request = {
    credential_type: 'password_manager_b' as const,
    url: 'http://93.184.216.34/',
    ...{ password_manager_b_vault_id: 'v', password_manager_b_item_id: 'i' },
  };
  const login = engine.runs.startLogin(request, { organizationId: 'tenant' });
  await expect(login).rejects.toMatchObject({ code: 'failed_precondition' });
});

it('a mailer of the host asks people of the first organization alone, and the timeline of others says so', async () => {
  const mailer = fakeMailer();
  const { engine, start, first } = await scene({ drivers: { mailer: { ...mailer, belongsToHost: true } } });
  const pauses = {
    blocks: [{ block_type: 'human_interaction', label: 'ask', recipients: ['bob@shop.test'] }],
  };
  const runs = [await start('tenant', pauses), await start(first, pauses)];
  await expect.poll(() => mailer.mails.length).toBe(1);
  const timeline = async () => JSON.stringify(await engine.runs.timeline('tenant', runs[0] ?? ''));
  await expect.poll(timeline).toContain('no mail was sent to bob@shop.test');
  expect(JSON.stringify(mailer.mails)).not.toContain(runs[0]);
});
