import type { PageAction } from '@runwright/contract';
import type { WidgetCase } from './widget-cases.ts';

const check = (id: string, checked = true): PageAction => ({ action_type: 'checkbox', id, checked });
const type = (id: string, text: string): PageAction => ({ action_type: 'input_text', id, text });
const press = (
  id: string,
  rest: Partial<Extract<PageAction, { action_type: 'click' }>> = {},
): PageAction => ({
  ...{ action_type: 'click', id },
  ...rest,
});
const checked = { read: `$('f').checked`, is: true };

/** Boxes, switches, disclosures. */
export const states: readonly WidgetCase[] = [
  {
    name: 'checkbox: is checked',
    page: '<label><input id="f" type="checkbox"> F</label>',
    actions: [check('checkbox "F"')],
    expected: checked,
  },
  {
    name: 'checkbox: that is checked stays so',
    page: '<label><input id="f" type="checkbox" checked> F</label>',
    actions: [check('checkbox "F"')],
    expected: checked,
  },
  {
    name: 'checkbox: is unchecked again',
    page: '<label><input id="f" type="checkbox" checked> F</label>',
    actions: [check('checkbox "F"', false)],
    expected: { read: `$('f').checked`, is: false },
  },
  {
    name: 'checkbox: neither on nor off is brought to off',
    page: `<label><input id="f" type="checkbox" checked> F</label><script>$('f').indeterminate = true</script>`,
    actions: [check('checkbox "F"', false)],
    expected: { read: `[$('f').checked, $('f').indeterminate]`, is: [false, false] },
  },
  {
    name: 'checkbox: is not drawn, its label is',
    page: `<style>#f { position: absolute; opacity: 0; width: 1px; height: 1px } i { display: inline-block; width: 20px; height: 20px; border: 1px solid }</style><input id="f" type="checkbox"><label for="f"><i></i> F</label>`,
    actions: [check('checkbox "F"')],
    expected: checked,
  },
  {
    name: 'checkbox: lies under what is drawn in its place',
    page: `<span style="position:relative;display:inline-block;width:40px;height:20px"><input id="f" type="checkbox" aria-label="F" style="width:40px;height:20px;margin:0"><b style="position:absolute;inset:0;background:#ccc" onclick="$('f').click()"></b></span>`,
    actions: [check('checkbox "F"')],
    expected: checked,
  },
  {
    name: 'checkbox: a link in its label is not followed',
    page: `<label for="f">F, see the <a href="#terms" onclick="window.left = 1">terms of everything that there is to know</a></label><input id="f" type="checkbox" style="position:absolute;opacity:0;width:0;height:0">`,
    actions: [check('checkbox "F')],
    expected: { read: `[$('f').checked, window.left ?? 0]`, is: [true, 0] },
  },
  {
    name: 'checkbox: takes a word for its state',
    page: '<label><input id="f" type="checkbox"> F</label>',
    actions: [type('checkbox "F"', 'yes')],
    expected: checked,
  },
  {
    name: 'checkbox: needs two presses from neither on nor off',
    page: `<div id="f" role="checkbox" tabindex="0" aria-checked="mixed" aria-label="F" style="width:20px;height:20px;border:1px solid" onclick="this.ariaChecked = this.ariaChecked === 'false' ? 'true' : 'false'"></div>`,
    actions: [check('checkbox "F"')],
    expected: { read: `$('f').ariaChecked`, is: 'true' },
  },
  {
    name: 'checkbox: hears keys alone',
    page: `<div id="f" role="checkbox" tabindex="0" aria-checked="false" aria-label="F" style="width:20px;height:20px;border:1px solid" onkeydown="if (event.key === ' ') this.ariaChecked = 'true'"></div>`,
    actions: [check('checkbox "F"')],
    expected: { read: `$('f').ariaChecked`, is: 'true' },
  },
  {
    name: 'checkbox: is meant by the row around it',
    page: `<ul><li onclick="if (event.target === this) $('f').click()" style="padding:20px;width:200px">Row <input id="f" type="checkbox" tabindex="-1" style="pointer-events:none"></li></ul>`,
    actions: [check('"Row')],
    expected: checked,
  },
  {
    name: 'radio: is chosen',
    page: '<label><input name="r" type="radio" checked> A</label><label><input id="f" name="r" type="radio"> B</label>',
    actions: [press('radio "B"', { want: 'checked' })],
    expected: checked,
  },
  {
    name: 'switch: is turned on once',
    page: `<button id="f" role="switch" aria-checked="false" aria-label="F" onclick="this.ariaChecked = this.ariaChecked !== 'true'">o</button>`,
    actions: [check('switch "F"'), check('switch "F"')],
    expected: { read: `$('f').ariaChecked`, is: 'true' },
  },
  {
    name: 'toggle button: is drawn anew, and pressed once',
    page: `<div id="room"></div><script>let on = false; window.presses = 0; const draw = () => { room.innerHTML = '<button id="f" aria-pressed="' + on + '">Bold</button>'; $('f').onclick = () => { presses += 1; on = !on; draw() } }; draw()</script>`,
    actions: [press('button "Bold"', { want: 'selected' })],
    expected: { read: `[$('f').ariaPressed, presses]`, is: ['true', 1] },
  },
  {
    name: 'disclosure: is opened, and stays open',
    page: '<details id="f"><summary>More</summary><p>Text</p></details>',
    actions: [press('button "More"', { want: 'expanded' }), press('button "More"', { want: 'expanded' })],
    expected: { read: `$('f').open`, is: true },
  },
  {
    name: 'menu button: is closed again',
    page: `<button id="f" aria-expanded="true" onclick="this.ariaExpanded = this.ariaExpanded !== 'true'">Menu</button>`,
    actions: [press('button "Menu"', { want: 'collapsed' })],
    expected: { read: `$('f').ariaExpanded`, is: 'false' },
  },
  {
    name: 'tab: is selected',
    page: `<div role="tablist"><button role="tab" aria-selected="true">One</button><button id="f" role="tab" aria-selected="false" onclick="this.ariaSelected = 'true'">Two</button></div>`,
    actions: [press('tab "Two"', { want: 'selected' })],
    expected: { read: `$('f').ariaSelected`, is: 'true' },
  },
  {
    name: 'select: takes the text of an option',
    page: '<label>F <select id="f"><option value="s">Small</option><option value="l">Large</option></select></label>',
    actions: [type('select "F"', 'large')],
    expected: { read: `$('f').value`, is: 'l' },
  },
  {
    name: 'select: of two options that read alike the one that may be chosen',
    page: '<label>F <select id="f"><option>-</option><option value="1" disabled>Pear</option><option value="2">Pear</option></select></label>',
    actions: [{ action_type: 'select_option', id: 'select "F"', label: 'Pear' }],
    expected: { read: `$('f').value`, is: '2' },
  },
  {
    name: 'select: takes the value of an option',
    page: '<label>F <select id="f"><option value="de">Germany</option><option value="fr">France</option></select></label>',
    actions: [type('select "F"', 'fr')],
    expected: { read: `$('f').value`, is: 'fr' },
  },
];

const slider = (attributes: string, script: string): string =>
  `<div style="width:220px;height:20px;background:#ccc;position:relative" id="track"><div id="f" role="slider" aria-label="F" tabindex="0" aria-valuemin="0" aria-valuemax="100" aria-valuenow="50" style="position:absolute;left:100px;width:20px;height:20px;background:#36c" ${attributes}></div></div>
  <script>const f = $('f'); const set = (value) => { f.ariaValueNow = String(Math.max(0, Math.min(100, value))); f.style.left = Number(f.ariaValueNow) * 2 + 'px' };${script}</script>`;
const keyed = (step: number): string =>
  `f.onkeydown = (event) => { const by = { ArrowRight: ${step}, ArrowLeft: -(${step}) }[event.key]; if (by) set(Number(f.ariaValueNow) + by); if (event.key === 'Home') set(0); if (event.key === 'End') set(100) };`;
const now = (is: string) => ({ read: `$('f').ariaValueNow`, is });

/** Sliders and spin controls of a page's own making. */
export const ranges: readonly WidgetCase[] = [
  {
    name: 'slider: goes to a value by keys',
    page: slider('', keyed(1)),
    actions: [type('slider "F"', '63')],
    expected: now('63'),
  },
  {
    name: 'slider: knows its step',
    page: slider('', keyed(5)),
    actions: [type('slider "F"', '85')],
    expected: now('85'),
  },
  {
    name: 'slider: from right to left',
    page: slider('dir="rtl"', keyed(-1)),
    actions: [type('slider "F"', '40')],
    expected: now('40'),
  },
  {
    name: 'slider: that hears no keys is dragged',
    page: slider(
      '',
      `f.onpointerdown = (event) => { f.setPointerCapture(event.pointerId); f.onpointermove = (move) => set(Math.round((move.clientX - $('track').getBoundingClientRect().left - 10) / 2)); f.onpointerup = () => { f.onpointermove = null } };`,
    ),
    actions: [type('slider "F"', '80')],
    expected: now('80'),
  },
  {
    name: 'slider: that hears no keys is dragged from right to left',
    page: slider(
      '',
      `f.onpointerdown = (event) => { f.setPointerCapture(event.pointerId); const from = Number(f.ariaValueNow); f.onpointermove = (move) => { f.ariaValueNow = String(from - Math.round((move.clientX - event.clientX) / 2)) }; f.onpointerup = () => { f.onpointermove = null } };`,
    ),
    actions: [type('slider "F"', '80')],
    expected: now('80'),
  },
  {
    name: 'slider: goes to a word',
    page: slider(
      'aria-valuetext="Medium"',
      `const words = ['Low', 'Medium', 'High']; f.onkeydown = (event) => { let at = words.indexOf(f.ariaValueText) + ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0); if (event.key === 'Home') at = 0; at = Math.max(0, Math.min(2, at)); f.ariaValueText = words[at]; f.ariaValueNow = String(at) };`,
    ),
    actions: [type('slider "F"', 'High')],
    expected: { read: `$('f').ariaValueText`, is: 'High' },
  },
  {
    name: 'spin control: goes up by its own keys',
    page: `<div id="f" role="spinbutton" aria-label="F" tabindex="0" aria-valuenow="2" aria-valuemin="0" aria-valuemax="30" style="width:60px;height:20px;border:1px solid">2</div><script>$('f').onkeydown = (event) => { const by = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0; $('f').ariaValueNow = String(Number($('f').ariaValueNow) + by) }</script>`,
    actions: [type('spinbutton "F"', '9')],
    expected: now('9'),
  },
  {
    name: 'slider: a value between two steps is refused',
    page: slider('', keyed(5)),
    actions: [type('slider "F"', '63')],
    expected: now('65'),
    errorCode: 'value_mismatch',
  },
  {
    name: 'slider: a value beyond its end is refused',
    page: slider('', keyed(1)),
    actions: [type('slider "F"', '200')],
    expected: now('50'),
    errorCode: 'value_mismatch',
  },
  {
    name: 'slider: that does not move is told',
    page: slider('', ''),
    actions: [type('slider "F"', '80')],
    expected: now('50'),
    errorCode: 'value_mismatch',
  },
];

const boxes = (count: number, script: string): string =>
  `<div>${Array.from({ length: count }, (_, at) => `<input aria-label="Digit ${at + 1}" maxlength="1" style="width:20px" class="d">`).join('')}</div><script>const d = [...document.querySelectorAll('.d')];${script}</script>`;
const code = (id: string, text: string): PageAction => ({ action_type: 'verification_code', id, code: text });
const digits = (is: string) => ({ read: `d.map((each) => each.value).join('')`, is });
const advance = `d.forEach((each, at) => { each.oninput = () => { if (each.value && d[at + 1]) d[at + 1].focus() } });`;

/** One-time codes. */
export const codes: readonly WidgetCase[] = [
  {
    name: 'code: one field',
    page: '<label>Code <input id="f" autocomplete="one-time-code"></label>',
    actions: [code('textbox "Code"', '123 456')],
    expected: { read: `$('f').value`, is: '123456' },
  },
  {
    name: 'code: boxes that hand the focus on',
    page: boxes(6, advance),
    actions: [code('textbox "Digit 1"', '123456')],
    expected: digits('123456'),
  },
  {
    name: 'code: boxes that leave the focus',
    page: boxes(4, ''),
    actions: [code('textbox "Digit 1"', '9876')],
    expected: digits('9876'),
  },
  {
    name: 'code: boxes that are named one by one',
    page: boxes(4, advance),
    actions: [
      {
        action_type: 'verification_code',
        ids: ['textbox "Digit 1"', 'textbox "Digit 2"', 'textbox "Digit 3"', 'textbox "Digit 4"'],
        code: '2468',
      },
    ],
    expected: digits('2468'),
  },
  {
    name: 'code: boxes that hold an old code',
    page: boxes(
      4,
      `${advance} d.forEach((each) => { each.value = '0'; each.onfocus = () => each.select() });`,
    ),
    actions: [code('textbox "Digit 1"', '1357')],
    expected: digits('1357'),
  },
  {
    name: 'code: boxes that go away when it is complete',
    page: `<p id="out"></p>${boxes(4, `${advance} d[3].addEventListener('input', () => { out.textContent = d.map((each) => each.value).join(''); d[0].parentElement.remove() });`)}`,
    actions: [code('textbox "Digit 1"', '1122')],
    expected: { read: `$('out').textContent`, is: '1122' },
  },
  {
    name: 'code: boxes that take no digits',
    page: boxes(4, `d.forEach((each) => { each.oninput = () => { each.value = '' } });`),
    actions: [code('textbox "Digit 1"', '1234')],
    expected: digits(''),
    errorCode: 'value_mismatch',
  },
];

/** States that cannot be had, which must be told. */
export const refusedStates: readonly WidgetCase[] = [
  {
    name: 'checkbox: that turns itself off again',
    page: `<label><input id="f" type="checkbox" onchange="this.checked = false"> F</label>`,
    actions: [check('checkbox "F"')],
    expected: { read: `$('f').checked`, is: false },
    errorCode: 'state_mismatch',
  },
  {
    name: 'checkbox: that is drawn anew without its tick',
    page: `<div id="room"></div><script>window.presses = 0; const draw = () => { room.innerHTML = '<label><input id="f" type="checkbox"> F</label>'; $('f').onchange = () => { presses += 1; setTimeout(draw, 20) } }; draw()</script>`,
    actions: [check('checkbox "F"')],
    expected: { read: `[$('f').checked, presses]`, is: [false, 1] },
    errorCode: 'state_mismatch',
  },
  {
    name: 'radio: that is drawn anew without its choice',
    page: `<div id="room"></div><script>const draw = () => { room.innerHTML = '<label><input name="r" type="radio" checked> A</label><label><input id="f" name="r" type="radio"> B</label>'; $('f').onchange = () => setTimeout(draw, 20) }; draw()</script>`,
    actions: [{ action_type: 'select_option', id: 'radio "A"', label: 'B' }],
    expected: { read: `$('f').checked`, is: false },
    errorCode: 'state_mismatch',
  },
  {
    name: 'select: that is drawn anew with its old choice',
    page: `<div id="room"></div><script>const draw = () => { room.innerHTML = '<label>F <select id="f"><option>A</option><option>B</option></select></label>'; $('f').onchange = () => setTimeout(draw, 20) }; draw()</script>`,
    actions: [{ action_type: 'select_option', id: 'select "F"', label: 'B' }],
    expected: { read: `$('f').value`, is: 'A' },
    errorCode: 'value_mismatch',
  },
  {
    name: 'select: options of two groups that read alike',
    page: '<label>F <select id="f"><option value="0">-</option><optgroup label="Ohio"><option value="1">Springfield</option></optgroup><optgroup label="Texas"><option value="2">Springfield</option></optgroup></select></label>',
    actions: [{ action_type: 'select_option', id: 'select "F"', label: 'Springfield' }],
    expected: { read: `$('f').value`, is: '0' },
    errorCode: 'ambiguous_target',
  },
  {
    name: 'checkbox: that is disabled',
    page: '<label><input id="f" type="checkbox" disabled> F</label>',
    actions: [check('checkbox "F"')],
    expected: { read: `$('f').checked`, is: false },
    errorCode: 'disabled',
  },
  {
    name: 'checkbox: in a group that is disabled',
    page: '<fieldset disabled><label><input id="f" type="checkbox"> F</label></fieldset>',
    actions: [check('checkbox "F"')],
    expected: { read: `$('f').checked`, is: false },
    errorCode: 'disabled',
  },
  {
    name: 'radio: is not turned off by itself',
    page: '<label><input id="f" name="r" type="radio" checked> A</label><label><input name="r" type="radio"> B</label>',
    actions: [check('radio "A"', false)],
    expected: checked,
    errorCode: 'unsupported',
  },
  {
    name: 'switch: that a server turns back',
    page: `<button id="f" role="switch" aria-checked="false" aria-label="F" onclick="this.ariaChecked = 'true'; setTimeout(() => { this.ariaChecked = 'false' }, 60)">o</button>`,
    actions: [check('switch "F"')],
    expected: { read: `$('f').ariaChecked`, is: 'false' },
    errorCode: 'state_mismatch',
  },
  {
    name: 'checkbox: takes no story for its state',
    page: '<label><input id="f" type="checkbox"> F</label>',
    actions: [type('checkbox "F"', 'perhaps')],
    expected: { read: `$('f').checked`, is: false },
    errorCode: 'unsupported',
  },
  {
    name: 'button: takes no text',
    page: '<button id="f">F</button>',
    actions: [type('button "F"', 'text')],
    expected: { read: `$('f').textContent`, is: 'F' },
    errorCode: 'unsupported',
  },
];
