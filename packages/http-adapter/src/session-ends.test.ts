import { defineBlock, Type } from '@runwright/contract';
import { fakeBrowser, manualClock } from '@runwright/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openService, type Service } from './two-organizations.test-helpers.ts';

const minute = 60_000;
/** Opens the browser of its run. */
const look = defineBlock({
  type: 'look',
  config: Type.Object({}),
  output: Type.Object({}),
  async run(_config, { browser }) {
    await browser();
    return {};
  },
});

let service: Service;
const clock = manualClock({ now: Date.UTC(2026, 0, 1) });
beforeEach(async () => {
  service = await openService({ blocks: [look], drivers: { clock, browser: fakeBrowser({ pages: [] }) } });
});
afterEach(() => service.close());

it('a session begins with a profile, and its timeout ends it', async () => {
  const profile = (await service.call('POST', '/v1/browser_profiles', { name: 'Desk' })).body;
  const { browser_profile_id } = profile;
  const created = await service.call('POST', '/v1/browser_sessions', { timeout: 5, browser_profile_id });
  expect(created).toMatchObject({ status: 200, body: { browser_profile_id, timeout: 5 } });
  await service.engine.start();
  const path = `/v1/browser_sessions/${created.body.browser_session_id}`;
  const status = async () => (await service.call('GET', path)).body.status;
  await expect.poll(status).toBe('running');
  await clock.advance(5 * minute);
  await expect.poll(status).toBe('timeout');
});

it('a profile is made of the state that a run has saved', async () => {
  await service.engine.start();
  const { body: workflow } = await service.call('POST', '/v1/workflows', {
    json_definition: {
      persist_browser_session: true,
      workflow_definition: { blocks: [{ block_type: 'look', label: 'look' }] },
    },
  });
  const { workflow_permanent_id: workflow_id } = workflow;
  const { run_id } = (await service.call('POST', '/v1/run/workflows', { workflow_id })).body;
  await service.engine.runs.finished(service.organizationId, run_id);
  const answer = await service.call('POST', '/v1/browser_profiles', { name: 'Run', workflow_run_id: run_id });
  expect(answer).toMatchObject({ status: 200, body: { name: 'Run' } });
});
