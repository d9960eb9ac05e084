import { fakeBrowser } from '@runwright/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { egressPolicy } from '../../network/egress.ts';
import { closeEngines, codeEngine, output, pages, program, serve } from './code.test-helpers.ts';

afterEach(closeEngines);

const browsing = async () => {
  const browser = fakeBrowser({ pages });
  return { browser, ...(await codeEngine({ drivers: { browser } })) };
};

describe('page', () => {
  it('does what an agent can do to a page, each as one action', async () => {
    const { run, browser } = await browsing();
    const code = `
      await page.goto('https://8.8.8.8/form');
      await page.hover('a1');
      await page.select('Country', ['Spain']);
      await page.enterCode('a1', '123456');
      await page.selectText('Please');
      await page.drag('a1', 'a3');
      await page.click('a1', { modifiers: ['Shift'], leadsTo: '/form' });
      for (const verb of ['back', 'forward', 'reload', 'newTab', 'closeTab', 'solveCaptcha']) await page[verb]();
      await page.switchTab('t1');
      const fails = async (work) => work().then(() => 'done', ({ message }) => message);
      return [
        await fails(() => page.click('a1', { leadsTo: '/elsewhere' })),
        await fails(() => page.click({ target: 'save' })),
        typeof page.extract, typeof page.has,
      ];
    `;
    const ended = await run(program(code));
    expect(ended.failureReason).toBeNull();
    expect(output(ended)).toEqual([
      expect.stringContaining('`/elsewhere` was expected'),
      expect.stringContaining('belongs to none'),
      ...['undefined', 'undefined'],
    ]);
    const actions = browser.sessions[0]?.actions.map(({ action }) => action.action_type);
    expect(actions).toEqual([
      ...['goto_url', 'hover', 'select_option', 'verification_code', 'select_text', 'drag', 'click'],
      ...[
        'go_back',
        'go_forward',
        'reload_page',
        'new_tab',
        'close_page',
        'solve_captcha',
        'switch_tab',
        'click',
      ],
    ]);
  });

  it('opens no browser before its first use', async () => {
    const { run, browser } = await browsing();
    await run(program('return typeof page.click'));
    expect(browser.sessions).toHaveLength(0);
  });

  it('acts on elements by id, name, selector and description', async () => {
    const { run, browser } = await browsing();
    const code = `
      await page.goto('https://8.8.8.8/form');
      await page.fill('User name', 'Ann');
      await page.type({ css: '#a1' }, ' B');
      await page.check('a3');
      await page.uncheck('#a3');
      await page.select('country', 'Spain');
      await page.select('Country', { index: 0 });
      await page.scroll({ to: 'bottom' });
      await page.press('Tab');
      await page.press(['Control+A', 'Delete'], { repeat: 2 });
      await page.wait(5);
      await page.wait({ text: 'Please' });
      const before = [await page.url(), await page.title(), (await page.text()).includes('Please sign in')];
      const click = await page.click({ name: 'Sign in', kind: 'link' }, { count: 1 });
      return [before, click.url, await page.title(), (await page.elements()).length];
    `;
    const ended = await run(program(code));
    expect(ended.failureReason).toBeNull();
    expect(output(ended)).toEqual([
      ['https://8.8.8.8/form', 'Form', true],
      'https://8.8.8.8/done',
      'Done',
      0,
    ]);
    const actions = browser.sessions[0]?.actions.map(({ action }) => action);
    expect(actions).toEqual([
      { action_type: 'goto_url', url: 'https://8.8.8.8/form' },
      { action_type: 'input_text', id: 'a1', text: 'Ann' },
      { action_type: 'input_text', id: 'a1', text: ' B', clear: false },
      { action_type: 'checkbox', id: 'a3', checked: true },
      { action_type: 'checkbox', id: 'a3', checked: false },
      { action_type: 'select_option', id: 'a4', label: 'Spain' },
      { action_type: 'select_option', id: 'a4', index: 0 },
      { action_type: 'scroll', to: 'bottom' },
      { action_type: 'keypress', keys: ['Tab'] },
      { action_type: 'keypress', keys: ['Control+A', 'Delete'], repeat: 2 },
      { action_type: 'wait', for: 'ms', value: 5 },
      { action_type: 'wait', for: 'text', value: 'Please' },
      { action_type: 'click', id: 'a5', count: 1 },
    ]);
  });

  it('records its actions on the timeline', async () => {
    const { run, engine, organizationId } = await browsing();
    const ended = await run(program(`await page.goto('https://8.8.8.8/form'); await page.click('Delete')`));
    const events = await engine.runs.timeline(organizationId, ended.runId);
    expect(
      events.flatMap((event) => (event.type === 'action-start' ? [event.action.action_type] : [])),
    ).toEqual(['goto_url', 'click']);
  });

  it('keeps a picture as an artifact of the run', async () => {
    const { run, engine, organizationId } = await browsing();
    const ended = await run(
      program(`await page.goto('https://8.8.8.8/form'); return await page.screenshot()`),
    );
    const artifacts = await engine.runs.artifacts(organizationId, ended.runId);
    const picture = artifacts.find(({ type }) => type === 'screenshot');
    expect(output(ended)).toMatchObject({ artifact_id: picture?.artifactId, width: 1 });
  });

  it.each([
    [`await page.click('Nothing')`, /No element of the page is `Nothing`; 7 elements/, 'target_missing'],
    [
      `await page.click('Sign in')`,
      /2 elements of the page are `Sign in`: `a5` \(link\), `a6` \(button\)/,
      'target_missing',
    ],
    [`await page.click({ text: 'x' })`, /Pass a text, or an object with `id`/, 'block'],
    [`await page.click('a1', { count: 99 })`, /does not fit/, 'block'],
    [`await page.goto('https://8.8.8.8/nowhere')`, /navigation_failed/, 'page_load'],
    [`await page.goto('http://169.254.169.254/')`, /blocked_destination/, 'policy'],
    [`await page.goto({})`, /does not fit/, 'block'],
    [`await page.evaluate('1')`, /not a function/, 'block'],
  ])('`%s` is an exception', async (code, reason, category) => {
    const { run } = await browsing();
    const ended = await run(program(`await page.goto('https://8.8.8.8/form'); ${code}`));
    expect(ended.failureReason).toMatch(reason);
    expect(ended).toMatchObject({ status: 'failed', failureCategory: category });
  });

  it('that fails can be caught, and says why', async () => {
    const { run } = await browsing();
    const code = `await page.goto('https://8.8.8.8/form'); try { await page.click('Nothing') } catch (e) { return [e instanceof Error, e.code] }`;
    expect(output(await run(program(code)))).toEqual([true, 'block_failed']);
  });

  it('fails without a browser driver, and says so', async () => {
    const { run } = await codeEngine();
    const ended = await run(program(`await page.url()`));
    expect(ended).toMatchObject({ status: 'failed', failureCategory: 'browser' });
  });
});

describe('fetch', () => {
  it('sends JSON or text and answers status, headers, text and JSON', async () => {
    const { url, host } = await serve(async (request, response) => {
      const chunks = await request.toArray();
      response.setHeader('x-answer', 'yes');
      response.statusCode = 201;
      response.end(
        JSON.stringify({
          method: request.method,
          type: request.headers['content-type'] ?? null,
          own: request.headers['x-own'] ?? null,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    const { run } = await codeEngine({ drivers: { egress: egressPolicy({ allowedHosts: [host] }) } });
    const code = `
      const get = await fetch('${url}/a');
      const post = await fetch('${url}/b', { method: 'post', headers: { 'X-Own': 7 }, body: { a: 1 } });
      const put = await fetch('${url}/c', { method: 'PUT', body: 'plain' });
      return [get.status, get.ok, get.headers['x-answer'], typeof await get.text(), await post.json(), (await put.json()).body];
    `;
    const ended = await run(program(code));
    expect(ended.failureReason).toBeNull();
    expect(output(ended)).toEqual([
      201,
      true,
      'yes',
      'string',
      { method: 'POST', type: 'application/json', own: '7', body: '{"a":1}' },
      'plain',
    ]);
  });

  it('answers a status that is not 2xx without an exception', async () => {
    const { url, host } = await serve((_request, response) => response.writeHead(404).end('gone'));
    const { run } = await codeEngine({ drivers: { egress: egressPolicy({ allowedHosts: [host] }) } });
    const code = `const r = await fetch('${url}'); return [r.status, r.ok, await r.text()]`;
    expect(output(await run(program(code)))).toEqual([404, false, 'gone']);
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://10.0.0.1/',
    'http://0.0.0.0/',
  ])('of %s is refused with the sentence of the policy', async (address) => {
    const { run } = await codeEngine();
    const code = `try { await fetch('${address}') } catch (e) { return [e.code, e.message] }`;
    expect(output(await run(program(code)))).toEqual([
      'egress_denied',
      expect.stringMatching(/^Address is not allowed: /),
    ]);
    expect(await run(program(`await fetch('${address}')`))).toMatchObject({
      status: 'failed',
      failureCategory: 'policy',
      errors: [{ error_code: 'egress_refused' }],
    });
  });

  it.each([
    'file:///etc/passwd',
    'ftp://8.8.8.8/',
    'data:text/plain,x',
    'javascript:1',
    '/etc/passwd',
    'null',
    '',
  ])('of `%s` is no address', async (address) => {
    const { run } = await codeEngine();
    const code = `try { await fetch('${address}') } catch (e) { return e.code }`;
    expect(output(await run(program(code)))).toBe('egress_denied');
  });

  it('follows no redirect to a private address', async () => {
    const { url, host } = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    );
    const { run } = await codeEngine({ drivers: { egress: egressPolicy({ allowedHosts: [host] }) } });
    expect((await run(program(`await fetch('${url}')`))).failureReason).toMatch(
      /not allowed: 169\.254\.169\.254/,
    );
    const manual = program(`return (await fetch('${url}', { redirect: 'manual' })).status`);
    expect(output(await run(manual))).toBe(302);
  });

  it.each([
    [`await fetch('https://8.8.8.8/', { headers: { 'a\\nb': 'x' } })`, /header `a\nb` cannot be sent/],
    [`await fetch('https://8.8.8.8/', { method: 'A B' })`, /./],
    [`await fetch('https://8.8.8.8/', { body: { toJSON() { throw new Error('x') } } })`, /must be JSON/],
  ])('of what cannot be sent is an exception: %s', async (code, reason) => {
    const { run } = await codeEngine();
    const ended = await run(program(code));
    expect(ended.status).toBe('failed');
    expect(ended.failureReason).toMatch(reason);
  });
});

describe('sleep and console', () => {
  it.each(['-1', '"1"', 'NaN', '{}', ''])('sleep(%s) is refused', async (ms) => {
    const { run } = await codeEngine();
    expect((await run(program(`await sleep(${ms})`))).failureReason).toMatch(/Pass milliseconds from 0/);
  });

  it('console goes to the log of the run', async () => {
    const { run, kept } = await codeEngine();
    const ended = await run(
      program('console.log("found", { rows: 2 }); console.error("oh"); await sleep(1)'),
    );
    const text = await kept(ended);
    expect(text).toMatch(/info\s+found \{"rows":2\}/);
    expect(text).toMatch(/error\s+oh/);
  });
});
