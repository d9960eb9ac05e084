/** One way in which a script of a page can ask the browser to connect somewhere. */
export interface PageWay {
  readonly name: string;
  /** Body of an async function of `url`, which ends when the attempt has; it throws for one that failed. */
  readonly script: string;
  /** Whether the site sees the attempt when it is made at the site: false where browsers do not promise one. */
  readonly isSeen: boolean;
  /** Whether the guard of an attached browser covers it too; `docs/browser.md` names those that it does not. */
  readonly isGuarded: boolean;
  /** Attempts that a page makes at once. Default: 12, fewer than the windows that a session may have. */
  readonly atOnce?: number;
}

/** An element that has nothing to load fires no event. */
const element = (tag: string, assign: string): string =>
  `const it = document.createElement('${tag}');
  await new Promise((resolve, reject) => {
    it.onload = it.onloadeddata = resolve; it.onerror = reject;
    ${assign}; document.body.append(it); setTimeout(resolve, 8000);
  }).finally(() => it.remove());`;
/** A frame that shows a document of its own first, and the address after it. */
const frameTwice = (assign: string): string =>
  `const it = document.createElement('iframe'); let loads = 0;
  const over = new Promise((resolve) => { it.onload = () => { loads += 1; if (loads === 2) resolve(); }; });
  ${assign}; document.body.append(it); await Promise.race([over, pause(4000)]); it.remove();`;
const link = (rel: string, more = ''): string =>
  `const it = document.createElement('link');
  it.rel = '${rel}'; ${more} it.href = url; document.head.append(it); await pause(200);`;
/** A rule for a class of its own, and an element that has it. */
const css = (rule: string): string =>
  `const name = 'attack' + Math.random().toString(36).slice(2); const quoted = JSON.stringify(url);
  document.head.append(Object.assign(document.createElement('style'), { textContent: ${rule} }));
  document.body.append(Object.assign(document.createElement('p'), { textContent: 'text', className: name }));
  await pause(300);`;
const popup = (start: string, then: string): string =>
  `const it = window.open(${start}); if (!it) throw new Error('no window');
  try { ${then} } catch (error) { it.close(); throw error; }
  const isThere = () => { try { return it.closed || it.location.href !== 'about:blank'; } catch { return true; } };
  for (let looks = 0; looks < 80 && !isThere(); looks += 1) await pause(100);
  it.close();`;
const withWorker = (make: string, body: string): string =>
  `const source = URL.createObjectURL(new Blob([${JSON.stringify(body)}], { type: 'text/javascript' }));
  const said = await new Promise((resolve, reject) => { ${make} });
  if (said !== 'done') throw new Error(said);`;
const workerBody = (attempt: string): string =>
  `const answer = async (port, url) => {
    try { ${attempt}; port.postMessage('done'); } catch (error) { port.postMessage(String(error)); }
  };
  onmessage = ({ data }) => answer(self, data);
  onconnect = ({ ports: [port] }) => { port.onmessage = ({ data }) => answer(port, data); };`;
const dedicated =
  'const it = new Worker(source); it.onmessage = ({ data }) => resolve(data); it.onerror = reject; it.postMessage(url);';
const shared =
  'const it = new SharedWorker(source); it.port.onmessage = ({ data }) => resolve(data); it.onerror = reject; it.port.postMessage(url);';
const socketUrl = "new URL(url, 'http://none.invalid').href.replace(/^http/, 'ws')";

const seen = (name: string, script: string): PageWay => ({ name, script, isSeen: true, isGuarded: true });
const unseen = (name: string, script: string): PageWay => ({ name, script, isSeen: false, isGuarded: true });
const unguarded = (name: string, script: string): PageWay => ({
  name,
  script,
  isSeen: false,
  isGuarded: false,
});

const sharedWorker = 'shared worker';

/** Ways that a page of a joined browser does not have at all. */
export const takenAway: ReadonlySet<string> = new Set([sharedWorker]);

/** Names of the ways that the short run of the suite takes. */
export const shortWays: ReadonlySet<string> = new Set([
  'fetch',
  'image',
  'frame',
  'WebSocket',
  'WebRTC, remote candidates',
  'service worker',
  'popup',
  'download link',
]);

/** Every way. */
export const pageWays: readonly PageWay[] = [
  seen('fetch', 'await fetch(url);'),
  seen('fetch without CORS', "await fetch(url, { mode: 'no-cors', keepalive: true });"),
  seen(
    'XMLHttpRequest',
    "const it = new XMLHttpRequest(); it.open('GET', url); await new Promise((resolve, reject) => { it.onload = resolve; it.onerror = reject; it.send(); });",
  ),
  seen('image', element('img', 'it.src = url')),
  seen('script', element('script', 'it.src = url')),
  seen('module', element('script', "it.type = 'module'; it.src = url")),
  seen('style sheet', element('link', "it.rel = 'stylesheet'; it.href = url")),
  seen('background', css("'.' + name + ' { background: url(' + quoted + ') }'")),
  seen('style import', css("'@import ' + quoted")),
  seen(
    'font',
    css(
      "'@font-face { font-family: ' + name + '; src: url(' + quoted + ') } .' + name + ' { font-family: ' + name + ' }'",
    ),
  ),
  seen('frame', element('iframe', 'it.src = url')),
  seen(
    'frame that goes on',
    frameTwice('it.srcdoc = "<script>location = " + JSON.stringify(url) + "</script>"'),
  ),
  seen(
    'refresh of a frame',
    frameTwice(`it.srcdoc = '<meta http-equiv="refresh" content="0;url=' + encode(url) + '">'`),
  ),
  seen('object', element('object', 'it.data = url')),
  seen('embed', element('embed', 'it.src = url')),
  seen('video', element('video', 'it.src = url')),
  seen('picture in SVG', element('img', "it.srcset = url + ' 1x'; it.src = url")),
  seen(
    'event stream',
    'await new Promise((resolve, reject) => { const it = new EventSource(url); it.onopen = () => { it.close(); resolve(); }; it.onerror = () => { it.close(); reject(new Error("refused")); }; });',
  ),
  seen('beacon', 'navigator.sendBeacon(url, "x"); await pause(200);'),
  seen(
    'form',
    frameTwice(`it.name = 'sink' + Math.random(); const form = document.createElement('form');
    form.method = 'post'; form.target = it.name; form.setAttribute('action', url); document.body.append(form);
    setTimeout(() => form.submit(), 100)`),
  ),
  // Our browsers are started without pings.
  unseen(
    'ping of a link',
    `const it = document.createElement('a'); it.href = '#'; it.setAttribute('ping', url); document.body.append(it); it.click(); await pause(200);`,
  ),
  seen(
    'WebSocket',
    `await new Promise((resolve, reject) => { const it = new WebSocket(${socketUrl}); it.onopen = () => { it.close(); resolve(); }; it.onerror = it.onclose = () => reject(new Error('closed')); });`,
  ),
  unseen(
    'WebTransport',
    `const it = new WebTransport(new URL(url, 'http://none.invalid').href.replace(/^http:/, 'https:'));
    await Promise.race([it.ready, pause(5000)]); it.close();`,
  ),
  unseen(
    'WebRTC, servers',
    `const { host } = new URL(url, 'http://none.invalid');
    const it = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + host }, { urls: ['turn:' + host, 'turn:' + host + '?transport=tcp', 'turns:' + host], username: 'a', credential: 'b' }] });
    it.createDataChannel('a'); await it.setLocalDescription();
    await Promise.race([new Promise((resolve) => { it.onicegatheringstatechange = () => it.iceGatheringState === 'complete' && resolve(); }), pause(3000)]); it.close();`,
  ),
  unseen(
    'WebRTC, remote candidates',
    `const { hostname, port } = new URL(url, 'http://none.invalid'); const host = hostname.replace(/^\\[|\\]$/g, '');
    const one = new RTCPeerConnection(), other = new RTCPeerConnection();
    one.createDataChannel('a'); await one.setLocalDescription(); await other.setRemoteDescription(one.localDescription);
    await other.setLocalDescription(); await one.setRemoteDescription(other.localDescription);
    for (const end of ['udp 2122260223 ' + host + ' ' + (port || 80) + ' typ host', 'tcp 1518280447 ' + host + ' ' + (port || 80) + ' typ host tcptype passive'])
      await one.addIceCandidate({ candidate: 'candidate:1 1 ' + end, sdpMid: '0', sdpMLineIndex: 0 });
    await pause(1500); one.close(); other.close();`,
  ),
  seen('worker', withWorker(dedicated, workerBody("await fetch(url, { mode: 'no-cors' })"))),
  seen('script of a worker', withWorker(dedicated, workerBody('importScripts(url)'))),
  unseen(
    'socket of a worker',
    withWorker(
      dedicated,
      workerBody(
        `await new Promise((resolve, reject) => { const it = new WebSocket(${socketUrl}); it.onopen = resolve; it.onerror = () => reject(new Error('closed')); })`,
      ),
    ),
  ),
  seen(sharedWorker, withWorker(shared, workerBody("await fetch(url, { mode: 'no-cors' })"))),
  seen(
    'service worker',
    `const registration = await navigator.serviceWorker.register('/service-worker.js'); await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const said = await new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); registration.active.postMessage(url, [port2]); });
    if (said !== 'done') throw new Error(said);`,
  ),
  // Chromium's renderer can crash when a page opens windows at once and closes each within milliseconds.
  { ...seen('popup', popup('url', '')), atOnce: 1 },
  { ...seen('popup that goes on', popup("'about:blank'", 'it.location = url;')), atOnce: 1 },
  // Of another origin it is no download but a navigation of the document that holds the link.
  seen(
    'download link',
    `const frame = document.createElement('iframe'); document.body.append(frame); const inner = frame.contentDocument;
    const it = inner.createElement('a'); it.download = 'a'; it.href = url; inner.body.append(it);
    it.click(); await pause(1000); frame.remove();`,
  ),
  unguarded('preconnect', link('preconnect')),
  unguarded('look-up of names', link('dns-prefetch')),
  unseen('prefetch', link('prefetch')),
  unseen('prerender', link('prerender')),
  unseen('preload', link('preload', "it.as = 'image';")),
  unseen('preload of a module', link('modulepreload')),
  unseen('icon', link('icon')),
  unseen('manifest', link('manifest')),
  unguarded(
    'speculation rules',
    `for (const kind of ['prefetch', 'prerender']) {
      const it = Object.assign(document.createElement('script'), { type: 'speculationrules' });
      it.textContent = JSON.stringify({ [kind]: [{ source: 'list', urls: [url], eagerness: 'immediate' }] });
      document.head.append(it); await pause(200);
    }`,
  ),
  unseen(
    'report of a policy',
    `const it = document.createElement('iframe'); it.src = '/policy?to=' + encodeURIComponent(url); document.body.append(it); await pause(700);`,
  ),
];

/** Longest time that an attempt of a page may take before it counts as held, in ms. */
const attemptMs = 30_000;

/** The page that takes one way to each of some addresses, and then posts to `/report/<id>` what came of each. */
export function attackPage(way: PageWay, urls: readonly string[], id: string): string {
  return `<!doctype html><title>Attack</title><body><p>Attack</p><script type="module">
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const encode = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const attempt = async (url) => { ${way.script.replaceAll('</script', '<\\/script')} };
    const results = [];
    const urls = ${JSON.stringify(urls).replaceAll('<', '\\u003c')};
    for (let first = 0; first < urls.length; first += ${way.atOnce ?? 12}) {
      results.push(...await Promise.all(urls.slice(first, first + ${way.atOnce ?? 12}).map((url) => Promise.race([
        attempt(url).then(() => 'done', (error) => 'failed: ' + (error?.message ?? error?.type ?? error)),
        pause(${attemptMs}).then(() => 'held'),
      ]))));
    }
    await fetch('/report/${id}', { method: 'POST', body: JSON.stringify(results) });
  </script>`;
}

/** A service worker that fetches what it is told. */
export const serviceWorker = `oninstall = () => skipWaiting();
onactivate = (event) => event.waitUntil(clients.claim());
onmessage = async ({ data, ports: [port] }) => {
  try { await fetch(data, { mode: 'no-cors' }); port.postMessage('done'); } catch (error) { port.postMessage(String(error)); }
};`;
