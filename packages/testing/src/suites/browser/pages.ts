const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;

const form = page(
  'Form',
  `<main><h1>Every field</h1><form aria-label="Every field" action="/echo">
  <label for="name">Name</label><input id="name" name="name" required>
  <label for="mail">E-mail</label><input id="mail" name="mail" type="email" placeholder="you@shop.example">
  <label for="word">Password</label><input id="word" name="word" type="password">
  <label for="day">Day</label><input id="day" name="day" type="date" min="2026-01-01" max="2026-12-31">
  <label for="note">Note</label><textarea id="note" name="note" maxlength="200"></textarea>
  <label for="size">Size</label><select id="size" name="size"><option value="s">Small<option value="m">Medium<option value="l">Large</select>
  <label><input type="checkbox" name="news" style="opacity:0;position:absolute;width:1px;height:1px"><span>Newsletter</span></label>
  <label><input type="radio" name="pay" value="card"> Card</label><label><input type="radio" name="pay" value="cash"> Cash</label>
  <div role="switch" tabindex="0" aria-checked="false" onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">Night mode</div>
  <div contenteditable="true" aria-label="Story" style="min-height:2em;border:1px solid"></div>
  <label for="phone">Phone</label><input id="phone" oninput="this.value = this.value.replace(/\\D/g, '').replace(/(\\d{3})(?=\\d)/g, '$1-')">
  <label for="stubborn">Stubborn</label><input id="stubborn" oninput="this.value = 'mine'">
  <label for="broken">Amount</label><input id="broken" aria-invalid="true" aria-describedby="why" value="x"><p id="why">Enter a number</p>
  <button type="button" disabled>Not yet</button><button>Send</button></form></main>`,
);

const targets = page(
  'Targets',
  `<style>.p{cursor:pointer;width:120px}.far{position:absolute;left:-9999px}</style>
  <div id="row" style="width:200px">Listener row</div><div class="p">Pointer box</div>
  <button style="width:24px;height:24px"><svg class="icon-trash" width="16" height="16"><rect width="16" height="16"/></svg></button>
  <table><tr><td id="cell">Cell with handler</td></tr></table>
  <div style="display:none"><button>Not displayed</button></div><button style="visibility:hidden">Not visible</button>
  <button style="opacity:0">Transparent</button><div style="width:0;height:0;overflow:hidden"><button>Clipped</button></div>
  <details><summary>More</summary><button>Inside closed details</button></details>
  <div inert><button>Inert</button></div><a>No target</a><button class="far">Skip</button>
  <div style="position:relative;width:150px;height:40px"><button style="position:absolute;inset:0">Underneath</button>
  <div id="lid" role="button" style="position:absolute;inset:0;background:#ccc">Lid</div></div>
  <div id="host"></div>
  <script>row.addEventListener('click', () => { document.title = 'Row' }); cell.addEventListener('click', () => { document.title = 'Cell' });
  host.attachShadow({mode:'open'}).innerHTML = '<button onclick="document.title=\\'Shadow\\'">In a shadow root</button>';</script>`,
);

const modal = page(
  'Modal',
  `<header><a href="/form">Home</a></header><main><button onclick="document.title='Behind'">Behind</button><button>Also behind</button></main>
  <dialog id="d" aria-label="Voucher"><p>Enter a code.</p><button onclick="d.close()">Close</button></dialog><script>d.showModal()</script>`,
);

const frames = (elsewhere: string): string =>
  page(
    'Frames',
    `<h1>Frames</h1><iframe src="/inner?same" title="Same" width="300" height="120"></iframe>
    <div style="height:60px"></div><iframe src="${elsewhere}/inner?other" title="Other" width="300" height="120" style="border:3px solid;padding:5px"></iframe>`,
  );

const inner = page(
  'Inner',
  `<button onclick="this.textContent='Pressed'">Press</button><input aria-label="Card number">`,
);

const manual = (elsewhere: string): string =>
  page(
    'Manual',
    `<style>body{height:3000px}</style><main><h1>Manual</h1>
  <button onclick="document.title='Renamed'">Rename</button>
  <button onclick="document.querySelector('button').textContent='Delete all'">Swap</button>
  <label for="name">Name</label><input id="name">
  <label for="code">Verification code</label><input id="code" autocomplete="one-time-code">
  <label for="shown">Shown password</label><input id="shown">
  <div id="host"></div><iframe src="${elsewhere}/manual-inner" title="Inner" width="300" height="60" style="border:3px solid;padding:5px"></iframe>
  <form action="/echo"><label for="secret">Secret</label><input id="secret" name="secret" type="password"></form>
  <p id="menu"></p><p id="wheel" style="position:fixed;bottom:0"></p></main>
  <script>host.attachShadow({mode:'open'}).innerHTML = '<input aria-label="Shadow">';
  onscroll = () => { wheel.textContent = 'scrolled' };
  oncontextmenu = () => { menu.textContent = 'menu asked'; return false }</script>`,
  );

const settling = page(
  'Settling',
  `<button id="late" onclick="fetch('/delay?ms=300').then(r => r.text()).then(t => { out.textContent = t })">Late</button>
  <button onclick="setTimeout(() => { out.textContent = 'it is late' }, 1200)">Much later</button><p id="out"></p><div style="height:3000px"></div><p>The end</p>
  <script>setInterval(() => { tick.textContent = Date.now() }, 40)</script><i id="tick"></i>`,
);

const still = page('Still', `<button onclick="">Nothing</button>`);

const events = page(
  'Events',
  `<button onclick="alert('Saved')">Alert</button><button onclick="document.title = confirm('Really?') ? 'yes' : 'no'">Confirm</button>
  <a href="/form" target="_blank">New tab</a><a href="/file" download>File</a>
  <button onclick="onbeforeunload = (e) => e.preventDefault()">Guard</button>`,
);

const cookies = page(
  'Cookies',
  `<p id="out"></p><button onclick="document.cookie = 'user=ann'; show()">Sign in</button>
  <script>function show() { out.textContent = 'cookies: ' + document.cookie } show()</script>`,
);

const lists = page(
  'Lists',
  `<main><table><caption>Stock</caption><thead><tr><th>Part</th><th>Price</th></tr></thead><tbody>
  <tr><td>Lamp</td><td>39.80</td></tr><tr><td>Vase</td><td>12.00</td></tr></tbody></table>
  <ul>${Array.from({ length: 100 }, (_, index) => `<li>Card ${index} <a href="/item/${index}">Open ${index}</a></li>`).join('')}</ul>
  <a href="https://elsewhere.example/a/long/way">Elsewhere</a></main>`,
);

const combo = page(
  'Combo',
  `<div style="width:200px"><button id="box" aria-haspopup="listbox" aria-expanded="false">Choose a fruit</button>
  <ul id="list" role="listbox" hidden style="position:absolute"></ul></div><button>Other</button>
  <script>box.onclick = () => { setTimeout(() => { list.innerHTML = ['Apple','Pear','Plum'].map(f => '<li role="option">' + f + '</li>').join(''); list.hidden = false }, 50) };
  list.onclick = (e) => { box.textContent = e.target.textContent; list.hidden = true }</script>`,
);

const rerender = page(
  'Rerender',
  `<button onclick="draw()">Draw again</button><ul id="list"></ul>
  <script>let order = ['ann','ben','cem','dora']; function draw() { list.innerHTML = ''; order.reverse();
  for (const name of order) { const item = document.createElement('li'); item.innerHTML = '<button data-testid="' + name + '">Call ' + name + '</button>'; list.append(item) } } draw()</script>`,
);

const hostile = page(
  'Hostile',
  `<button>Plain</button><div title="\ud800">lone</div><form><input name="firstChild" aria-label="Clobber"><input name="nodeType"></form>
  <script>document.querySelector('div').append('\\ud800 half'); Object.defineProperty(document.querySelector('div'), 'labels', { get() { throw new Error('no') } });
  Object.prototype.toJSON = () => 'mine'; document.querySelector('div').onclick = () => {};</script>`,
);

const moving = page(
  'Moving',
  `<button id="b" style="position:absolute;left:0;top:50px;transition:left .25s linear" onclick="document.title='Hit'">Catch me</button>
  <script>requestAnimationFrame(() => requestAnimationFrame(() => { b.style.left = '400px' }))</script>`,
);

const quiet = page(
  'Quiet',
  `<button>One</button><input aria-label="Two"><button onclick="report()">Report</button><script>
  const names = () => Object.getOwnPropertyNames(window).length; const seen = []; let before = 0;
  function report() { document.title = 'mutations ' + seen.length + ' globals ' + (names() - before) }
  onload = () => { before = names(); new MutationObserver((records) => { seen.push(...records) })
  .observe(document, { subtree: true, childList: true, attributes: true, characterData: true }) }</script>`,
);

/** Pages of the conformance suite by path; `elsewhere` is the same site under another origin. */
export function fixturePages(elsewhere: string): Readonly<Record<string, string>> {
  return {
    '/form': form,
    '/targets': targets,
    '/modal': modal,
    '/frames': frames(elsewhere),
    '/inner': inner,
    '/manual': manual(elsewhere),
    '/manual-inner': page('Manual, inside', '<input aria-label="Inside">'),
    '/settling': settling,
    '/still': still,
    '/events': events,
    '/cookies': cookies,
    '/lists': lists,
    '/combo': combo,
    '/rerender': rerender,
    '/hostile': hostile,
    '/moving': moving,
    '/quiet': quiet,
    '/empty': page('Empty', ''),
  };
}
