import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import {
  type Site,
  startSite,
  startTypingService,
  type TypingService,
} from './typed-secrets.test-helpers.ts';

const password = 'Kestrel-Harbor-93!';
const pin = '4711';
const code = 'K7Q2XW';

const field = `<label>Password <input type="password" id="field"></label>`;
const pinField = `<label>Pin <input id="field"></label>`;
/** Takes single characters alone, and reports what the field holds after each. */
const meter = `<script>
  const field = document.querySelector('#field');
  const said = document.querySelector('p');
  field.oninput = (event) => {
    if ((event.data ?? '').length > 1) { field.value = ''; return; }
    console.log('strength of', field.value);
    fetch('/meter', { method: 'POST', body: field.value });
  };
</script>`;
const onChange = (body: string) =>
  `<script>document.querySelector('#field').oninput = ({ target: { value } }) => { ${body} };</script>`;

/** Documents of the site that secrets are for, by path. */
const pages: Readonly<Record<string, string>> = {
  '/boxes': `<form>${Array.from(code, (_, at) => `<input maxlength="1" size="1" aria-label="Digit ${at + 1}">`).join('')}</form>`,
  '/meter-page': `${field}${meter}`,
  '/wide': `${field}<p>idle</p>${onChange(
    `fetch('/wide-echo', { method: 'POST', body: value }).then((answer) => answer.text()).then(() => {
       document.querySelector('p').textContent = 'echoed'; });`,
  )}`,
  '/long-line': `${field}<p>idle</p>${onChange(
    // The console log keeps 4,000 characters of a line.
    `console.log('Basic ' + ' '.repeat(3_974) + btoa(value)); document.querySelector('p').textContent = 'logged';`,
  )}`,
  // The text of a dialog is kept up to 500 characters.
  '/dialog': `${field}${onChange(`setTimeout(() => alert('Debug:' + ' '.repeat(483) + value + ' end'))`)}`,
  '/frame': `${pinField}${onChange(`console.log('PIN in a frame ' + value + ' end');`)}`,
  '/window': `${pinField}<button>Open</button><script>
    document.querySelector('button').onclick = () => {
      const opened = window.open('about:blank');
      opened.setTimeout('void 0');
      opened.console.log('PIN in a window ' + document.querySelector('#field').value + ' end');
    };
  </script>`,
  '/without-address': `${pinField}<iframe id="inner" srcdoc="<p>empty</p>"></iframe>${onChange(
    `document.querySelector('#inner').contentDocument.body.innerHTML = '<h1>Your PIN is ' + value + ' today</h1>';`,
  )}`,
  '/leaving': `${pinField}<button onclick="location.href = '__next__/signed-in?pin=' + document.querySelector('#field').value">Go</button>`,
  '/sign-in': `<form method="post" action="__next__/signed-in">${pinField.replace('id=', 'name="pin" id=')}<button>Go</button></form>`,
};

describe('secrets in the records of a run', { tags: ['security', 'extended'] }, () => {
  let own: Site;
  let other: Site;
  let typing: TypingService;

  beforeAll(async () => {
    own = await startSite('127.0.0.1', ({ path, body }, response) => {
      if (path === '/wide-echo') {
        response.setHeader('content-type', 'text/html; charset=utf-16le');
        return void response.end(Buffer.from(`<p>You said ${body}</p>`, 'utf16le'));
      }
      response.end((pages[path] ?? '').replace('__next__', other.origin));
    });
    other = await startSite('127.0.0.2', ({ path, body }, response) => {
      if (path === '/around') return void response.end(`<iframe src="${own.origin}/frame"></iframe>`);
      const given = new URLSearchParams(body || path.split('?')[1]).get('pin');
      response.end(`<h1>Thanks</h1><p>You signed in with ${given} today</p>`);
    });
    typing = await startTypingService([own, other], 'har,console,trace');
  });
  afterAll(async () => {
    await typing?.service.close();
    await own?.[Symbol.asyncDispose]();
    await other?.[Symbol.asyncDispose]();
  });

  const secretOf = (value: string, ...sites: readonly Site[]) => ({
    credential_type: 'secret',
    credential: { secret_value: value },
    allowed_hosts: sites.map(({ origin }) => origin),
  });
  const login = () => ({
    credential_type: 'password',
    credential: { username: 'ann', password },
    allowed_hosts: [own.origin],
  });
  const fill = (path: string, name: string, value: string) => `
    await page.goto('${path}');
    const field = (await page.elements()).find((each) => each.name === '${name}');
    await page.fill(field.id, ${value});`;
  const linesOf = async (archive: Buffer, ending: RegExp) => {
    const zip = await fromBufferPromise(archive, { autoClose: false });
    const entries: { readonly name: string; readonly bytes: Buffer }[] = [];
    for await (const entry of zip.eachEntry())
      if (ending.test(entry.fileName))
        entries.push({
          name: entry.fileName,
          bytes: await buffer(await zip.openReadStreamPromise(entry)),
        });
    return entries;
  };

  it('a trace cannot be read for a code that was typed into one box after the other', async () => {
    const { status, reason, runId } = await typing.run(
      `await page.goto('${own.origin}/boxes');
       const first = (await page.elements()).find((each) => each.name === 'Digit 1');
       await page.enterCode(first.id, login.secret_value);`,
      secretOf(code, own),
    );
    expect({ status, reason }).toEqual({ status: 'completed', reason: null });
    const records = (await linesOf(await typing.recording(runId, 'trace'), /\.trace$/)).flatMap(({ bytes }) =>
      bytes.toString().split('\n'),
    );
    expect(records.join('')).toContain('/boxes');
    // What single calls put into a page, in their order.
    const typed = records.flatMap((line) => /\\?"text\\?":\\?"(.)\\?"/.exec(line)?.[1] ?? []);
    const held = records.flatMap((line) => /\\?"value\\?":\\?"(.)\\?"/.exec(line)?.[1] ?? []);
    expect(typed.join('')).not.toContain(code);
    expect(held.join('')).not.toContain(code);
  });

  it('an answer in UTF-16 that repeats a password does not bring it into a trace', async () => {
    const { status, reason, runId } = await typing.run(
      `${fill(`${own.origin}/wide`, 'Password', 'login.password')} await page.wait({ text: 'echoed' });`,
      login(),
    );
    expect({ status, reason }).toEqual({ status: 'completed', reason: null });
    expect(own.received).toContainEqual({ path: '/wide-echo', body: password });
    const entries = await linesOf(await typing.recording(runId, 'trace'), /\./);
    expect(entries.length).toBeGreaterThan(1);
    const wide = Buffer.from(password, 'utf16le');
    expect(entries.filter(({ bytes }) => bytes.includes(wide)).map(({ name }) => name)).toEqual([]);
  });

  it('a field that takes single characters alone does not bring the beginning of a password into a record', async () => {
    const { status, reason, runId } = await typing.run(
      fill(`${own.origin}/meter-page`, 'Password', 'login.password'),
      login(),
    );
    expect({ status, reason }).toEqual({ status: 'completed', reason: null });
    const reported = own.received.filter(({ path }) => path === '/meter').map(({ body }) => body);
    expect(reported).toContain(password);
    expect(reported).toContain(password.slice(0, 6));
    const har = String(await typing.recording(runId, 'har'));
    const log = String(await typing.recording(runId, 'browser_console_log'));
    const trace = await linesOf(await typing.recording(runId, 'trace'), /\./);
    const records: Readonly<Record<string, string>> = {
      har,
      log,
      trace: trace.map(({ bytes }) => String(bytes)).join('\n'),
    };
    expect(har).toContain('/meter');
    // What the page says while it gets the characters is no line of the log, as a masked prefix would tell which one is right.
    expect(log).toContain('lines are left out');
    const showing = Object.keys(records).filter((name) => records[name]?.includes(password.slice(0, 5)));
    expect(showing).toEqual([]);
  });

  it('a line of the console that is cut inside of an encoded password does not show its beginning', async () => {
    const { status, reason, runId } = await typing.run(
      `${fill(`${own.origin}/long-line`, 'Password', 'login.password')} await page.wait({ text: 'logged' });`,
      login(),
    );
    expect({ status, reason }).toEqual({ status: 'completed', reason: null });
    const log = String(await typing.recording(runId, 'browser_console_log'));
    expect(log).toContain('Basic ');
    const left = /Basic +([A-Za-z0-9+/=]*)/.exec(log)?.[1] ?? '';
    expect(Buffer.from(left, 'base64').toString().slice(0, 6)).not.toBe(password.slice(0, 6));
  });

  it('a dialog whose text is cut inside of a password does not show its beginning in the timeline', async () => {
    const { status, reason, runId } = await typing.run(
      fill(`${own.origin}/dialog`, 'Password', 'login.password'),
      login(),
    );
    expect({ status, reason }).toEqual({ status: 'completed', reason: null });
    const timeline = JSON.stringify((await typing.service.call(`/v1/runs/${runId}/timeline`)).body);
    expect(timeline).toContain('Debug:');
    expect(timeline).not.toContain(password.slice(0, 6));
  });

  it('a PIN cannot be read from the console when its site is framed by another one', async () => {
    const { status, reason, runId } = await typing.run(
      fill(`${other.origin}/around`, 'Pin', 'login.secret_value'),
      secretOf(pin, own),
    );
    expect({ status, reason }).toEqual({ status: 'completed', reason: null });
    const log = String(await typing.recording(runId, 'browser_console_log'));
    expect(log).toContain('PIN in a frame');
    expect(log).not.toContain(`PIN in a frame ${pin}`);
  });

  it('a PIN cannot be read from the console of a window without an address', async () => {
    const { status, reason, runId } = await typing.run(
      `${fill(`${own.origin}/window`, 'Pin', 'login.secret_value')} await page.click('Open');`,
      secretOf(pin, own),
    );
    expect({ status, reason }).toEqual({ status: 'completed', reason: null });
    const log = String(await typing.recording(runId, 'browser_console_log'));
    expect(log).toContain('PIN in a window');
    expect(log).not.toContain(`PIN in a window ${pin}`);
  });

  it('a PIN cannot be read from what a frame without an address shows', async () => {
    const { status, reason, output } = await typing.run(
      `${fill(`${own.origin}/without-address`, 'Pin', 'login.secret_value')} return await page.text();`,
      secretOf(pin, own),
    );
    expect({ status, reason }).toEqual({ status: 'completed', reason: null });
    expect(output).toContain('Your PIN is');
    expect(output).not.toContain(pin);
  });

  it.each([
    ['a form', '/sign-in', { path: '/signed-in', body: `pin=${pin}` }],
    ['a script', '/leaving', { path: `/signed-in?pin=${pin}`, body: '' }],
  ])('a PIN cannot be read from the second of its sites, to which %s brings it', async (_way, path, sent) => {
    const { status, reason, output, runId } = await typing.run(
      `${fill(own.origin + path, 'Pin', 'login.secret_value')}
       await page.click('Go'); await page.wait({ text: 'Thanks' }); return await page.text();`,
      secretOf(pin, own, other),
    );
    expect({ status, reason }).toEqual({ status: 'completed', reason: null });
    expect(other.received).toContainEqual(sent);
    expect(output).toContain('You signed in with');
    expect(output).not.toContain(pin);
    const har = String(await typing.recording(runId, 'har'));
    expect(har).toContain('/signed-in');
    expect(har).not.toContain(`pin=${pin}`);
  });
});
