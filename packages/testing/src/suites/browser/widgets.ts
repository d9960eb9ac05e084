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
 * Names of rows that repeat on another field, or with another cause, what an untagged row covers in the driver. They
 * are {@link tagged} as `extended`.
 */
const repeated: ReadonlySet<string> = new Set([
  ...['search field: takes text', 'e-mail field: takes an address', 'address field: takes an address'],
  ...['text field: is emptied', 'number field: takes a fraction', 'field that is far down the page'],
  ...[
    'field under a bar that stays at the foot',
    'field in a shadow root',
    'field that turns everything into capitals',
  ],
  ...['card mask', 'expiry mask', 'amount mask', 'date mask', 'mask with a template that stays'],
  ...['date: page hears input and change', 'month', 'week', 'moment', 'colour: a word', 'range with a step'],
  ...['editable region: takes text', 'editable region of plain text', 'field that turns back at once'],
  ...[
    'field that is too short',
    'field that drops a letter',
    'range: beyond its end',
    'editor that keeps its text',
  ],
  ...[
    'checkbox: that is checked stays so',
    'checkbox: is unchecked again',
    'checkbox: takes a word for its state',
  ],
  ...['checkbox: lies under what is drawn in its place', 'checkbox: a link in its label is not followed'],
  ...['menu button: is closed again', 'tab: is selected', 'select: takes the value of an option'],
  ...['slider: knows its step', 'slider: that hears no keys is dragged', 'slider: goes to a word'],
  ...['slider: a value beyond its end is refused', 'slider: that does not move is told'],
  ...[
    'code: boxes that leave the focus',
    'code: boxes that hold an old code',
    'code: boxes that go away when it is complete',
  ],
  ...['checkbox: that turns itself off again', 'radio: that is drawn anew without its choice'],
  ...['select: that is drawn anew with its old choice', 'checkbox: in a group that is disabled'],
  ...['button: takes no text', 'switch: that a server turns back'],
  ...[
    'click: twice',
    'click: with the right button',
    'click: a link that wraps',
    'click: in a frame that is far down',
  ],
  ...['click: in a frame in a region that scrolls', 'click: a button that is drawn again'],
  ...['hover: the page sees the pointer enter', 'hover: at a point', 'drag: to a place that is far away'],
  ...['drag: from point to point', 'scroll: a region sideways', 'trap: a frame under a lid'],
  ...[
    'trap: a button under a hint that opens when it is pointed at',
    'trap: a button that says it is disabled',
  ],
]);

/** Every row, with its tags. Throws when a name in {@link repeated} is that of no row. */
function taggedRows(): readonly WidgetCase[] {
  const names = new Set(widgetRows.map(({ name }) => name));
  const unknown = [...repeated].filter((name) => !names.has(name));
  if (unknown.length > 0)
    throw new Error(
      `Cannot tag rows as \`extended\`: no row is named \`${unknown.join('`, `')}\`. Correct the names in \`repeated\`.`,
    );
  return widgetRows.map((row) => (repeated.has(row.name) ? { ...row, ...tagged('extended') } : row));
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

    it('a code shows in none of its boxes', async () => {
      await client().open(`${site.url}/code`);
      const id = client().id('textbox "Digit 0"');
      await client().act({ action_type: 'verification_code', id, code: '7359' });
      expect((await client().read()).text.match(/=set/g)).toHaveLength(4);
    });

    it('a field that judges its text when it is left is told with the next action, once', async () => {
      await client().open(`${site.url}/leaving`);
      const type = (called: string, text: string) =>
        client().act({ action_type: 'input_text', id: client().id(called), text });
      expect(await type('textbox "Code"', 'A12')).toMatchObject({ status: 'ok', readBack: { found: 'A12' } });
      const { status, message } = await type('textbox "Name"', 'Ann');
      expect(status).toBe('ok');
      expect(message).toMatch(/"Code" \(a\d+\) holds `none` and not `A12`/);
      expect((await client().click('button "Send"')).message).not.toContain('Code');
    });
  });
}
