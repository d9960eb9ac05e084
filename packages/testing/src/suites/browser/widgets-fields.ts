import type { PageAction } from '@runwright/contract';
import type { WidgetCase } from './widget-cases.ts';

const type = (
  id: string,
  text: string,
  rest: Partial<{ clear: boolean; submit: boolean }> = {},
): PageAction => ({
  ...{ action_type: 'input_text', id, text },
  ...rest,
});

/** A row about one field with the id `f`, called "F". */
function field(
  name: string,
  page: string,
  called: string,
  text: string,
  is: string | boolean,
  rest: { readonly errorCode?: string; readonly read?: string } = {},
): WidgetCase {
  const { errorCode, read = `$('f').value` } = rest;
  return {
    ...{ name, page, actions: [type(`${called} "F"`, text)], expected: { read, is } },
    ...(errorCode === undefined ? {} : { errorCode }),
  };
}

const label = (input: string): string => `<label>F ${input}</label>`;
const box = (attributes: string, script = ''): string =>
  `${label(`<input id="f" ${attributes}>`)}<script>const f = $('f');${script}</script>`;

/** Fields that are typed into. */
export const textFields: readonly WidgetCase[] = [
  {
    name: 'text field: a value is replaced, and no character is broken in two',
    page: box(
      'value="old"',
      `window.broken = false; f.oninput = () => { broken ||= /\\uFFFD/.test(f.value) || !f.value.isWellFormed() };`,
    ),
    actions: [type('textbox "F"', 'ab😀cd')],
    expected: { read: `[$('f').value, broken]`, is: ['ab😀cd', false] },
  },
  field('text field: is emptied', box('value="old"'), 'textbox', '', ''),
  {
    name: 'text field: text is added at the end, wherever the caret is',
    page: box('value="one two three four five six seven eight"'),
    actions: [type('textbox "F"', ' nine', { clear: false })],
    expected: { read: `$('f').value`, is: 'one two three four five six seven eight nine' },
  },
  {
    name: 'text field: Enter sends its form',
    page: `<form onsubmit="event.preventDefault(); this.dataset.sent = f.value" id="form">${label('<input id="f">')}</form>`,
    actions: [type('textbox "F"', 'go', { submit: true })],
    expected: { read: `$('form').dataset.sent`, is: 'go' },
  },
  field(
    'text field: handlers of keys see the last characters',
    box('', `window.keys = ''; f.onkeydown = (event) => { window.keys += event.key };`),
    ...(['textbox', 'abcdef', 'def'] as const),
    { read: 'window.keys' },
  ),
  field('search field: takes text', label('<input id="f" type="search">'), 'textbox', 'shoes', 'shoes'),
  field('e-mail field: takes an address', box('type="email"'), 'textbox', 'a@b.example', 'a@b.example'),
  field(
    'address field: takes an address',
    box('type="url"'),
    'textbox',
    'https://a.example/b',
    'https://a.example/b',
  ),
  field('password field: takes a word', box('type="password"'), 'textbox', 'pa55 word', 'pa55 word'),
  {
    name: 'number field: takes a number in place of what is none',
    page: box('type="number"'),
    actions: [
      { action_type: 'click', id: 'textbox "F"' },
      { action_type: 'keypress', keys: ['2', '-', '3'] },
      type('textbox "F"', '42'),
    ],
    expected: { read: `$('f').value`, is: '42' },
  },
  field('number field: takes a fraction', box('type="number" step="0.01"'), 'textbox', '12.50', '12.50'),
  field(
    'long text: keeps its lines',
    label('<textarea id="f"></textarea>'),
    'textbox',
    'one\ntwo\n\nfour',
    'one\ntwo\n\nfour',
  ),
  field(
    'field under a label that floats over it',
    `<div style="position:relative"><input id="f" style="width:200px"><label for="f" style="position:absolute;left:0;top:0;width:200px">F</label></div>`,
    'textbox',
    'under',
    'under',
  ),
  field(
    'field that is far down the page',
    `<div style="height:3000px"></div>${box('')}`,
    'textbox',
    'deep',
    'deep',
  ),
  field(
    'field in a region that scrolls in a region that scrolls',
    `<div style="height:100px;overflow:auto"><div style="height:600px"></div><div style="height:90px;overflow:auto"><div style="height:500px"></div>${box('')}</div></div>`,
    ...(['textbox', 'inner', 'inner'] as const),
  ),
  field(
    'field under a bar that stays at the foot',
    `<div style="height:2000px"></div>${box('')}<div style="position:fixed;bottom:0;left:0;right:0;height:60%;background:#ccc">bar</div><div style="height:900px"></div>`,
    'textbox',
    'above',
    'above',
  ),
  field(
    'field in a shadow root',
    `<div id="host"></div><script>host.attachShadow({ mode: 'open' }).innerHTML = '<label>F <input id="f"></label>';</script>`,
    'textbox',
    'shade',
    'shade',
    {
      read: `$('host').shadowRoot.getElementById('f').value`,
    },
  ),
  field(
    'field in a shadow root that is closed',
    `<div id="host"></div><script>const inside = host.attachShadow({ mode: 'closed' }); inside.innerHTML = '<label>F <input id="f"></label>';</script>`,
    'textbox',
    'dark',
    'dark',
    { read: `inside.getElementById('f').value` },
  ),
  {
    name: 'field of a date: Enter sends its form',
    page: `<form onsubmit="event.preventDefault(); this.dataset.sent = f.value" id="form">${label('<input id="f" placeholder="dd.mm.yyyy">')}</form>`,
    actions: [type('textbox "F"', '17.05.2026', { submit: true })],
    expected: { read: `$('form').dataset.sent`, is: '17.05.2026' },
  },
  field(
    'field that a framework controls',
    box(
      '',
      `let kept = ''; f.addEventListener('input', () => { kept = f.value; queueMicrotask(() => { f.value = kept }) });`,
    ),
    'textbox',
    'controlled',
    'controlled',
  ),
  field(
    'field that turns everything into capitals',
    box('', `f.oninput = () => { f.value = f.value.toUpperCase() };`),
    'textbox',
    'ab12',
    'AB12',
  ),
  field(
    'field that takes keys alone',
    box(
      '',
      `f.onbeforeinput = (event) => { if (event.data && event.data.length > 1) event.preventDefault() };`,
    ),
    'textbox',
    'key by key',
    'key by key',
  ),
  field(
    'field that opens a list when it is focused',
    `${box('', `f.onfocus = () => { hint.hidden = false };`)}<div id="hint" hidden role="listbox" style="position:absolute;top:60px">pick</div>`,
    'textbox',
    'free',
    'free',
  ),
  field(
    'search button that opens the field proper',
    `<label>F <input id="fake" readonly onfocus="this.blur()" hidden></label><input aria-label="F" id="first" onfocus="over.hidden = false; $('f').focus()"><div id="over" hidden><input id="f" placeholder="Search"></div>`,
    ...(['textbox', 'query', 'query'] as const),
  ),
];

const mask = (pattern: string): string => `f.oninput = () => {
  const digits = f.value.replace(/\\D/g, ''); let out = ''; let at = 0;
  for (const sign of '${pattern}') { if (at >= digits.length) break; out += sign === '9' ? digits[at++] : sign }
  f.value = out; };`;

/** Masks. */
export const maskedFields: readonly WidgetCase[] = [
  field('phone mask', box('type="tel"', mask('(999) 999-9999')), 'textbox', '5551234567', '(555) 123-4567'),
  field(
    'card mask',
    box('inputmode="numeric"', mask('9999 9999 9999 9999')),
    'textbox',
    '4242424242424242',
    '4242 4242 4242 4242',
  ),
  field('expiry mask', box('', mask('99/99')), 'textbox', '05/27', '05/27'),
  field(
    'amount mask',
    box(
      '',
      `f.oninput = () => { const digits = f.value.replace(/[^0-9.]/g, ''); const [whole, rest] = digits.split('.'); f.value = whole.replace(/\\B(?=(\\d{3})+$)/g, ',') + (rest === undefined ? '' : '.' + rest) };`,
    ),
    'textbox',
    '1234567.50',
    '1,234,567.50',
  ),
  field(
    'date mask',
    box('placeholder="dd.mm.yyyy"', mask('99.99.9999')),
    'textbox',
    '17.05.2026',
    '17.05.2026',
  ),
  field(
    'mask with a template that stays',
    box(
      'value="__-__"',
      `f.oninput = () => { const d = f.value.replace(/\\D/g, '').slice(0, 4).padEnd(4, '_'); f.value = d.slice(0, 2) + '-' + d.slice(2) };`,
    ),
    'textbox',
    '1234',
    '12-34',
  ),
  field(
    'date typed into a mask of another order',
    box('placeholder="mm/dd/yyyy"', mask('99/99/9999')),
    'textbox',
    '2026-05-17',
    '05/17/2026',
  ),
];

/** Native fields with a widget of the browser's own. */
export const wholeFields: readonly WidgetCase[] = [
  field('date: in the notation of the field', box('type="date"'), 'date', '2026-05-17', '2026-05-17'),
  field('date: in words', box('type="date"'), 'date', 'May 17, 2026', '2026-05-17'),
  field(
    'date: page hears input and change',
    box(
      'type="date"',
      `window.heard = []; for (const each of ['input', 'change']) f.addEventListener(each, () => window.heard.push(each))`,
    ),
    'date',
    '2026-05-17',
    'input change',
    { read: `window.heard.join(' ')` },
  ),
  field('time: in the notation of a clock', box('type="time"'), 'date', '2:30 pm', '14:30'),
  field('month', box('type="month"'), 'date', 'May 2026', '2026-05'),
  field('week', box('type="week"'), 'date', '2026-W07', '2026-W07'),
  field('moment', box('type="datetime-local"'), 'date', '2026-05-17 14:30', '2026-05-17T14:30'),
  field('colour: a number', box('type="color"'), 'color', '#FF8800', '#ff8800'),
  field('colour: a word', box('type="color"'), 'color', 'rebeccapurple', '#663399'),
  field('range', box('type="range" min="0" max="5000" value="20"'), 'slider', '1,000', '1000'),
  field(
    'range with a step',
    box('type="range" min="0" max="1" step="0.25" value="0"'),
    'slider',
    '0.75',
    '0.75',
  ),
];

const editor = (attributes: string, script = ''): string =>
  `<div id="f" aria-label="F" contenteditable="true" style="border:1px solid;min-height:60px;width:300px" ${attributes}></div><script>const f = $('f');${script}</script>`;
const words = { read: `$('f').innerText.trim()` };

/** Regions that are edited. */
export const richFields: readonly WidgetCase[] = [
  field('editable region: takes text', editor(''), 'textbox', 'Once upon a time', 'Once upon a time', words),
  field(
    'editable region: is replaced',
    editor('', `f.innerHTML = '<p>old <b>text</b></p><p>more</p>'`),
    'textbox',
    'fresh',
    'fresh',
    words,
  ),
  field('editable region: keeps its lines', editor(''), 'textbox', 'one\ntwo', 'one\ntwo', words),
  field(
    'editable region of plain text',
    editor('', `f.contentEditable = 'plaintext-only'`),
    'textbox',
    'plain',
    'plain',
    words,
  ),
  field(
    'editor with a model of its own, which draws the text itself',
    editor(
      'role="textbox"',
      `let model = ''; const draw = () => { f.textContent = model; const s = getSelection(); s.selectAllChildren(f); s.collapseToEnd() };
      f.addEventListener('beforeinput', (event) => { event.preventDefault();
        const isAll = !getSelection().isCollapsed; if (isAll) model = '';
        if (event.inputType.startsWith('insert')) model += event.data ?? ''; else if (!isAll) model = model.slice(0, -1); draw(); });`,
    ),
    ...(['textbox', 'by events', 'by events'] as const),
    words,
  ),
  {
    name: 'chat box: a line break does not send',
    page: editor(
      '',
      `window.sent = 0; f.onkeydown = (event) => { if (event.key === 'Enter' && !event.shiftKey) { event.preventDefault(); window.sent += 1 } };`,
    ),
    actions: [type('textbox "F"', 'first\r\nsecond')],
    expected: { read: `[window.sent, $('f').innerText.trim()]`, is: [0, 'first\nsecond'] },
  },
];

/** The wrong end, which must be told. */
export const refusingFields: readonly WidgetCase[] = [
  field(
    'field that turns back at once',
    box('value="mine"', `f.oninput = () => { f.value = 'mine' };`),
    'textbox',
    'yours',
    'mine',
    { errorCode: 'value_mismatch' },
  ),
  field(
    'field that turns back a moment later',
    box(
      'value="mine"',
      `f.oninput = () => { setTimeout(() => { f.value = 'mine'; f.dataset.back = 1 }, 40) };`,
    ),
    'textbox',
    'yours',
    'mine',
    { errorCode: 'value_mismatch' },
  ),
  field(
    'field that is drawn anew and loses its text',
    `<div id="room"></div><script>const draw = () => { room.innerHTML = '${label('<input id="f">')}'; $('f').oninput = () => { clearTimeout(window.timer); window.timer = setTimeout(draw, 40) } }; draw()</script>`,
    'textbox',
    'lost',
    '',
    { errorCode: 'value_mismatch' },
  ),
  // Thousands of single keys would take minutes, and help as little.
  field('field that is too short', box('maxlength="4"'), 'textbox', 'too long '.repeat(1_000), 'too ', {
    errorCode: 'value_mismatch',
  }),
  field(
    'field that drops the point of an amount',
    box('', `f.oninput = () => { f.value = f.value.replace(/\\D/g, '') };`),
    'textbox',
    '12.50',
    '1250',
    { errorCode: 'value_mismatch' },
  ),
  field(
    'field that drops a letter',
    box('', `f.oninput = () => { f.value = f.value.replaceAll('n', '') };`),
    'textbox',
    'Ann',
    'A',
    { errorCode: 'value_mismatch' },
  ),
  field('number field: takes no words', box('type="number" value="7"'), 'textbox', 'many', '', {
    errorCode: 'value_mismatch',
  }),
  field('date that may be two', box('type="date"'), 'date', '05/06/2026', '', {
    errorCode: 'value_mismatch',
  }),
  field('range: beyond its end', box('type="range" min="0" max="10" value="2"'), 'slider', '11', '10', {
    errorCode: 'value_mismatch',
  }),
  field('field that is read-only', box('value="fixed" readonly'), 'textbox', 'other', 'fixed', {
    errorCode: 'disabled',
  }),
  field('field that is disabled', box('value="fixed" disabled'), 'textbox', 'other', 'fixed', {
    errorCode: 'disabled',
  }),
  field(
    'editor that keeps its text',
    editor(
      '',
      `f.textContent = 'kept'; f.addEventListener('beforeinput', (event) => event.preventDefault())`,
    ),
    'textbox',
    'changed',
    'kept',
    { errorCode: 'value_mismatch', ...words },
  ),
];
