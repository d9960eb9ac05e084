import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ActionResult, BrowserSession, PageAction } from '@runwright/contract';
import { egressPolicy } from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';
import { machine, median } from '../machine.ts';
import { withTempFolder } from '../with-temp-folder.ts';

const rounds = 15;
const requestMs = 300;

/** Notes when it was clicked or scrolled, by the clock that this process has too. */
const noting = `<title>Settle</title><link rel="icon" href="data:,"><script>
  const at = () => { document.title = Date.now(); };
  addEventListener('mouseup', at, true); addEventListener('scroll', at, true);</script>`;

const pages: Readonly<Record<string, string>> = {
  '/static': `${noting}<button>Press</button>`,
  '/asking': `${noting}<button onclick="fetch('/late').then((answer) => answer.text()).then((text) => { out.textContent = text + Date.now(); })">Press</button><p id="out"></p>`,
  '/moving': `${noting}<button>Press</button><div id="ball" style="position: absolute">o</div><script>
    const roll = (at) => { ball.style.left = (at % 300) + 'px'; requestAnimationFrame(roll); }; requestAnimationFrame(roll);
    setInterval(() => { ball.textContent = Date.now() % 10; }, 100);</script>`,
  '/tall': `${noting}<div style="height: 400000px">Far</div>`,
};

interface Case {
  readonly name: string;
  readonly path: string;
  readonly action: (id: string) => PageAction;
  /** Milliseconds, for what the documents promise a figure. */
  readonly target: number | null;
}

const click = (id: string): PageAction => ({ action_type: 'click', id });
const cases: readonly Case[] = [
  { name: 'click, static page', path: '/static', action: click, target: 120 },
  { name: `click that starts a ${requestMs} ms request`, path: '/asking', action: click, target: 550 },
  { name: 'click, animated page with a clock', path: '/moving', action: click, target: null },
  {
    name: 'scroll',
    path: '/tall',
    action: () => ({ action_type: 'scroll', direction: 'down', amount: 1 }),
    target: null,
  },
];

/** How long an action takes from the event in the page to its return, which is the wait and what follows it. */
export async function settle(): Promise<string> {
  return withTempFolder(async (folder) => {
    const server = createServer((request, response) => {
      const page = pages[request.url ?? ''];
      response.setHeader('content-type', 'text/html; charset=utf-8');
      if (page === undefined) setTimeout(() => response.end('it is late '), requestMs);
      else response.end(`<!doctype html>${page}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address: AddressInfo | string | null = server.address();
    const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const driver = playwrightDriver({ stateFolder: folder });
    try {
      const session = await driver.open({
        egress: egressPolicy({ allowedHosts: [host] }),
        reveal: (text) => text,
        signal: new AbortController().signal,
      });
      const rows: string[] = [];
      for (const one of cases) rows.push(await measure(session, `http://${host}`, one));
      return [
        '## settle: from the event in the page to the return of the action',
        '',
        `${machine()}; ms; ${rounds} actions each, the first one left out`,
        '',
        '| action | wait (median) | in all: best | median | worst | promised |',
        '|---|---:|---:|---:|---:|---:|',
        ...rows,
        '',
      ].join('\n');
    } finally {
      await driver.close();
      server.closeAllConnections();
      server.close();
    }
  });
}

async function measure(
  session: BrowserSession,
  site: string,
  { name, path, action, target }: Case,
): Promise<string> {
  const { signal } = new AbortController();
  const act = (what: PageAction, epoch: number): Promise<ActionResult> =>
    session.page.act(what, { epoch, signal });
  await act({ action_type: 'goto_url', url: `${site}${path}` }, 0);
  const view = await session.page.read({ mode: 'action', signal });
  const [, id = ''] = /(\w+) button "Press"/.exec(view.text) ?? [];
  const waits: number[] = [];
  const all: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const result = await act(action(id), view.epoch);
    const returnedAt = Date.now();
    const at = Number((await session.page.tabs())[0]?.title);
    // The first action moves the focus as well.
    if (round === 0) continue;
    waits.push(result.settle.durationMs);
    all.push(returnedAt - at);
  }
  const figures = [median(waits), Math.min(...all), median(all), Math.max(...all)].map(Math.round);
  return `| ${name} | ${figures.join(' | ')} | ${target === null ? '' : `<= ${target}`} |`;
}
