import { findBrowser } from '@runwright/driver-playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type DemoService, withDemoService } from '../demo-service.ts';
import { machine, median } from '../machine.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { idle } from './idle.ts';
import { firstLineTime, installClock } from './page-clock.ts';

/** Gives the service a block that leaves the timeline of a long run. */
const config = new URL('../../packages/cli/src/console/long-run-config.test-helpers.ts', import.meta.url)
  .pathname;
const apiKey = 'rw_benchmark_of_the_console';
const steps = 500;
const repeats = 5;

/** One opening of the pages. Times in ms. */
interface Sample {
  readonly list: number;
  readonly opened: number;
  readonly timeline: number;
  readonly lastLine: number;
  readonly screenshots: number;
  readonly lastScreenshot: number;
  readonly elements: number;
  readonly rows: number;
  readonly heapMb: number;
}

/** How fast the console opens a run of 5,000 actions with 500 screenshots in a new window, with nothing cached. */
export async function consolePages(): Promise<string> {
  return withTempFolder((folder) =>
    withDemoService({ folder, apiKey, config }, async (service) => {
      const { runId, seconds } = await longRun(service);
      const { path: executablePath } = findBrowser();
      const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
      try {
        // Builds the page, when its sources have changed.
        await sample(browser, service, runId);
        const samples: Sample[] = [];
        while (samples.length < repeats) samples.push(await sample(browser, service, runId));
        return table(samples, seconds);
      } finally {
        await browser.close();
      }
    }),
  );
}

async function longRun({
  client,
}: DemoService): Promise<{ readonly runId: string; readonly seconds: number }> {
  const begin = performance.now();
  const workflow = await client.workflows.create({
    json_definition: {
      title: 'Long',
      workflow_definition: { parameters: [], blocks: [{ block_type: 'many_steps', label: 'agent', steps }] },
    } as never,
  });
  const run = await client.runs.start({ workflow_id: workflow.workflow_permanent_id });
  await run.finished();
  return { runId: run.runId, seconds: (performance.now() - begin) / 1000 };
}

async function sample(browser: Browser, { url }: DemoService, runId: string): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await installClock(page);
    await page.addInitScript((key) => sessionStorage.setItem('runwright-api-key', key), apiKey);
    const list = await timed(async () => {
      await page.goto(`${url}/console/runs`);
      await page.getByRole('row').nth(1).waitFor();
    });
    const items = page.getByRole('treeitem');
    await idle(page);
    await page.getByRole('link', { name: 'Long' }).first().click();
    const opened = await firstLineTime(page);
    await idle(page);
    await page.goto(`${url}/console/runs/${runId}`);
    const timeline = await firstLineTime(page);
    await page.getByRole('tree').focus();
    const lastLine = await timed(async () => {
      await page.keyboard.press('End');
      await items.filter({ hasText: `Answer ${steps * 10 - 1}` }).waitFor();
    });
    const [elements, rows, heapMb] = [await page.locator('*').count(), await items.count(), await heap(page)];
    await idle(page);
    const screenshots = await timed(async () => {
      await page.goto(`${url}/console/runs/${runId}?tab=screenshots`);
      await page.getByRole('option').first().locator('img').waitFor();
    });
    await page.getByRole('listbox').focus();
    const lastScreenshot = await timed(async () => {
      await page.keyboard.press('End');
      await page
        .getByRole('option', { selected: true })
        .filter({ hasText: `${steps}.` })
        .locator('img')
        .waitFor();
    });
    return { list, opened, timeline, lastLine, screenshots, lastScreenshot, elements, rows, heapMb };
  } finally {
    await context.close();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** Memory of the page's scripts after a garbage collection. */
async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

function table(samples: readonly Sample[], seconds: number): string {
  const of = (name: keyof Sample) => Math.round(median(samples.map((one) => one[name])));
  return [
    `## console: a run of ${steps * 10} actions with ${steps} screenshots`,
    '',
    `${machine()}; median of ${repeats} windows with an empty cache; the run itself took ${Math.round(seconds)} s`,
    '',
    '| | |',
    '|---|---:|',
    `| list of runs, until its first row | ${of('list')} ms |`,
    `| from a click in the loaded list to the first line of the run's timeline | ${of('opened')} ms |`,
    `| page of the run, loaded again, until the first line of the timeline | ${of('timeline')} ms |`,
    `| key End, until the last line | ${of('lastLine')} ms |`,
    `| tab with screenshots, until the first picture | ${of('screenshots')} ms |`,
    `| key End, until the last picture | ${of('lastScreenshot')} ms |`,
    `| lines of the timeline in the document | ${of('rows')} |`,
    `| elements of the document | ${of('elements')} |`,
    `| memory of the page's scripts | ${of('heapMb')} MB |`,
    '',
  ].join('\n');
}
