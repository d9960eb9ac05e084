import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findBrowser } from '@runwright/driver-playwright';
import { chromium } from 'playwright-core';
import { type DemoService, withDemoService } from '../demo-service.ts';
import { machine, median } from '../machine.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { idle } from './idle.ts';
import { installClock } from './page-clock.ts';

const apiKey = 'rw_benchmark_of_the_live_view';
const repeats = 5;
const changeMs = 50;

/** A page whose colour changes all the time. */
const moving = `<title>Moving</title><body><script>
  let isRed = false;
  setInterval(() => {
    isRed = !isRed;
    document.body.style.background = isRed ? '#c00000' : '#0000c0';
  }, ${changeMs});
</script>`;

/** Resolves to when the first picture was painted, and the first one of another colour, in ms since the page of the console was asked for. */
const painted = `new Promise((resolve) => {
  let first = null;
  const look = () => {
    const canvas = document.querySelector('.live-screen canvas');
    const pixel = canvas?.width ? canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data : null;
    if (pixel && pixel[3] > 0) {
      const isRed = pixel[0] > pixel[2];
      first ??= { at: performance.now(), isRed };
      if (isRed !== first.isRed) return resolve({ first: first.at, moved: performance.now() });
    }
    requestAnimationFrame(look);
  };
  look();
})`;

/** How soon the live page shows the browser of a run, and that it moves. */
export async function liveView(): Promise<string> {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(moving);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const allowedHost = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  try {
    return await withTempFolder((folder) =>
      withDemoService({ folder, apiKey, allowedHost }, (service) =>
        measure(service, `http://${allowedHost}/`),
      ),
    );
  } finally {
    site.closeAllConnections();
    site.close();
  }
}

async function measure({ client, url }: DemoService, site: string): Promise<string> {
  const workflow = await client.workflows.create({
    yaml_definition: `title: Moving
workflow_definition:
  parameters: []
  blocks:
    - { block_type: goto_url, label: open_page, url: '${site}' }
    - { block_type: wait, label: wait, wait_sec: 300 }
`,
  });
  const { runId } = await client.runs.start({ workflow_id: workflow.workflow_permanent_id });
  for await (const { event, data } of client.runs.events(runId))
    if (event === 'block' && JSON.stringify(data).includes('"wait"')) break;
  const browser = await chromium.launch({
    executablePath: findBrowser().path,
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const samples: { readonly first: number; readonly moved: number }[] = [];
    // The first window builds the console, when its sources have changed.
    for (let index = 0; index <= repeats; index += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await installClock(page);
      await page.addInitScript((key) => sessionStorage.setItem('runwright-api-key', key), apiKey);
      await page.goto(`${url}/console/runs/${runId}`);
      await page.getByRole('link', { name: 'Watch live' }).waitFor();
      await page.getByRole('treeitem').first().waitFor();
      await idle(page);
      await page.getByRole('link', { name: 'Watch live' }).click();
      const clicked = await page.evaluate<number>('window.clickedAt');
      const { first, moved } = await page.evaluate<(typeof samples)[number]>(painted);
      const sample = { first: first - clicked, moved: moved - clicked };
      if (index > 0) samples.push(sample);
      await context.close();
    }
    const of = (name: 'first' | 'moved') => Math.round(median(samples.map((one) => one[name])));
    return [
      '## console: the live view of a run',
      '',
      `${machine()}; median of ${repeats} windows; the page that is watched changes every ${changeMs} ms`,
      '',
      '| | |',
      '|---|---:|',
      `| from the click on Watch live, on a loaded page of the run, to the first picture | ${of('first')} ms |`,
      `| to the first picture that is another one | ${of('moved')} ms |`,
      '',
    ].join('\n');
  } finally {
    await browser.close();
    await client.runs.cancel(runId);
  }
}
