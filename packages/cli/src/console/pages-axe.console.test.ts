import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleOfTests, startRun, violations, watchErrors } from './console.test-helpers.ts';

const blocks = [
  {
    block_type: 'for_loop',
    label: 'each',
    loop_over_parameter_key: 'rows',
    loop_blocks: [
      { block_type: 'code', label: 'count', code: 'return { orders: [{ id: 1, name: "Ann" }] }' },
    ],
  },
  { block_type: 'code', label: 'fails', code: 'throw new Error("no paper")', continue_on_failure: true },
];
const parameters = [
  { key: 'rows', parameter_type: 'workflow', workflow_parameter_type: 'json', default_value: [1, 2] },
  { key: 'month', parameter_type: 'workflow', workflow_parameter_type: 'string', default_value: 'May' },
];

/** Ids of the records that the pages show. */
interface Ids {
  readonly run: string;
  readonly workflow: string;
  readonly script: string;
  readonly session: string;
}

/** Name and path of each page, with a text that it has when it shows its data. */
const pages: readonly (readonly [name: string, path: (ids: Ids) => string, shown: string])[] = [
  ['the runs', () => '/runs', 'Counts orders'],
  ['the choice of a workflow', () => '/runs/new', 'start a single task'],
  ['the start of a run', ({ workflow }) => `/runs/new?workflow=${workflow}`, 'month'],
  ['the start of a task', () => '/runs/new?task=true', 'Goal'],
  ['the timeline of a run', ({ run }) => `/runs/${run}`, 'Iteration 1'],
  ['the graph of a run', ({ run }) => `/runs/${run}?tab=graph`, 'version 1'],
  ['the output of a run', ({ run }) => `/runs/${run}?tab=output`, 'Ann'],
  ['the workflows', () => '/workflows', 'Counts orders'],
  ['a new workflow', () => '/workflows/new', 'New workflow'],
  ['the editor', ({ workflow }) => `/workflows/${workflow}?block=fails`, 'no paper'],
  ['the schedules', () => '/schedules', 'Each morning'],
  ['the scripts', () => '/scripts', 'Counts orders'],
  ['a script', ({ script }) => `/scripts/${script}`, 'blocks/count.js'],
  ['the credentials', () => '/credentials', 'Shop of Ann'],
  ['the one-time codes', () => '/credentials?tab=codes', 'No one-time codes'],
  ['the browser sessions', () => '/browser-sessions', 'Running'],
  ['the browser profiles', () => '/browser-profiles', 'Signed in at the shop'],
  ['the spending', () => '/spending', 'Spending'],
  ['the API keys', () => '/keys', 'test (this page)'],
  ['the organizations', () => '/organizations', 'default'],
  ['the health', () => '/health', 'Works'],
  ['the live view of a run', ({ run }) => `/live/run/${run}`, 'Latest of the timeline'],
  ['the live view of a session', ({ session }) => `/live/session/${session}`, 'Nobody has control.'],
  ['a page that there is not', () => '/no/such/page', 'No such page'],
];

/** Each page once, in light colours and with data; its states and dialogs, and dark colours, where `test:all` opens them. */
describe('accessibility: no serious violation has the page of', () => {
  const service = consoleOfTests({ asHost: true });
  let ids: Ids;
  // One document for all, so that axe is loaded once.
  let page: Page;
  let errors: readonly string[];
  beforeAll(async () => {
    const { client } = service;
    const run = await startRun(service, blocks, { title: 'Counts orders', parameters });
    const { workflow_permanent_id: workflow } = await client.runs.get(run);
    const [, session, script] = await Promise.all([
      client.runs.handle(run).finished(),
      client.browserSessions.create({}),
      client.scripts.create({
        workflow_id: workflow,
        files: [{ path: 'blocks/count.js', content: btoa('return 1') }],
      }),
      client.schedules.create(workflow, { cron: '0 7 * * *', name: 'Each morning', parameters: {} }),
      client.browserProfiles.create({ name: 'Signed in at the shop' }),
      client.credentials.create({
        name: 'Shop of Ann',
        credential_type: 'password',
        credential: { username: 'ann', password: 'correct-horse' },
      }),
    ]);
    ids = { run, workflow, script: script.script_id, session: session.browser_session_id };
    page = await service.open('/runs', { reducedMotion: 'reduce' });
    errors = watchErrors(page);
  });
  afterAll(() => page.context().close());

  it.each(pages)('%s', async (_name, pathOf, shown) => {
    await page.evaluate(`history.pushState(null, '', '/console${pathOf(ids)}')`);
    await page.locator('#main').getByText(shown).first().waitFor({ state: 'attached' });
    await expect.poll(() => page.getByText(/^Loading/).count()).toBe(0);
    expect(await violations(page, ['light'])).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('the sign-in', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await violations(page, ['light'])).toEqual([]);
  });
});
