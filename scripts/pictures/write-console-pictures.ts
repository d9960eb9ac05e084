/**
 * Writes the pictures of the console that the README and the documentation show, `docs/public/pictures/console-*.png`:
 * `npm run docs:console-pictures`.
 *
 * It starts `runwright start --demo` and opens the pages of the demo run and its workflow, the live view of a second run, and the list
 * of these and a few more.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createClient, type ServiceClient } from '@runwright/client';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type DemoService, withDemo } from './demo-run.ts';

const folder = join(import.meta.dirname, '../../docs/public/pictures');
const executablePath = process.env.RUNWRIGHT_CHROMIUM;
if (!executablePath)
  throw new Error('Cannot draw the pictures: no browser. Run `npm run docs:console-pictures`.');

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
try {
  await withDemo(async (demo) => {
    await write('run', await runPicture(browser, demo));
    await write('editor', await editorPicture(browser, demo));
    await write('live', await livePicture(browser, demo));
    await write('runs', await runsPicture(browser, demo));
  });
} finally {
  await browser.close();
}

/** An action of the demo run, with its picture and the elements that the model saw. */
async function runPicture(browser: Browser, demo: DemoService): Promise<Page> {
  const page = await open(browser, demo, `/runs/${demo.runId}`);
  await page.getByRole('treeitem').filter({ hasText: 'Input text' }).first().click();
  await page.locator('.shot-mark rect').first().waitFor();
  await page.getByLabel('Elements of the page').locator('mark').waitFor();
  return page;
}

/** The demo workflow in the editor. */
async function editorPicture(browser: Browser, demo: DemoService): Promise<Page> {
  const client = createClient({ url: demo.url, apiKey: demo.key });
  const { workflow_permanent_id: workflow } = await client.runs.get(demo.runId);
  const page = await open(browser, demo, `/workflows/${workflow}`);
  await page.getByText('No problems').waitFor();
  await page.locator('.react-flow__node').first().click();
  return page;
}

/** The demo site in the hands of a person, in dark colours. */
async function livePicture(browser: Browser, demo: DemoService): Promise<Page> {
  const client = createClient({ url: demo.url, apiKey: demo.key });
  const session = await client.browserSessions.create({ timeout: 5 });
  const workflow = await client.workflows.create({
    yaml_definition: `title: Open the catalog
workflow_definition:
  parameters: []
  blocks:
    - { block_type: goto_url, label: open_catalog, url: ${demo.site}/catalog }
    - { block_type: wait, label: wait, wait_sec: 60 }
`,
  });
  const run = await client.runs.start({
    workflow_id: workflow.workflow_permanent_id,
    browser_session_id: session.browser_session_id,
  });
  const page = await open(browser, demo, `/live/run/${run.runId}`, 'dark');
  await page.getByText(`${demo.site}/catalog`).first().waitFor();
  await page.getByRole('button', { name: 'Take over' }).click();
  await page.getByText('You have control.').waitFor();
  return page;
}

/** The list of runs: of those before and of some more, one of which fails and one waits for a person. */
async function runsPicture(browser: Browser, demo: DemoService): Promise<Page> {
  const client = createClient({ url: demo.url, apiKey: demo.key });
  const task = await client.runs.start({
    title: 'Prices of the catalog',
    prompt: 'List the products with their prices',
    url: `${demo.site}/catalog`,
  });
  await task.finished();
  const failing = await startWorkflow(client, 'Check the stock', {
    ...{ block_type: 'code', label: 'check' },
    code: "fail('out_of_stock', 'Nothing is left of NW-104.')",
  });
  await failing.finished();
  await startWorkflow(client, 'Approve an order', {
    ...{ block_type: 'human_interaction', label: 'approve' },
    instructions: 'Is the total of PO-1037 right?',
    recipients: ['ann@example.com'],
  });
  const page = await open(browser, demo, '/runs');
  await page.getByRole('row').filter({ hasText: 'Paused' }).first().waitFor();
  return page;
}

/** Starts a workflow of one block. */
async function startWorkflow(client: ServiceClient, title: string, block: object) {
  const workflow = await client.workflows.create({
    json_definition: { title, workflow_definition: { parameters: [], blocks: [block] } } as never,
  });
  return client.runs.start({ workflow_id: workflow.workflow_permanent_id });
}

async function open(
  browser: Browser,
  { url, key }: DemoService,
  path: string,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Page> {
  const page = await browser.newPage({
    ...{ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5, colorScheme },
    reducedMotion: 'reduce',
  });
  await page.addInitScript((text) => sessionStorage.setItem('runwright-api-key', text), key);
  await page.goto(`${url}/console${path}`);
  await page.getByRole('button', { name: 'Close the note about the demo' }).click();
  return page;
}

async function write(name: string, page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.evaluate('document.fonts.ready');
  const picture = await page.screenshot();
  const path = join(folder, `console-${name}.png`);
  writeFileSync(path, picture);
  console.log(`wrote ${relative(process.cwd(), path)}, ${Math.round(picture.length / 1024)} KiB`);
  await page.close();
}
