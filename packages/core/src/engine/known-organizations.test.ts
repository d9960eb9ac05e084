import { afterEach, expect, it } from 'vitest';
import { createTestEngine } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

const draft = { workflow_definition: { blocks: [{ block_type: 'wait', label: 'w', wait_sec: 1 }] } };
const credential = {
  name: 'Shop',
  credential_type: 'secret',
  credential: { secret_value: 's' },
};

/** Each call that stores something new, for one organization; `workflowId` is one of the first organization. */
function creations(engine: Engine, organizationId: string, workflowId: string) {
  return {
    key: () => engine.keys.create(organizationId, { name: 'k' }),
    firstKey: () => engine.keys.first(organizationId, { name: 'k' }),
    credential: () => engine.credentials.create(organizationId, credential),
    file: () => engine.files.upload(organizationId, { name: 'a.txt', content: 'a' }),
    session: () => engine.browserSessions.create(organizationId),
    profile: () => engine.browserProfiles.create(organizationId, { name: 'p' }),
    folder: () => engine.folders.create(organizationId, { title: 'f' }),
    script: () => engine.scripts.create(organizationId, { files: [] }),
    schedule: () => engine.schedules.create(organizationId, workflowId, { cron: '0 6 * * *' }),
    code: () => engine.oneTimeCodes.push(organizationId, { totp_identifier: 'a', content: '123456' }),
    workflow: () => engine.workflows.create(organizationId, draft),
    import: () => engine.workflows.import(organizationId, JSON.stringify(draft)),
  };
}

async function scene() {
  const engine = await createTestEngine();
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, draft);
  return { engine, workflowPermanentId };
}

it('a call that stores something refuses an unknown organization, with the error of a start', async () => {
  const { engine, workflowPermanentId } = await scene();
  const start = engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId: 'nobody' });
  const error = await start.catch(({ code, message }) => ({ code, message }));
  expect(error).toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('no organization `nobody`'),
  });
  for (const [name, create] of Object.entries(creations(engine, 'nobody', workflowPermanentId)))
    await expect(create(), name).rejects.toMatchObject(error);
});

it('a call that stores something refuses a deleted organization', async () => {
  const { engine, workflowPermanentId } = await scene();
  const { organizationId } = await engine.organizations.create({ name: 'Acme' });
  await engine.organizations.delete(organizationId);
  for (const [name, create] of Object.entries(creations(engine, organizationId, workflowPermanentId)))
    await expect(create(), name).rejects.toMatchObject({ code: 'not_found' });
});
