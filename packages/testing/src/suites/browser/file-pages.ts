import { onePagePdf } from './one-page-pdf.ts';

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head><body><h1>${title}</h1>${body}</body></html>`;

const downloads = page(
  'Files',
  `<p><a href="/data.csv">Table</a></p>
<p><a href="/data.csv" target="_blank">Table in a tab</a></p>
<p><a href="/member">Members only</a></p>
<p><a href="/invoice">Invoice</a></p>
<p><a href="/statement" target="_blank">Statement in a tab</a></p>
<form method="post" action="/invoice"><button>Make invoice</button></form>
<p><a href="/odd">Odd name</a></p>
<p><a href="/endless">Endless</a></p>
<p><a href="/silent">Silent</a></p>
<p><a href="/broken">Broken</a></p>
<p><a href="/held">Held</a></p>
<p><a href="/shown.txt">Shown text</a></p>
<p><a id="made" download="made.txt" href="#">Made here</a></p>
<p><a download="inline.txt" href="data:text/plain,from%20an%20address">In the address</a></p>
<p><button onclick="setTimeout(() => { location.href = '/data.csv' }, 1200)">Soon</button></p>
<p><a href="#" onclick="follow('/data.csv', 'chosen.csv')">Chosen here</a></p>
<p><a href="/shown.txt" onclick="event.preventDefault(); follow('/data.csv', 'chosen.csv')">Chosen instead</a></p>
<p><button onclick="void 0">Nothing</button></p>
<form method="post" action="/bill" target="_blank"><input type="hidden" name="id" value="7"><button>Bill in a tab</button></form>
<p><button onclick="window.open(bill())">Made bill in a tab</button></p>
<p><button onclick="const own = window.open(''); own.document.write('<iframe src=' + bill() + '></iframe>'); own.document.close()">Made bill in a window</button></p>
<p><button onclick="show('iframe', 'src', '/bill')">Bill in a frame</button></p>
<p><button onclick="show('object', 'data', '/bill#toolbar=0')">Bill in an object</button></p>
<p><button onclick="show('embed', 'src', '/bill')">Bill in an embed</button></p>
<p><button onclick="show('iframe', 'src', bill())">Made bill in a frame</button></p>
<p><button onclick="several(12)">Twelve at once</button></p>
<p><button onclick="severalMade(12)">Twelve made here</button></p>
<script>
const bill = () => URL.createObjectURL(new Blob([${JSON.stringify(onePagePdf)}], { type: 'application/pdf' }));
const show = (tag, name, url) => { const shown = document.createElement(tag); shown[name] = url; shown.type = 'application/pdf'; document.body.append(shown); };
const follow = (url, name) => { const link = document.createElement('a'); link.href = url; link.download = name; link.dispatchEvent(new MouseEvent('click')); };
const several = (count) => { for (let at = 1; at <= count; at += 1) follow('/sized?bytes=' + at, 'part' + at + '.bin'); };
const severalMade = (count) => { for (let at = 1; at <= count; at += 1) { const url = URL.createObjectURL(new Blob(['part ' + at])); follow(url, 'part' + at + '.txt'); URL.revokeObjectURL(url); } };
made.href = URL.createObjectURL(new Blob(['made by the page'], { type: 'text/plain' }));
document.cookie = 'member=yes';</script>`,
);

const show = `const show = (list) => { out.textContent = [...list].map((file) => file.name + ' ' + file.size).join(', ') };`;

const uploads = page(
  'Uploads',
  `<p><label>Letter <input id="plain" type="file"></label></p>
<p><label>Pictures <input id="many" type="file" multiple></label></p>
<p><label for="hidden" style="border: 1px solid">Attach</label><input id="hidden" type="file" style="display:none" onchange="show(this.files)"></p>
<p><button id="opens">Browse</button></p>
<p><button id="far">Pick</button></p>
<div id="zone" role="button" aria-label="Drop zone" tabindex="0" style="width:300px;height:80px;border:1px dashed">Drop it here</div>
<p><label>Photo <input type="file" accept="image/*" onchange="if (!/image/.test(this.files[0].type)) { this.value = ''; said.textContent = 'Only pictures' }"></label></p>
<p><label>Gone <input type="file" disabled></label></p>
<p><button onclick="void 0">No files here</button></p>
<output id="out"></output><p id="said"></p>
<script>${show}
opens.onclick = () => { const input = document.createElement('input'); input.type = 'file'; input.multiple = true; input.onchange = () => show(input.files); input.click(); };
far.onclick = () => { out.textContent = 'picked' ; const input = document.createElement('input'); input.type = 'file'; input.click(); };
zone.ondragover = (event) => event.preventDefault();
zone.ondrop = async (event) => { event.preventDefault(); const [file] = event.dataTransfer.files; show([file]); said.textContent = await file.text(); };</script>`,
);

const dialogs = page(
  'Dialogs',
  `<p><button onclick="said.textContent = String(confirm('Delete it?'))">Delete</button></p>
<p><button onclick="said.textContent = String(prompt('Your name?', 'nobody'))">Name</button></p>
<p><button onclick="for (let i = 0; i < 3; i++) alert('Again'); said.textContent = 'three'">Three</button></p>
<p><button onclick="said.textContent = 'caught'; for (;;) alert('Forever')">Forever</button></p>
<p><button onclick="said.textContent = 'ticking'; setInterval(() => confirm('Still there?'), 20)">Ticking</button></p>
<p><button onclick="said.textContent = 'stepping'; let asked = 0; setInterval(() => { if (asked++ % 10 === 0) location.hash = asked; confirm('Still there?') }, 20)">Stepping</button></p>
<p><button onclick="setTimeout(() => alert('Later'), 1500)">Later</button></p>
<p><button onclick="print()">Print</button></p>
<p id="said">nothing</p>`,
);

const frame = page('Frame', `<button onclick="alert('From a frame')">Ask</button>`);

const tabs = (elsewhere: string): string =>
  page(
    'Tabs',
    `<p><a href="/first" target="_blank" rel="noopener">Alone</a></p>
<p><button onclick="window.child = window.open('/first')">Child</button></p>
<p><button onclick="window.child = window.open('/closable')">Closable</button></p>
<p><button onclick="window.child.close()">Close child</button></p>
<p><a href="mailto:ann@x.example">Write</a> <a href="strange:thing">Strange</a></p>
<p><a href="${elsewhere}/first" target="_blank">Other host</a></p>
<p><button onclick="location.hash = 'part'">Part</button></p>`,
  );

const permissions = page(
  'Permissions',
  `<p><button id="ask">Ask for everything</button></p><pre id="out">nothing</pre>
<script>
const told = {};
const tell = (name, value) => { told[name] = value; out.textContent = Object.entries(told).map((each) => each.join(' ')).join('\\n'); };
const asked = {
  place: () => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no)),
  notifications: async () => { if ((await Notification.requestPermission()) !== 'granted') throw 0 },
  camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
  microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
  clipboard: () => navigator.clipboard.readText(),
  midi: () => navigator.requestMIDIAccess({ sysex: true }),
};
ask.onclick = () => { for (const [name, work] of Object.entries(asked)) Promise.resolve().then(work).then(() => tell(name, 'given'), () => tell(name, 'refused')); };
</script>`,
);

const asking = page(
  'Asking',
  `<p><button onclick="navigator.usb?.requestDevice({ filters: [] })">USB</button>
<button onclick="navigator.bluetooth?.requestDevice({ acceptAllDevices: true })">Bluetooth</button>
<button onclick="navigator.serial?.requestPort()">Serial</button>
<button onclick="showSaveFilePicker()">Save as</button>
<button onclick="showDirectoryPicker()">Folder</button>
<button onclick="navigator.mediaDevices.getDisplayMedia()">Screen</button>
<button onclick="navigator.credentials.get({ publicKey: { challenge: new Uint8Array(8) } })">Key</button>
<button onclick="fetch('/locked').then((answer) => { said.textContent = 'status ' + answer.status })">Locked data</button>
<button onclick="const x = new XMLHttpRequest(); x.open('GET', '/locked', false); x.send(); said.textContent = 'at once ' + x.status">Locked at once</button></p><p id="said"></p>`,
);

const passkeys = page(
  'Passkeys',
  `<p><button onclick="ask(() => navigator.credentials.get({ publicKey }))">Use a passkey</button>
<button onclick="ask(() => navigator.credentials.create({ publicKey: creation }))">Create a passkey</button>
<button onclick="ask(() => navigator.credentials.get({ publicKey, mediation: 'conditional' }))">Offer a passkey</button>
<button onclick="const given = new AbortController(); ask(() => navigator.credentials.get({ publicKey, signal: given.signal })); given.abort()">Take it back</button>
<button onclick="ask(() => navigator.mediaDevices.getDisplayMedia())">Share the screen</button>
<button onclick="window.child = window.open('/passkeys#load')">Sign in elsewhere</button>
<button onclick="tell('a password')">Use a password</button>
<button onclick="tell(pickers.some((picker) => picker in window) ? 'pickers' : 'no pickers')">Use a picker</button></p>
<p id="said">nothing</p>
<script>
const publicKey = { challenge: new Uint8Array(16), timeout: 60000 };
const creation = { ...publicKey, rp: { name: 'Shop' }, user: { id: new Uint8Array(8), name: 'ann', displayName: 'Ann' }, pubKeyCredParams: [{ type: 'public-key', alg: -7 }] };
const pickers = ['showOpenFilePicker', 'showSaveFilePicker', 'showDirectoryPicker'];
const tell = (text) => { said.textContent = text };
const ask = (how) => how().then(() => tell('given'), (error) => tell('refused by ' + error.name));
if (location.hash === '#load') ask(() => navigator.credentials.get({ publicKey }));
</script>`,
);

/** The pages of the file site. `elsewhere` is the same site under another origin. */
export function filePages(elsewhere: string): Readonly<Record<string, string>> {
  return {
    '/': downloads,
    '/uploads': uploads,
    '/dialogs': dialogs,
    '/frame': frame,
    '/framed': page('Framed', '<iframe src="/frame" width="300" height="150"></iframe>'),
    '/tabs': tabs(elsewhere),
    '/permissions': permissions,
    '/asking': asking,
    '/passkeys': passkeys,
    '/framed-passkeys': page(
      'Framed',
      '<iframe src="/passkeys" width="600" height="200" allow="publickey-credentials-get"></iframe>',
    ),
    '/first': page('First', '<a href="/second">Next</a>'),
    '/second': page('Second', '<p>end</p>'),
    '/closable': page('Closable', '<button onclick="window.close()">Close</button>'),
    '/unloading': page(
      'Unloading',
      `<input aria-label="Word"><script>onbeforeunload = (event) => { event.preventDefault(); return 'no' }</script>`,
    ),
    '/trap': page(
      'Trap',
      `<button>Stay</button><script>onbeforeunload = () => { setTimeout(() => { location.href = '/trap?' + Math.random() }); }</script>`,
    ),
    '/spin': page('Spin', `<script>location.replace('/spin?' + Math.random())</script>`),
  };
}
