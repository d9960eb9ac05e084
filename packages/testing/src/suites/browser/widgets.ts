import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagged } from '../tagged.ts';
import { type PageSite, pageSite } from './page-site.ts';
import type { PageContext } from './reading.ts';
import { testWidgets, type WidgetCase } from './widget-cases.ts';
import { maskedFields, refusingFields, richFields, textFields, wholeFields } from './widgets-fields.ts';
import { clicks, moves, traps } from './widgets-pointer.ts';
import { codes, ranges, refusedStates, states } from './widgets-states.ts';

/** Native controls, widgets made by hand and traps: what every driver must manage without a model, and must not claim. */
export const widgetRows: readonly WidgetCase[] = [
  ...[...textFields, ...maskedFields, ...wholeFields, ...richFields, ...refusingFields],
  ...[...states, ...ranges, ...codes, ...refusedStates],
  ...[...clicks, ...moves, ...traps],
];

/**
 * Names of rows that stand for the others: one for each way in which a driver fills in, chooses, points or refuses. All other rows
 * are {@link tagged} as `extended`.
 */
const representatives: ReadonlySet<string> = new Set([
  'text field: a value is replaced, and no character is broken in two',
  'phone mask',
  'date: in words',
  'editable region: is replaced',
  'checkbox: is not drawn, its label is',
  'toggle button: is drawn anew, and pressed once',
  'select: of two options that read alike the one that may be chosen',
  'slider: goes to a value by keys',
  'code: boxes that hand the focus on',
  'checkbox: that is drawn anew without its tick',
  'click: in a frame that is drawn at half its size',
  'hover: opens a menu of style alone',
  'select_text: words over several elements, the page sees the pointer',
  'drag: with the data of the browser',
  'trap: a page behind a dialog',
]);

/** Every row, with its tags. Throws when a name in {@link representatives} is that of no row. */
function taggedRows(): readonly WidgetCase[] {
  const names = new Set(widgetRows.map(({ name }) => name));
  const unknown = [...representatives].filter((name) => !names.has(name));
  if (unknown.length > 0)
    throw new Error(
      `Cannot select rows: no row is named \`${unknown.join('`, `')}\`. Correct the names in \`representatives\`.`,
    );
  return widgetRows.map((row) => (representatives.has(row.name) ? row : { ...row, ...tagged('extended') }));
}

/** What a driver must manage on single widgets. */
export function testSingleWidgets({ client }: PageContext): void {
  testWidgets('single widgets', taggedRows(), () => client().session);

  describe('what changes after it was looked at', () => {
    let site: PageSite;
    beforeAll(async () => {
      site = await pageSite((elsewhere) => ({
        '/leaving': `<label>Code <input id="c" onblur="c.value = 'none'"></label><label>Name <input></label><button>Send</button>`,
        '/hiding': `<button onclick="last.hidden = true">Hide</button><button id="last" onclick="document.title = 'Hit'">Last</button><button onclick="box.showModal()">Ask</button><label>Size <select><option>S</option><option>L</option></select></label><dialog id="box" aria-label="Box">Sure?</dialog>`,
        '/turning': `<form id="form" action="/here"><label>Letter <input type="file"></label></form><script>onkeydown = () => { form.action = '${elsewhere}/there' }</script>`,
        '/code': `<div>${'<input maxlength="1" style="width:20px">'.repeat(4)}</div><script>document.querySelectorAll('input').forEach((each, at) => { each.ariaLabel = 'Digit ' + at })</script>`,
      }));
    });
    afterAll(() => site.close());

    it('what is hidden, or behind a dialog by now, is left alone', async () => {
      await client().open(`${site.url}/hiding`);
      const [last, ask, size] = [
        client().id('button "Last"'),
        client().id('button "Ask"'),
        client().id('select'),
      ];
      await client().act({ action_type: 'click', id: client().id('button "Hide"') });
      expect(await client().act({ action_type: 'click', id: last })).toMatchObject({ code: 'stale_target' });
      await client().act({ action_type: 'click', id: ask });
      const chosen = await client().act({ action_type: 'select_option', id: size, label: 'L' });
      expect(chosen).toMatchObject({ status: 'failed', code: 'covered' });
      expect((await client().read()).title).toBe('hiding');
    });

    it('no file goes into a form that has been turned elsewhere', async () => {
      await client().open(`${site.url}/turning`);
      const id = client().id('file "Letter"');
      await client().act({ action_type: 'keypress', keys: ['x'] });
      const result = await client().act({ action_type: 'upload_file', id, file: 'letter.txt' });
      expect(result).toMatchObject({ status: 'failed', code: 'blocked_destination' });
    });

    it('a code shows in none of its boxes', tagged('extended'), async () => {
      await client().open(`${site.url}/code`);
      const id = client().id('textbox "Digit 0"');
      await client().act({ action_type: 'verification_code', id, code: '7359' });
      expect((await client().read()).text.match(/=set/g)).toHaveLength(4);
    });

    it(
      'a field that judges its text when it is left is told with the next action, once',
      tagged('extended'),
      async () => {
        await client().open(`${site.url}/leaving`);
        const type = (called: string, text: string) =>
          client().act({ action_type: 'input_text', id: client().id(called), text });
        expect(await type('textbox "Code"', 'A12')).toMatchObject({
          status: 'ok',
          readBack: { found: 'A12' },
        });
        const { status, message } = await type('textbox "Name"', 'Ann');
        expect(status).toBe('ok');
        expect(message).toMatch(/"Code" \(a\d+\) holds `none` and not `A12`/);
        expect((await client().click('button "Send"')).message).not.toContain('Code');
      },
    );
  });
}
