import type { BrowserSession } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagged } from '../tagged.ts';
import { type PageSite, pageSite } from './page-site.ts';
import type { SessionClient } from './session-client.ts';
import { sessionClient } from './session-client.ts';

/** A page with a button that runs `script`, and `more` around it. */
const pressing = (script: string, more = ''): string =>
  `<button onclick="press()">Press</button><p id="out"></p>${more}<script>
  const out = document.querySelector('#out'); const show = (text) => { out.textContent = text; };
  const ask = (path) => fetch(path).then((answer) => answer.text());
  function press() { ${script} }</script>`;

const pages = (elsewhere: string) => ({
  '/static': pressing(''),
  '/asking': pressing(`ask('/late?ms=300').then(show)`),
  '/pushing': pressing(`ask('/late?ms=300').then(show); history.pushState({}, '', '/pushed')`),
  '/restless-history': pressing(
    `show('pressed')`,
    `<script>let entry = 0; setInterval(() => history.replaceState({}, '', '?' + (entry += 1)), 10)</script>`,
  ),
  '/chain': pressing(
    `const at = performance.now(); const passed = () => Math.round(performance.now() - at);
    ask('/late?ms=10').then(() => ask('/late?ms=300&second=' + passed())).then(show)`,
  ),
  '/clock': pressing(
    '',
    `<i id="tick"></i><script>setInterval(() => { tick.textContent = Date.now() }, 30)</script>`,
  ),
  '/frames': pressing(
    '',
    `<div id="ball" style="position: absolute; width: 9px; height: 9px; background: red"></div><script>
    const roll = (at) => { ball.style.left = (at % 500) + 'px'; ball.className = 'at' + at; requestAnimationFrame(roll); }; requestAnimationFrame(roll);</script>`,
  ),
  '/streams': pressing(
    `new EventSource('/stream'); fetch('/stream'); new Image().src = '/hanging'; navigator.sendBeacon('/hanging', 'x');
    const media = document.createElement('audio'); media.src = '/hanging?media'; media.load(); show('listening')`,
  ),
  '/growing': pressing(
    `const lists = Array.from({ length: 20 }, () => document.body.appendChild(document.createElement('div'))); let turn = 0;
    let last = performance.now(), widest = 0; const grow = () => { widest = Math.max(widest, performance.now() - last); last = performance.now(); show('gap ' + Math.round(widest)); const row = document.createElement('p'); row.append(document.createElement('b'), 'row'); lists[turn++ % 20].append(row); };
    grow(); setInterval(grow, 20)`,
  ),
  '/busy': pressing(
    `out.innerHTML = '<div class="card-skeleton" style="width: 90px; height: 30px">.</div>'; setTimeout(() => show('it is ready'), 3300)`,
  ),
  '/number': pressing('', '<input type="number" class="ui-spinner">'),
  '/already': pressing(
    '',
    `<script>setTimeout(() => { out.innerHTML = '<div aria-busy="true">always</div>' }, 400)</script>`,
  ),
  '/shadow': `<div id="host"></div><script>const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<button>Press</button><p></p>'; root.querySelector('button').onclick = () => { let step = 0;
    const go = () => { const row = document.createElement('p'); row.append('step ' + (step += 1)); root.append(row); if (step < 20) setTimeout(go, 20); }; go(); }</script>`,
  '/outer': `<iframe src="${elsewhere}/asking" title="Inner" width="400" height="200"></iframe>`,
  '/scrolling': `<div style="height: 4000px">Far</div><script>onscroll = () => fetch('/hanging')</script>`,
  '/leaving': pressing(`location.href = '/late-page?ms=300'`),
  '/loading': `<p id="out">loading</p><script>fetch('/late?ms=500').then((answer) => answer.text()).then((text) => { out.textContent = text })</script>`,
  '/framework': pressing(`history.pushState({}, '', '/elsewhere'); ask('/late?ms=200').then(show)`),
  '/faked': pressing(
    `ask('/late?ms=300').then(show)`,
    `<script>window.setTimeout = () => 0; window.requestAnimationFrame = () => 0; performance.now = () => 5; window.MutationObserver = class { observe() {} };</script>`,
  ),
});

/** When an action counts as over. Nothing is timed here: what is shown, and why it was over, tell. */
export function testSettling({ openSession }: { readonly openSession: () => Promise<BrowserSession> }): void {
  describe('settling', () => {
    let site: PageSite;
    let client: SessionClient;
    /** Time from the press to the second request of a chain, as the page measured it. */
    let secondAfterMs = 0;
    const press = async (path: string) => {
      await client.open(`${site.url}${path}`, /button "Press"/);
      const { settle, status } = await client.click('button "Press"');
      return { status, reason: settle.reason, text: (await client.read()).text };
    };

    beforeAll(async () => {
      site = await pageSite(pages, (url, response) => {
        const ms = Number(url.searchParams.get('ms'));
        secondAfterMs = Number(url.searchParams.get('second') ?? secondAfterMs);
        if (url.pathname === '/late') return void setTimeout(() => response.end('it is late'), ms);
        if (url.pathname === '/late-page') {
          response.setHeader('content-type', 'text/html');
          return void setTimeout(() => response.end('<h1>Another page</h1>'), ms);
        }
        if (url.pathname === '/stream') {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.write('data: one\n\n');
        }
        // Everything else hangs.
      });
      client = sessionClient(await openSession());
    });
    afterAll(async () => {
      await client.session.close();
      await site.close();
    });

    it('a page that does nothing is quiet', async () => {
      expect(await press('/static')).toMatchObject({ reason: 'quiet' });
      // The first press has moved the focus.
      const again = await client.click('button "Press"');
      expect(again).toMatchObject({ status: 'no_effect', settle: { reason: 'quiet' } });
    });

    const isWaitedFor = async (_what: string, path: string): Promise<void> => {
      const { reason, text } = await press(path);
      expect(text).toContain('it is late');
      expect(reason).toBe('quiet');
    };
    it.each([['a request of a page that has replaced its clocks', '/faked']])(
      'what %s brings is waited for',
      isWaitedFor,
    );
    it.each([
      ['a request', '/asking'],
      ['a request beside a new entry of the history', '/pushing'],
      ['a request after a new entry of the history', '/framework'],
    ])('what %s brings is waited for', tagged('extended'), isWaitedFor);

    it('a document that changes its address without end is quiet when it stands still', async () => {
      expect(await press('/restless-history')).toMatchObject({
        reason: 'quiet',
        text: expect.stringContaining('"pressed"'),
      });
    });

    it('what one request after the other brings is waited for', tagged('extended'), async (context) => {
      // Requests count when they begin within 300 ms of the action, which a busy machine may not manage.
      for (let turn = 0; turn < 5; turn++) {
        const { reason, text } = await press('/chain');
        if (secondAfterMs > 150) continue;
        expect(text).toContain('it is late');
        return expect(reason).toBe('quiet');
      }
      context.skip('the machine was too slow for the second request');
    });

    const isNotWaitedFor = async (_what: string, path: string): Promise<void> => {
      expect(await press(path)).toMatchObject({ reason: 'quiet' });
    };
    it.each([['streams, beacons, media and images', '/streams']])('%s are not waited for', isNotWaitedFor);
    it.each([
      ['clocks', '/clock'],
      ['animations', '/frames'],
      ['fields whose name sounds busy', '/number'],
    ])('%s are not waited for', tagged('extended'), isNotWaitedFor);

    it('a page that grows for ever is left at the cap', tagged('extended'), async (context) => {
      // Standing still for 150 ms is quiet, also when the page only gets no time on a busy machine.
      for (let turn = 0; turn < 5; turn++) {
        const { reason, text } = await press('/growing');
        if (reason === 'cap') return;
        expect(Number(/gap (\d+)/.exec(text)?.[1])).toBeGreaterThan(100);
      }
      context.skip('the machine was too slow for a page that grows every 20 ms');
    });

    it('what says that it is busy gets more time', tagged('extended'), async () => {
      const { reason, text } = await press('/busy');
      expect(text).toContain('it is ready');
      expect(reason).toBe('quiet');
    });

    it('what was busy before is not waited for', tagged('extended'), async () => {
      await client.open(`${site.url}/already`);
      await client.act({ action_type: 'wait', for: 'text', value: 'always' });
      expect(await client.click('button "Press"')).toMatchObject({ settle: { reason: 'quiet' } });
    });

    it('changes inside a shadow root count', tagged('extended'), async () => {
      const { status, text } = await press('/shadow');
      expect(status).toBe('ok');
      expect(text).toContain('step 20');
    });

    it('what happens in the frame of the target counts', async () => {
      const { status, text } = await press('/outer');
      expect(status).toBe('ok');
      expect(text).toContain('it is late');
    });

    it('scrolling waits for no request', async () => {
      await client.open(`${site.url}/scrolling`);
      const { settle } = await client.act({ action_type: 'scroll', direction: 'down', amount: 1 });
      expect(settle.reason).toBe('quiet');
      await expect.poll(() => site.open()).toBeGreaterThan(0);
    });

    it('another page is waited for, and what it loads at once', async () => {
      const { reason, text } = await press('/leaving');
      expect(reason).toBe('navigation');
      expect(text).toContain('Another page');
      expect((await client.open(`${site.url}/loading`)).text).toContain('it is late');
    });
  });
}
