import type { ServerResponse } from 'node:http';
import type { BrowserSession } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagged } from '../tagged.ts';
import { type PageSite, pageSite } from './page-site.ts';
import { type SessionClient, sessionClient } from './session-client.ts';

/** A field that asks for its list `afterMs` after the last key and shows it by `show`. */
const asking = (attributes: string, list: string, show: string, afterMs = 500): string =>
  `<label>City <input id="field" autocomplete="off" ${attributes}></label><button>Other</button>${list}<script>
  const field = document.querySelector('#field'); let timer = 0;
  const names = () => ['Lisbon', 'Lisse', 'London', 'Leeds'].filter((name) => name.startsWith(field.value));
  const show = () => { ${show} };
  field.oninput = () => { clearTimeout(timer);
    timer = setTimeout(() => fetch('/late?ms=150').then((answer) => answer.text()).then(show), ${afterMs}) };</script>`;
const fill = (option: string): string => `list.innerHTML = names().map((name) => ${option}).join('')`;
const listbox = '<ul id="list" role="listbox" style="position: absolute"></ul>';
const fillListbox = fill(`'<li role="option">' + name + '</li>'`);

const pages = () => ({
  '/combobox': asking('role="combobox" aria-autocomplete="list" aria-controls="list"', listbox, fillListbox),
  '/slow': asking('role="combobox" aria-expanded="false"', listbox, fillListbox, 750),
  '/choosing': asking(
    `role="combobox" onblur="if (!this.dataset.chosen) this.value = ''"`,
    listbox,
    `${fillListbox}; for (const option of list.children) option.onclick = () => { field.value = option.textContent; field.dataset.chosen = 'yes'; list.innerHTML = '' }`,
    700,
  ),
  '/recent': asking(
    'aria-autocomplete="list" aria-owns="list"',
    '<ul id="list" role="listbox"><li role="option">Porto</li></ul>',
    fillListbox,
  ),
  '/around': `<div role="combobox" aria-haspopup="listbox">${asking('', listbox, fillListbox)}</div>`,
  '/without-roles': asking(
    'class="typeahead"',
    '<div id="list"></div>',
    fill(`'<div style="cursor: pointer" onclick="field.value = this.textContent">' + name + '</div>'`),
  ),
  // The last request begins later than 300 ms after the action: requests that begin by then are waited for in any case.
  '/third-request': `<input aria-label="City"><div id="list"></div><script>
    const ask = (number) => fetch('/in-turn?number=' + number);
    const pause = () => new Promise((resolve) => setTimeout(resolve, 500));
    document.querySelector('input').oninput = (event) => { if (event.target.value === 'Lis')
      ask(1).then(() => ask(2)).then(pause).then(() => ask(3)).then((answer) => answer.text())
        .then(() => { list.innerHTML = '<a href="#lisbon">Lisbon</a>' }) }</script>`,
  '/blank': `<input aria-label="Login" onkeyup="if (this.value === 'ann') this.value = 'ann '">`,
});

/** What a page does while it is typed into, and what is told of it. */
export function testTyping({ openSession }: { readonly openSession: () => Promise<BrowserSession> }): void {
  describe('typing', () => {
    let site: PageSite;
    let client: SessionClient;
    /** Requests of a page that end when its last one has begun. */
    const running: ServerResponse[] = [];
    const type = async (path: string, called: string, text: string) => {
      await client.open(`${site.url}${path}`, new RegExp(called));
      const [, id = ''] = new RegExp(`([a-z]+\\d+) ${called}`).exec((await client.read()).text) ?? [];
      const result = await client.act({ action_type: 'input_text', id, text });
      return { result, text: (await client.read()).text };
    };

    beforeAll(async () => {
      site = await pageSite(pages, (url, response) => {
        const number = url.searchParams.get('number');
        if (number === '1' || number === '2') {
          // The page gets the response with the first bytes of its body.
          response.writeHead(200, { 'content-type': 'application/json' }).write(' '.repeat(4_096));
          return void running.push(response);
        }
        for (const each of running.splice(0)) each.end();
        setTimeout(() => response.end('late'), Number(url.searchParams.get('ms') ?? 200));
      });
      client = sessionClient(await openSession());
    });
    afterAll(async () => {
      await client.session.close();
      await site.close();
    });

    const offersChoices = async (_what: string, path: string): Promise<void> => {
      const { result, text } = await type(path, '(textbox|combobox) "City"', 'Lis');
      expect(result).toMatchObject({ status: 'ok', readBack: { found: 'Lis', holds: true } });
      expect(result.message).toContain('It offers 2 choices.');
      expect(text).toContain('Lisbon');
      expect(text).not.toContain('Porto');
    };
    it.each([['a combobox that asks half a second after the last key', '/combobox']])(
      'the list that comes late after typing into %s is in the next view',
      offersChoices,
    );
    it.each([
      ['a combobox that asks three quarters of a second after the last key', '/slow'],
      ['a field that showed recent choices before', '/recent'],
      ['a field inside a combobox', '/around'],
      ['a field whose list has no roles', '/without-roles'],
    ])(
      'the list that comes late after typing into %s is in the next view',
      tagged('extended'),
      offersChoices,
    );

    it('an option of a list that comes late is chosen', tagged('extended'), async () => {
      await client.open(`${site.url}/choosing`, /combobox "City"/);
      const choose = {
        action_type: 'select_option',
        id: client.id('combobox "City"'),
        label: 'Lisbon',
      } as const;
      expect(await client.act(choose)).toMatchObject({ status: 'ok' });
      expect((await client.read()).text).toContain('combobox "City" =Lisbon');
    });

    it(
      'what the third of three requests after typing brings is in the next view',
      tagged('extended'),
      async () => {
        const { text } = await type('/third-request', 'textbox "City"', 'Lis');
        expect(text).toContain('link "Lisbon"');
      },
    );

    it('a blank that the page adds to a text is told', tagged('extended'), async () => {
      const { result, text } = await type('/blank', 'textbox "Login"', 'ann');
      expect(result).toMatchObject({ status: 'ok', readBack: { wanted: 'ann', found: 'ann ' } });
      expect(result.message).toContain('The field holds `ann `, with other blanks at its ends');
      expect(text).toContain('textbox "Login" ="ann "');
    });
  });
}
