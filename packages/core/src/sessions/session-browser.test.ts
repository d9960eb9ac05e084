import type { WorkflowDraft } from '@runwright/contract';
import { fakeBrowser } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { closeSessionEngines, openSessionEngine, until } from './session-engine.test-helpers.ts';

afterEach(closeSessionEngines);
const { signal } = new AbortController();

it('the browser of a session is returned once it is up, and not after its end', async () => {
  const { engine, browser, organizationId, rival, open } = await openSessionEngine();
  const { browserSessionId: id } = await open();
  expect(await engine.browserSessions.browser(organizationId, id, { signal })).toBe(browser.sessions[0]);
  await expect(engine.browserSessions.browser(rival, id, { signal })).rejects.toMatchObject({
    code: 'not_found',
  });
  await engine.browserSessions.close(organizationId, id);
  await expect(engine.browserSessions.browser(organizationId, id, { signal })).rejects.toThrow(
    `Browser session ${id} has ended: it was closed.`,
  );
});

it('a session may be opened by a function in the place of the driver', async () => {
  const { engine, browser, organizationId } = await openSessionEngine();
  const own = fakeBrowser({ pages: [{ url: 'http://shop.test/own' }] });
  const { session } = await engine.browserSessions.create(organizationId, {}, { open: own.open });
  const { browserSessionId: id } = session;
  await until(async () => own.sessions.length === 1);
  expect(await engine.browserSessions.browser(organizationId, id, { signal })).toBe(own.sessions[0]);
  expect(browser.sessions).toEqual([]);
});

it('an engine that executes no runs refuses to open a browser by a function', async () => {
  const { engine, organizationId } = await openSessionEngine({ settings: { concurrency: 0 } });
  const own = fakeBrowser({ pages: [] });
  const refused = engine.browserSessions.create(organizationId, {}, { open: own.open });
  await expect(refused).rejects.toMatchObject({ code: 'conflict' });
  expect(await engine.browserSessions.list(organizationId)).toEqual([]);
});

it('a draft is started without being saved, and lists of workflows leave it out', async () => {
  const { engine, organizationId } = await openSessionEngine();
  const draft: WorkflowDraft = {
    title: 'Once',
    workflow_definition: { parameters: [], blocks: [{ block_type: 'visit', label: 'V' }] },
  };
  const { runId, workflowPermanentId } = await engine.runs.startDraft(draft, {}, { organizationId });
  expect((await engine.runs.finished(organizationId, runId)).status).toBe('completed');
  expect((await engine.workflows.list(organizationId)).items).toEqual([]);
  expect((await engine.workflows.get(organizationId, workflowPermanentId)).status).toBe('auto_generated');
  const wrong = { workflow_definition: { parameters: [], blocks: [{ block_type: 'visit', label: 'a b' }] } };
  await expect(engine.runs.startDraft(wrong, {}, { organizationId })).rejects.toMatchObject({
    code: 'invalid_input',
  });
});
