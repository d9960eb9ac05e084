import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserSession, EgressPolicy } from '@runwright/contract';
import { browserUnderTest } from '@runwright/testing/browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playwrightDriver } from '../driver.ts';
import { drivers } from '../drivers.test-helpers.ts';
import { findBrowser } from '../launch/find-browser.ts';
import { alteredBrowser } from './altered-browser.test-helpers.ts';

const nowhere: EgressPolicy = { check: () => Promise.reject(new Error('Nothing is reached.')) };
const signal = new AbortController().signal;
const openDriver = drivers();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-check-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

async function withBrowser<Result>(
  executablePath: string,
  work: (session: Awaited<ReturnType<ReturnType<typeof playwrightDriver>['open']>>) => Promise<Result>,
): Promise<Result> {
  const driver = playwrightDriver({ stateFolder: join(folder, 'state'), executablePath });
  try {
    return await work(await driver.open({ egress: nowhere, reveal: (text) => text, signal }));
  } finally {
    await driver.close();
  }
}

const page = `data:text/html,${encodeURIComponent(`<title>Page</title>
  <div id="plain">Plain</div><div id="open"></div><div id="closed"></div>
  <script>
    plain.addEventListener('click', () => {});
    for (const mode of ['open', 'closed']) {
      const root = document.getElementById(mode).attachShadow({ mode });
      root.innerHTML = '<p>Text in ' + mode + '</p><div>Press ' + mode + '</div>';
      root.lastChild.addEventListener('click', () => {});
    }
  </script>`)}`;

it('the fast connection of the page reader reads everything in the installed browser', async () => {
  const driver = await openDriver();
  const { about } = await driver.open({ egress: nowhere, reveal: (text) => text, signal });
  await driver.close();
  expect([about.reader, about.notices]).toEqual([{ connection: 'events', missed: [] }, []]);
});

describe.each([
  {
    what: 'does not connect the two worlds by events',
    replacements: { relatedTarget: 'otherTarget' },
    missed: [
      'listeners',
      'listeners in open shadow roots',
      'closed shadow roots that a script attaches',
      'handlers of frameworks',
    ],
  },
  {
    what: 'keeps listeners from scripts',
    replacements: { '"includeCommandLineAPI":true': '"includeCommandLineAPI":false' },
    missed: ['listeners', 'listeners in open shadow roots', 'closed shadow roots that a script attaches'],
  },
])('in a browser that $what', { tags: ['extended'] }, ({ replacements, missed }) => {
  let about: BrowserSession['about'];
  let text: string;

  beforeAll(async () => {
    const executablePath = await alteredBrowser(folder, findBrowser(browserUnderTest()).path, replacements);
    await withBrowser(executablePath, async (session) => {
      about = session.about;
      await session.native.pages()[0]?.goto(page);
      ({ text } = await session.page.read({ mode: 'action', signal }));
    });
  });

  it('the reader falls back to the protocol, reports it and reads the same', () => {
    expect(about.reader).toEqual({ connection: 'protocol', missed });
    expect(about.notices).toEqual([expect.stringContaining('debug protocol alone')]);
  });

  it('views contain elements that only have listeners, also in open and closed shadow roots', () => {
    for (const words of ['Plain', 'Text in open', 'Press open', 'Text in closed', 'Press closed'])
      expect(text).toContain(words);
    expect(text).toMatch(/a\d+ "Press closed"/);
  });
});

it('a page has no history before its first address', { tags: ['extended'] }, async () => {
  const lengths = await withBrowser(findBrowser(browserUnderTest()).path, async ({ native }) => {
    const [tab] = native.pages();
    const before = await tab?.evaluate('history.length');
    await tab?.goto('data:text/html,first');
    return [before, (await tab?.goBack())?.url() ?? tab?.url()];
  });
  expect(lengths).toEqual([1, 'about:blank']);
});
