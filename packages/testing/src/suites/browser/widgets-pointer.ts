import type { PageAction } from '@runwright/contract';
import type { WidgetCase } from './widget-cases.ts';

type Click = Extract<PageAction, { action_type: 'click' }>;
const press = (id: string, rest: Partial<Click> = {}): PageAction => ({
  ...{ action_type: 'click', id },
  ...rest,
});
const hit = (is: number | string | boolean = 1) => ({ read: 'window.hit ?? 0', is });
const square = 'width:80px;height:40px;border:1px solid';

/** Controls that nothing covers, so that the view shows those that are covered too. */
const others = `<p style="margin-top:250px">${Array.from({ length: 5 }, (_, at) => `<button>Other ${at}</button>`).join(' ')}</p>`;

/** Clicks that have to find their way. */
export const clicks: readonly WidgetCase[] = [
  {
    name: 'click: twice',
    page: `<button ondblclick="hit = 1">B</button><script>var hit</script>`,
    actions: [press('button "B"', { count: 2 })],
    expected: hit(),
  },
  {
    name: 'click: with the right button',
    page: `<button oncontextmenu="event.preventDefault(); window.hit = 1">B</button>`,
    actions: [press('button "B"', { button: 'right' })],
    expected: hit(),
  },
  {
    name: 'click: with keys held down',
    page: `<button onclick="window.hit = [event.shiftKey, event.altKey].join()">B</button>`,
    actions: [press('button "B"', { modifiers: ['Shift', 'Alt'] })],
    expected: hit('true,true'),
  },
  {
    name: 'click: at a point',
    page: `<div style="position:absolute;left:100px;top:100px;${square}" onclick="window.hit = 1"></div>`,
    actions: [{ action_type: 'click', x: 120, y: 120 }],
    expected: hit(),
  },
  {
    name: 'click: beside a cover',
    page: `<div style="position:relative;width:200px"><button style="width:200px;height:60px" onclick="window.hit = 1">B</button><div style="position:absolute;left:20px;top:0;width:160px;height:40px;background:#ccc">lid</div></div>`,
    actions: [press('button "B"')],
    expected: hit(),
  },
  {
    name: 'click: a link that wraps',
    page: `<p style="width:120px">some words before <a href="#x" onclick="window.hit = 1">a link whose words go on over the end of the line</a></p>`,
    actions: [press('link "a link')],
    expected: hit(),
  },
  {
    name: 'click: a link without a box of its own',
    page: `<a href="#x" onclick="window.hit = 1"><div style="float:left;${square}">L</div></a>`,
    actions: [press('link "L"')],
    expected: hit(),
  },
  {
    name: 'click: under a menu that Escape closes',
    page: `<button style="width:200px" onclick="window.hit = 1">B</button><div role="menu" id="menu" style="position:absolute;left:0;top:0;width:300px;height:100px;background:#eee">menu</div>${others}<script>addEventListener('keydown', (event) => { if (event.key === 'Escape') menu.remove() })</script>`,
    actions: [press('button "B"')],
    expected: hit(),
  },
  {
    name: 'click: in a frame that is far down',
    page: `<div style="height:2500px"></div><iframe title="in" style="width:300px;height:120px" srcdoc="<div style='height:600px'></div><button onclick='parent.hit = 1'>B</button>"></iframe>`,
    actions: [press('button "B"')],
    expected: hit(),
  },
  {
    name: 'click: in a frame in a region that scrolls',
    page: `<div style="height:150px;overflow:auto"><div style="height:900px"></div><iframe title="in" style="width:300px;height:120px" srcdoc="<button onclick='parent.hit = 1'>B</button>"></iframe></div>`,
    actions: [press('button "B"')],
    expected: hit(),
  },
  {
    name: 'click: in a frame that is drawn at half its size',
    page: `<iframe title="in" style="width:400px;height:300px;transform:scale(0.5);transform-origin:0 0" srcdoc="<div style='height:200px'></div><button onclick='parent.hit = 1'>B</button>"></iframe>`,
    actions: [press('button "B"')],
    expected: hit(),
  },
  {
    name: 'click: in a frame that is partly covered',
    page: `<div style="position:relative"><iframe title="in" style="width:300px;height:120px" srcdoc="<button style='width:250px;height:80px' onclick='parent.hit = 1'>B</button>"></iframe><div style="position:absolute;left:60px;top:0;width:300px;height:70px;background:#ccc">lid</div></div>`,
    actions: [press('button "B"')],
    expected: hit(),
  },
  {
    name: 'click: a button that is drawn again',
    page: `<div id="room"><button onclick="window.hit = 1">B</button></div><script>const draw = () => { room.innerHTML = room.innerHTML }; setTimeout(draw, 0); addEventListener('mousemove', draw, { once: true })</script>`,
    actions: [{ action_type: 'wait', for: 'ms', value: 50 }, press('button "B"')],
    expected: hit(),
  },
  {
    name: 'click: a button that slides in',
    page: `<style>@keyframes in { from { transform: translateX(400px) } } button { animation: in 300ms linear }</style><button onclick="window.hit = 1">B</button>`,
    actions: [press('button "B"')],
    expected: hit(),
  },
];

const zone = `<div id="from" draggable="true" tabindex="0" aria-label="Card" style="${square}">Card</div><div id="to" tabindex="0" role="button" aria-label="Bin" style="${square};margin-top:60px">Bin</div>`;
const drag = (rest: Partial<Extract<PageAction, { action_type: 'drag' }>> = {}): PageAction => ({
  ...{ action_type: 'drag', from: '"Card"', to: 'button "Bin"' },
  ...rest,
});
const native = `from.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'card 7'); to.ondragover = (event) => event.preventDefault(); to.ondrop = (event) => { window.hit = event.dataTransfer.getData('text/plain') };`;
const pointed = `from.draggable = false; from.onpointerdown = (event) => { from.setPointerCapture(event.pointerId); window.moves = 0; from.onpointermove = (move) => { window.moves += 1; from.style.transform = 'translate(' + (move.clientX - event.clientX) + 'px,' + (move.clientY - event.clientY) + 'px)' }; from.onpointerup = (up) => { const box = to.getBoundingClientRect(); window.hit = up.clientY > box.top && up.clientY < box.bottom && window.moves >= 5 ? 1 : 0 } };`;

/** Hovering, dragging, holding, turning. */
export const moves: readonly WidgetCase[] = [
  {
    name: 'hover: opens a menu of style alone',
    page: `<style>ul { display: none } div:hover ul { display: block }</style><div><button>Menu</button><ul><li><button onclick="window.hit = 1">Sub</button></li></ul></div>`,
    actions: [{ action_type: 'hover', id: 'button "Menu"' }, press('button "Sub"')],
    expected: hit(),
  },
  {
    name: 'hover: the page sees the pointer enter',
    page: `<button onmouseenter="window.hit = 1">B</button>`,
    actions: [{ action_type: 'hover', id: 'button "B"' }],
    expected: hit(),
  },
  {
    name: 'hover: a button that is disabled, for what its hint says',
    page: `<button disabled onpointerenter="window.hit = 1">B</button>`,
    actions: [{ action_type: 'hover', id: 'button "B"' }],
    expected: hit(),
  },
  {
    name: 'hover: at a point',
    page: `<div style="${square}" onmousemove="window.hit = 1">x</div>`,
    actions: [{ action_type: 'hover', x: 30, y: 25 }],
    expected: hit(),
  },
  {
    name: 'move and buttons: draw a line',
    page: `<canvas id="c" width="200" height="200" style="border:1px solid"></canvas><script>let down = false; window.hit = 0; c.onmousedown = () => { down = true }; c.onmousemove = () => { if (down) hit += 1 }; addEventListener('mouseup', () => { down = false })</script>`,
    actions: [
      { action_type: 'left_mouse', direction: 'down', x: 50, y: 50 },
      { action_type: 'move', x: 90, y: 90 },
      { action_type: 'left_mouse', direction: 'up' },
      { action_type: 'move', x: 150, y: 150 },
    ],
    expected: { read: 'hit > 1 && hit < 6', is: true },
  },
  {
    name: 'select_text: words over several elements, the page sees the pointer',
    page: `<p style="width:160px">Read this <b>very long</b> part of the text and no more.</p><script>document.onmouseup = () => { window.hit = String(getSelection()).replace(/\\s+/g, ' ') }</script>`,
    actions: [{ action_type: 'select_text', text: 'very long part of the text' }],
    expected: hit('very long part of the text'),
  },
  {
    name: 'select_text: text further down is scrolled to',
    page: `<div style="height:3000px">Much</div><p>The end of it</p><script>document.onselectionchange = () => { window.hit = String(getSelection()) }</script>`,
    actions: [{ action_type: 'select_text', text: 'end of' }],
    expected: hit('end of'),
  },
  {
    name: 'select_text: text that cannot be selected is told',
    page: `<p style="user-select:none">Read this part</p>`,
    actions: [{ action_type: 'select_text', text: 'this part' }],
    expected: hit(0),
    errorCode: 'value_mismatch',
  },
  {
    name: 'select_text: text that is not shown is told',
    page: `<p>Read this part</p><p hidden>secret part</p>`,
    actions: [{ action_type: 'select_text', text: 'secret part' }],
    expected: hit(0),
    errorCode: 'stale_target',
  },
  {
    name: 'drag: with the data of the browser',
    page: `${zone}<script>const from = $('from'), to = $('to');${native}</script>`,
    actions: [drag()],
    expected: hit('card 7'),
  },
  {
    name: 'drag: when a menu under the pointer closes and the page moves up',
    page: `<style>nav ul { display: none; height: 120px } nav:hover ul { display: block }</style><nav><button>Menu</button><ul><li>Entry</li></ul></nav><div draggable="true" role="button" tabindex="0" aria-label="Card" style="${square}" ondragstart="event.dataTransfer.setData('text', 'card')">C</div><div role="button" tabindex="0" aria-label="Goal" style="${square}" ondragover="event.preventDefault()" ondrop="event.preventDefault(); window.hit = event.dataTransfer.getData('text')">G</div>`,
    actions: [
      { action_type: 'hover', id: 'button "Menu"' },
      { action_type: 'drag', from: 'button "Card"', to: 'button "Goal"' },
    ],
    expected: hit('card'),
  },
  {
    name: 'drag: by pointer events',
    page: `${zone}<script>const from = $('from'), to = $('to');${pointed}</script>`,
    actions: [drag({ steps: 10 })],
    expected: hit(),
  },
  {
    name: 'drag: to a place that is far away',
    page: `${zone.replace('margin-top:60px', 'margin-top:1500px')}<script>const from = $('from'), to = $('to');${native}</script>`,
    actions: [drag()],
    expected: hit('card 7'),
  },
  {
    name: 'drag: from point to point',
    page: `${zone}<script>const from = $('from'), to = $('to');${native}</script>`,
    actions: [drag({ from: { x: 40, y: 30 }, to: { x: 40, y: 130 } })],
    expected: hit('card 7'),
  },
  {
    name: 'keys: one is held down',
    page: `<script>let at = 0; addEventListener('keydown', (event) => { if (event.key === 'a' && !at) at = performance.now() }); addEventListener('keyup', () => { window.hit = performance.now() - at >= 280 })</script><p>hold the key down</p>`,
    actions: [{ action_type: 'keypress', keys: ['a'], hold_ms: 300 }],
    expected: hit(true),
  },
  {
    name: 'keys: a chord, several times',
    page: `<script>window.hit = ''; addEventListener('keydown', (event) => { if (event.key === 'ArrowDown' && event.shiftKey) hit += 'x' })</script><p>press</p>`,
    actions: [{ action_type: 'keypress', keys: ['Shift+Down'], repeat: 3 }],
    expected: hit('xxx'),
  },
  {
    name: 'scroll: to an element',
    page: `<button>Top</button><div style="height:3000px"></div><button id="f">Far</button>`,
    actions: [{ action_type: 'scroll', to: 'button "Far"' }],
    expected: { read: `$('f').getBoundingClientRect().top < innerHeight`, is: true },
  },
  {
    name: 'scroll: a region sideways',
    page: `<div id="f" tabindex="0" aria-label="Strip" style="width:200px;overflow-x:auto"><div style="width:2000px;height:40px">wide</div></div>`,
    actions: [{ action_type: 'scroll', id: '"Strip"', direction: 'right', amount: 1 }],
    expected: { read: `$('f').scrollLeft`, is: 200 },
  },
  {
    name: 'scroll: what only a wheel turns',
    page: `<div id="f" tabindex="0" aria-label="Map" style="${square}" onwheel="window.hit = 1; this.textContent = event.deltaY">map</div>`,
    actions: [{ action_type: 'scroll', id: '"Map"', direction: 'down', amount: 0.5 }],
    expected: hit(),
  },
];

/** Traps: the wrong end, which must be told. */
export const traps: readonly WidgetCase[] = [
  {
    name: 'trap: a button under a lid',
    page: `<div style="position:relative"><button style="${square}" onclick="window.hit = 1">B</button><div style="position:absolute;inset:0;background:#ccc" onclick="window.hit = 2">lid</div></div>`,
    actions: [press('button "B"')],
    expected: hit(0),
    errorCode: 'covered',
  },
  {
    name: 'trap: a button under a hint that opens when it is pointed at',
    page: `<div style="position:relative;width:90px"><button style="${square}" onmouseenter="hint.hidden = false" onclick="window.hit = 1">B</button><div id="hint" hidden style="position:absolute;inset:0;background:#ccc" onclick="window.hit = 2">hint</div></div>`,
    actions: [press('button "B"')],
    expected: hit(0),
    errorCode: 'covered',
  },
  {
    name: 'trap: a frame under a hint that opens when it is pointed at',
    page: `<div style="position:relative;width:310px"><iframe title="in" style="width:300px;height:120px" srcdoc="<button onmouseenter='parent.hint.hidden = false' onclick='parent.hit = 1'>B</button>"></iframe><div id="hint" hidden style="position:absolute;inset:0;background:#ccc" onclick="window.hit = 2">hint</div></div>`,
    actions: [press('button "B"')],
    expected: hit(0),
    errorCode: 'covered',
  },
  {
    name: 'trap: a page behind a dialog',
    page: `<button onclick="window.hit = 1">B</button><div role="dialog" aria-label="Cookies" style="position:fixed;left:0;top:0;width:300px;height:150px;background:#eee"><button>OK</button></div>${others}`,
    actions: [press('button "B"')],
    expected: hit(0),
    errorCode: 'covered',
  },
  {
    name: 'trap: a frame under a lid',
    page: `<div style="position:relative;width:310px"><iframe title="in" style="width:300px;height:120px" srcdoc="<button onclick='parent.hit = 1'>B</button>"></iframe><div style="position:absolute;inset:0;background:#ccc">lid</div></div>`,
    actions: [press('button "B"')],
    expected: hit(0),
    errorCode: 'covered',
  },
  {
    name: 'trap: a button that is disabled',
    page: `<button disabled onclick="window.hit = 1">B</button>`,
    actions: [press('button "B"')],
    expected: hit(0),
    errorCode: 'disabled',
  },
  {
    name: 'trap: a button that says it is disabled',
    page: `<button aria-disabled="true" onclick="window.hit = 1">B</button>`,
    actions: [press('button "B"')],
    expected: hit(0),
    errorCode: 'disabled',
  },
  {
    name: 'trap: an element that is no place to drag from',
    page: `${zone}<div style="position:absolute;left:0;top:0;width:200px;height:60px;background:#ccc">lid</div>`,
    actions: [drag()],
    expected: hit(0),
    errorCode: 'covered',
  },
  {
    name: 'trap: a key that there is not, after one that is not left down',
    page: `<script>window.hit = 0; addEventListener('keydown', () => { hit += 1 }); addEventListener('keyup', () => { hit -= 1 })</script><p>no keys here</p>`,
    actions: [{ action_type: 'keypress', keys: ['Control+Hyperspace'] }],
    expected: hit(0),
    errorCode: 'unsupported',
  },
  {
    name: 'trap: nothing to scroll to',
    page: '<p>nothing here</p>',
    actions: [{ action_type: 'scroll', to: 'the end of days' }],
    expected: hit(0),
    errorCode: 'unsupported',
  },
];
