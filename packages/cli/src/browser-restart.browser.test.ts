import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inProcessService } from './in-process-service.test-helpers.ts';
import { exitOf, type TestService, testService } from './service.test-helpers.ts';
import { sharedBrowser, startsBrowsers } from './shared-browser.test-helpers.ts';

/** A shop with a login that is a cookie, local storage and session storage. Pages under `/hold` respond when they are told to. */
function shop() {
  const requests: string[] = [];
  const held = new Map<string, () => void>();
  const isOpen = new Set<string>();
  const page = (body: string) => `<!doctype html><title>Shop</title>${body}`;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? '/';
    response.setHeader('content-type', 'text/html');
    if (request.method === 'POST' && path === '/login') {
      response.writeHead(303, { 'set-cookie': 'session=ann; HttpOnly; Path=/', location: '/account' }).end();
    } else if (path === '/login') {
      response.end(
        page('<form method="post"><label>Name <input name="name"></label><button>Sign in</button></form>'),
      );
    } else {
      const who = /session=ann/.test(request.headers.cookie ?? '')
        ? 'Signed in as Ann'
        : 'Nobody is signed in';
      response.end(
        page(`<h1>${path}</h1><p>${who}</p><p id="out"></p><script>
          if (location.pathname === '/account') { localStorage.setItem('theme', 'dark'); sessionStorage.setItem('step', '7') }
          out.textContent = 'theme ' + localStorage.getItem('theme') + ', step ' + sessionStorage.getItem('step')</script>`),
      );
    }
  };
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/favicon.ico') return response.writeHead(404).end();
    requests.push(`${request.method} ${path}`);
    if (!path.startsWith('/hold') || isOpen.has(path)) return answer(request, response);
    held.set(path, () => answer(request, response));
  });
  return {
    requests,
    count: (request: string) => requests.filter((one) => one === request).length,
    /** Waits for a request that is held. */
    async asked(path: string) {
      await expect.poll(() => held.has(path)).toBe(true);
    },
    /** Responds to what is held at a path, and from now on at once. */
    release(path: string) {
      isOpen.add(path);
      held.get(path)?.();
    },
    listen: () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
    host: () => `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A service that is stopped, or killed, and started again. */
interface Service extends Pick<TestService, 'folder' | 'call' | 'startRun'> {
  start(): Promise<unknown>;
  /** Stops it when the block that runs has ended. */
  stop(): Promise<unknown>;
  kill(): Promise<unknown>;
  close(): Promise<unknown>;
}

type Variables = Readonly<Record<string, string>>;

/** A service in this process, with a context of the shared browser. */
async function inProcess(variables: Variables): Promise<Service> {
  const service = await inProcessService({ ...variables, RUNWRIGHT_RECORD: 'none' }, () => ({
    browser: sharedBrowser(),
  }));
  const { folder, call, startRun, start, stop } = service;
  const kill = () => Promise.reject(new Error('Only a process of its own can be killed.'));
  return { folder, call, startRun, start, stop, kill, close: async () => service.close() };
}

/** A service and browsers in processes of their own. */
async function asProcess(variables: Variables): Promise<Service> {
  const service = await testService(variables);
  const { folder, call, startRun, start, close } = service;
  const end = async (signal: NodeJS.Signals) => service.process && exitOf(service.process, signal);
  return { folder, call, startRun, start, close, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

describe.each([
  { place: 'in the process of its test', create: inProcess, tags: [] },
  { place: 'in a process of its own', create: asProcess, tags: ['extended'] },
])('a run whose service, $place, ends after its first page', ({ create, tags }) => {
  let service: Service;
  let site: ReturnType<typeof shop>;

  beforeEach(async () => {
    site = shop();
    await site.listen();
    service = await create({
      RUNWRIGHT_ALLOWED_HOSTS: site.host(),
      // A block ends in time on a busy machine too.
      RUNWRIGHT_DRAIN_SECONDS: '300',
    });
  });
  afterEach(async () => {
    await service.close();
    site.close();
  });

  const url = (path: string) => `http://${site.host()}${path}`;
  const goto = (label: string, path: string) => ({ block_type: 'goto_url', label, url: url(path) });
  const request = (label: string, method: string, path: string) => ({
    block_type: 'http_request',
    label,
    method,
    url: url(path),
  });
  const code = (label: string, text: string) => ({ block_type: 'code', label, code: text });
  const login = () =>
    code(
      'login',
      `await page.goto('${url('/login')}');
       const [field] = (await page.elements()).filter(({ name }) => name === 'Name');
       await page.fill(field.id, 'ann', { submit: true });
       await page.wait({ text: 'Signed in as Ann' });`,
    );
  const look = (label: string) => code(label, 'return { url: await page.url(), text: await page.text() };');
  const finished = async (runId: string) => {
    const read = async () => (await service.call(`/v1/runs/${runId}`)).body;
    await expect
      .poll(async () => (await read()).status, { interval: 200 })
      .toMatch(/completed|failed|terminated|timed_out/);
    return read();
  };
  /** Stops the service while a request is held, which is answered then. */
  const stopAt = async (path: string) => {
    await site.asked(path);
    const stopped = service.stop();
    const status = async () => (await service.call('/health')).body.status;
    await expect.poll(status, { interval: 200 }).toBe('draining');
    site.release(path);
    await stopped;
  };

  it('goes on with its login and its page when it was stopped between two blocks', {
    ...startsBrowsers,
    tags,
  }, async () => {
    await service.start();
    const runId = await service.startRun([
      login(),
      goto('second', '/account/2'),
      request('hold', 'POST', '/hold/pay'),
      look('look'),
      goto('third', '/account/3'),
      look('end'),
    ]);
    await stopAt('/hold/pay');

    await service.start();
    const run = await finished(runId);
    expect(run).toMatchObject({
      status: 'completed',
      output: {
        look_output: {
          url: url('/account/2'),
          text: expect.stringMatching(/Signed in as Ann[\s\S]*theme dark, step 7/),
        },
        end_output: {
          url: url('/account/3'),
          text: expect.stringMatching(/Signed in as Ann[\s\S]*theme dark, step 7/),
        },
      },
    });
    expect(site.count('POST /login')).toBe(1);
    expect(site.count('POST /hold/pay')).toBe(1);
    expect(JSON.stringify((await service.call(`/v1/runs/${runId}/timeline`)).body)).toContain(
      'were loaded again (1)',
    );
    // Nothing of the browser is left when the run has ended. Beside PostgreSQL artifacts are in S3, and not looked at.
    const files = await readdir(join(service.folder, 'artifacts'), { recursive: true }).catch(() => []);
    expect(files.filter((file) => file.includes('browser-state'))).toEqual([]);
  });

  it.skipIf(create === inProcess)(
    'goes on with its login when it was killed inside a block, which begins where it began',
    { tags },
    async () => {
      await service.start();
      const runId = await service.startRun([
        login(),
        goto('second', '/account/2'),
        code(
          'third',
          `const before = await page.url(); await page.goto('${url('/hold/3')}'); return before;`,
        ),
        look('look'),
      ]);
      await site.asked('/hold/3');
      await service.kill();
      site.release('/hold/3');

      await service.start();
      const run = await finished(runId);
      expect(run).toMatchObject({
        status: 'completed',
        output: {
          third_output: url('/account/2'),
          look_output: { url: url('/hold/3'), text: expect.stringContaining('Signed in as Ann') },
        },
      });
      expect(site.count('POST /login')).toBe(1);
    },
  );

  /** A run of requests that may not be repeated and of pages, in turns; the service is stopped in each of them. */
  const stopAgainAndAgain = async (names: readonly number[]) => {
    const pathOf = (index: number) => (index % 2 === 0 ? `/hold/pay${index}` : `/hold/page${index}`);
    const held = names.map(pathOf);
    await service.start();
    const runId = await service.startRun([
      login(),
      ...names.flatMap((index) => [
        index % 2 === 0 ? request(`pay${index}`, 'POST', pathOf(index)) : goto(`page${index}`, pathOf(index)),
        look(`look${index}`),
      ]),
    ]);
    for (const path of held) {
      await stopAt(path);
      await service.start();
    }
    const run = await finished(runId);
    expect(run.status, run.failure_reason).toBe('completed');
    const looks = names.map((index) => run.output[`look${index}_output`]);
    const shown = names.map((index) => {
      const page = index % 2 === 0 ? index - 1 : index;
      return page < 0 ? '/account' : `/hold/page${page}`;
    });
    expect(looks.map((look) => look.url)).toEqual(shown.map(url));
    for (const look of looks) expect(look.text).toContain('Signed in as Ann');
    const posts = site.requests.filter((one) => one.startsWith('POST /hold'));
    expect(posts).toEqual(names.filter((index) => index % 2 === 0).map((index) => `POST ${pathOf(index)}`));
    expect(site.count('POST /login')).toBe(1);
  };

  it('loses and repeats nothing when it is stopped in a page', { tags: ['extended'] }, () =>
    stopAgainAndAgain([1]),
  );
  it.skipIf(create === inProcess)(
    'loses and repeats nothing when it is stopped 20 times',
    { tags, timeout: 1_800_000 },
    () => stopAgainAndAgain(Array.from({ length: 20 }, (_, index) => index)),
  );
});
