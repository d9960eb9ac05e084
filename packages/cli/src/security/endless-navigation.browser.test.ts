import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type InProcessService, inProcessService } from '../in-process-service.test-helpers.ts';
import { patient } from '../service.test-helpers.ts';
import { browserVariables } from '../shared-browser.test-helpers.ts';

/** Far more than a test waits: a block that is held until its own limit fails the test. */
const timeout_seconds = 3600;

/** Scripts of pages that never come to rest, by what the page does; `n` grows, `beat()` is counted. */
const scripts: Readonly<Record<string, string>> = {
  'opens a window, closes itself and does the same there': `beat(); setTimeout(() => { open(location.pathname + '?' + n); close(); }, 60)`,
  'asks for documents that are answered with nothing': `setInterval(() => { beat(); location = '/empty?' + (n += 1); }, 15)`,
  'goes on from documents that never end to others': `beat(); setTimeout(() => { location = location.pathname + '?' + (n + 1); }, 80)`,
  'goes back and forth between two documents': `addEventListener('pageshow', () => { beat(); setTimeout(() => {
      if (location.hash) return history.back();
      if (sessionStorage.been) return history.forward();
      sessionStorage.been = 1; location = location.pathname + '?second#b'; }, 30); })`,
  'navigates by an event that it never answers': `navigation.addEventListener('navigate', (event) => {
      if (event.canIntercept && event.destination.url.includes('?p')) event.intercept({ handler: () => new Promise(() => {}) }); });
    setInterval(() => { beat(); try { navigation.navigate('?p' + (n += 1)).finished.catch(() => {}); } catch {} }, 25)`,
  'makes each next document of a text of its own': `beat(); setTimeout(() => {
      const text = document.documentElement.outerHTML;
      location = URL.createObjectURL(new Blob(['<!doctype html>' + text], { type: 'text/html' })); }, 60)`,
  'sends a form to itself': `beat(); setTimeout(() => {
      const form = document.createElement('form'); form.method = 'post'; form.action = location.pathname + '?' + n;
      document.body.append(form); form.submit(); }, 40)`,
  'goes from one origin to the other': `beat(); setTimeout(() => {
      const other = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
      location.replace('http://' + other + ':' + location.port + location.pathname + '?' + n); }, 50)`,
  'changes the addresses of ever new frames': `setInterval(() => { beat(); document.querySelector('iframe')?.remove();
      document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '<script>for (let i = 0; i < 40; i += 1) location.hash = i</' + 'script>' }));
    }, 60)`,
  'writes its document anew': `beat(); setTimeout(() => { const text = document.documentElement.outerHTML;
      document.open(); document.write('<!doctype html>' + text); document.close(); }, 40)`,
};

const attempts = `const came = [];
for (const act of [() => page.view(), () => page.click('Stay'), () => page.text(), () => page.scroll({ to: 'bottom' }), () => page.screenshot()])
  try { await act(); came.push('done'); } catch (error) { came.push(String(error.message)); }
return came;`;

describe('pages that never come to rest', { tags: ['security', 'extended'], timeout: 900_000 }, () => {
  let service: InProcessService;
  let site: Server;
  let host: string;
  let beats: number;

  beforeEach(async () => {
    beats = 0;
    site = createServer((request, response) => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://site');
      request.resume();
      if (pathname === '/beat') {
        beats += 1;
        return response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
      }
      if (pathname === '/empty') return response.writeHead(204).end();
      response.setHeader('content-type', 'text/html');
      const name = Object.keys(scripts)[Number(/^\/p(\d+)$/.exec(pathname)?.[1] ?? -1)];
      if (name === undefined) return response.end('<!doctype html><title>Calm</title><p>Calm');
      const n = Number(/\d+/.exec(search)?.[0] ?? 0) + 1;
      const beat = `const beat = () => { new Image().src = 'http://${host}/beat?' + Math.random(); }`;
      const text = `<!doctype html><title>Restless</title><body><button>Stay</button><script>{ let n = ${n}; ${beat}; ${scripts[name]} }</script>`;
      if (name.includes('never end')) return void response.write(text);
      return response.end(text);
    }).listen(0);
    await once(site, 'listening');
    const { port } = site.address() as AddressInfo;
    host = `127.0.0.1:${port}`;
    service = await inProcessService({
      ...browserVariables(),
      ...{ RUNWRIGHT_ALLOWED_HOSTS: `${host},localhost:${port}`, RUNWRIGHT_RECORD: 'none' },
    });
    await service.start();
  });
  afterEach(async () => {
    await service.close();
    site.closeAllConnections();
    site.close();
  });

  it.each(Object.keys(scripts).map((name, index) => ({ name, index })))(
    'a page that $name holds no block until its limit, and the run leaves it',
    async ({ index }) => {
      const run = await service.startRun([
        {
          ...{ block_type: 'goto_url', label: 'visit', url: `http://${host}/p${index}` },
          ...{ timeout_seconds, continue_on_failure: true },
        },
        { block_type: 'code', label: 'act', code: attempts, timeout_seconds, continue_on_failure: true },
        { block_type: 'goto_url', label: 'leave', url: `http://${host}/calm`, timeout_seconds },
        { block_type: 'code', label: 'title', code: 'return await page.title()', timeout_seconds },
      ]);
      await expect
        .poll(() => service.statusOf(run), patient)
        .toSatisfy((status: string) => /completed|failed|terminated|timed_out/.test(status));
      const { body } = await service.call(`/v1/runs/${run}`);
      expect(beats).toBeGreaterThan(10);
      expect(body).toMatchObject({ status: 'completed', output: { title_output: 'Calm' } });
    },
  );

  it('a page that is quiet is read and left in the same way', async () => {
    const run = await service.startRun([
      { block_type: 'goto_url', label: 'visit', url: `http://${host}/calm` },
      { block_type: 'code', label: 'act', code: attempts },
    ]);
    expect(await service.finished(run)).toMatchObject({
      status: 'completed',
      output: { act_output: ['done', expect.stringContaining('Stay'), 'done', 'done', 'done'] },
    });
  });
});
