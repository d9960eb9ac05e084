import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EgressPolicy, RunwrightError } from '@runwright/contract';
import { playwrightDriver } from '@runwright/driver-playwright';
import { browserUnderTest } from '@runwright/testing/browser';
import type { BrowserContext } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Of `shop.example`, by an unknown authority, with addresses for its issuer, its status and its list of revocations. */
const certificate = pem(
  'CERTIFICATE',
  'MIICLDCCAdKgAwIBAgIURlHxxutQmn8GgqtF3ImpeyruWRAwCgYIKoZIzj0EAwIwGTEXMBUGA1UEAwwOVW5rbm93biBpc3N1ZXIwIBcNMjYxMTI4MTYxOTM3WhgPMjEwOTAxMTcxNjE5MzdaMBcxFTATBgNVBAMMDHNob3AuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABMMIb8tMdGos8eH8riV850STUQWlpR1nPnmhEaqejjs88w8gYeTLWuBHiTFShjtY8xbQRBr8kls20ae2Ipon/qejgfcwgfQwFwYDVR0RBBAwDoIMc2hvcC5leGFtcGxlMFwGCCsGAQUFBwEBBFAwTjAoBggrBgEFBQcwAoYcaHR0cDovL2lzc3Vlci5leGFtcGxlL2NhLmNydDAiBggrBgEFBQcwAYYWaHR0cDovL3N0YXR1cy5leGFtcGxlLzAtBgNVHR8EJjAkMCKgIKAehhxodHRwOi8vbGlzdC5leGFtcGxlL2xpc3QuY3JsMAwGA1UdEwEB/wQCMAAwHQYDVR0OBBYEFJSeFfL3DIxjkQyyA53wmSlRKJt5MB8GA1UdIwQYMBaAFFLkpP1ezo580YsZDmLdEIjgeDAbMAoGCCqGSM49BAMCA0gAMEUCIQDhvyLsVcTlNlpp/PBur3V2X96tw29sO1gL9oZPn2QFegIgcmhHy3Pc1eku9M7WIUPhy45w8pT+9rIfwdQMdK/9vyM=',
);
const key = pem(
  'PRIVATE KEY',
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYjnHQ5jzJExRX0Va2fgQqTj8yrtG0xJ9/Y0lBtxxWcuhRANCAATDCG/LTHRqLPHh/K4lfOdEk1EFpaUdZz55oRGqno47PPMPIGHky1rgR4kxUoY7WPMW0EQa/JJbNtGntiKaJ/6n',
);

function pem(kind: string, base64: string): string {
  return `-----BEGIN ${kind}-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END ${kind}-----\n`;
}

/** Runs when the button is clicked; the title says when it is over. What never answers is left after 5 s. */
const page = (
  work: string,
  head = '',
) => `<!doctype html><title>Page</title>${head}<button>Go</button><script>
  const late = new Promise((resolve) => setTimeout(resolve, 5_000, 'late'));
  const tried = (work) => Promise.race([Promise.resolve().then(work).catch(String), late]);
  document.querySelector('button').onclick = async () => {
    const results = await (async () => { ${work} })();
    document.title = 'over ' + results;
  };
</script>`;

/** Documents by path. */
const pages: Readonly<Record<string, string>> = {
  '/place': page(`return await tried(() => new Promise((resolve) =>
    navigator.geolocation.getCurrentPosition(() => resolve('found'), ({ code }) => resolve('failed ' + code))));`),
  '/push': page(`return await tried(async () => {
    const registration = await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
    const applicationServerKey = 'BOr9SJVyMoM1nCfOKUEbQxDfCSMJmLKTfS7mwCnuGwWbJtwFzqpBBGOg1cYHNGzDKjYtAOlTfCUHMJJ1S3hBLiE';
    await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    return 'subscribed';
  });`),
  '/models': page(`const pair = { sourceLanguage: 'en', targetLanguage: 'fr' };
    return await Promise.all([
      tried(() => Translator.create(pair)), tried(() => LanguageDetector.create()), tried(() => LanguageModel.create()),
      tried(() => Summarizer.create()), tried(() => Rewriter.create()), tried(() => Proofreader.create()),
    ]);`),
  '/speech': page(`return await Promise.all([
    tried(() => new Promise((resolve) => {
      const heard = new webkitSpeechRecognition();
      heard.onend = () => resolve('ended'); heard.onerror = ({ error }) => resolve(error);
      heard.start();
    })),
    tried(() => new Promise((resolve) => {
      const said = new SpeechSynthesisUtterance('Bonjour');
      said.lang = 'fr-FR';
      said.onend = said.onerror = () => resolve('said');
      speechSynthesis.speak(said);
    })),
  ]);`),
  '/documents': page(
    `return await tried(() => new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.onload = () => resolve('shown');
      frame.src = '/report.pdf';
      document.body.append(frame);
    }));`,
    `<form action="/paid"><input name="number" autocomplete="cc-number" value="4111111111111111"><input autocomplete="cc-exp" value="12/31"></form>`,
  ),
  '/auction': page(`return await Promise.all([
    tried(() => navigator.getInterestGroupAdAuctionData({ seller: location.origin })),
    tried(() => document.browsingTopics()),
    tried(() => navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16), rpId: location.hostname, timeout: 1_000 } })),
    tried(() => document.requestStorageAccess()),
  ]);`),
};

/** A name that scripts and elements of a page bring up without a request for it. */
const leaks: Readonly<Record<string, string>> = {
  'servers of a call': page(`
    const login = { username: 'ann', credential: 'word' };
    const peer = new RTCPeerConnection({ iceServers: [
      { urls: 'stun:stun.leak.example:3478' }, { urls: 'stun:stun-over-tcp.leak.example:3478?transport=tcp' },
      { urls: 'turn:relay.leak.example:3478', ...login },
      { urls: 'turn:relay-over-tcp.leak.example:3478?transport=tcp', ...login }, { urls: 'turns:relays.leak.example:443', ...login },
    ].filter(({ urls }) => { try { new RTCPeerConnection({ iceServers: [{ urls, ...login }] }).close(); return true; } catch { return false; } }) });
    peer.createDataChannel('data');
    const gathered = new Promise((resolve) => {
      peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve('gathered');
    });
    await peer.setLocalDescription();
    return await tried(() => gathered);`),
  'a remote candidate of a call': page(`
    const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
    one.createDataChannel('data');
    await one.setLocalDescription();
    await other.setRemoteDescription(one.localDescription);
    await other.setLocalDescription();
    await one.setRemoteDescription(other.localDescription);
    const line = 'candidate:1 1 ';
    return await Promise.all(['udp', 'tcp'].map((kind) => tried(() => one.addIceCandidate({
      candidate: line + kind + ' 2122260223 ' + kind + '.leak.example 9 typ host' + (kind === 'tcp' ? ' tcptype passive' : ''),
      sdpMid: '0' }))));`),
  'hints of a document': page(
    `return await tried(() => new Promise((resolve) => { document.head.insertAdjacentHTML('beforeend',
      '<link rel="dns-prefetch" href="//later.leak.example"><link rel="preconnect" href="https://connected.leak.example">'); requestAnimationFrame(() => resolve('added')); }));`,
    `<meta http-equiv="x-dns-prefetch-control" content="on"><link rel="dns-prefetch" href="//first.leak.example"><a href="https://linked.leak.example/">Link</a>
     <script type="speculationrules">{ "prefetch": [{ "urls": ["https://speculated.leak.example/"], "requires": ["anonymous-client-ip-when-cross-origin"], "eagerness": "immediate" }] }</script>`,
  ),
};

const handle: RequestListener = ({ url = '' }, response) => {
  const isWorker = url === '/worker.js';
  const isDocument = url === '/report.pdf';
  response.setHeader(
    'content-type',
    isWorker ? 'text/javascript' : isDocument ? 'application/pdf' : 'text/html',
  );
  const leak = leaks[decodeURIComponent(url.slice(1))];
  response.end(
    isDocument ? pdf : isWorker ? 'self.onpush = () => undefined;' : (pages[url] ?? leak ?? '<p>Page</p>'),
  );
};
const pdf = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200]>> endobj
trailer <</Root 1 0 R>>
%%EOF`;

/** What a browser looked up while `work` went on: through the policy, and by itself. */
async function lookUps(
  server: ReturnType<typeof createServer>,
  work: (native: BrowserContext, origin: string) => Promise<void>,
): Promise<{ readonly asked: readonly string[]; readonly resolved: readonly string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-lookups-'));
  const netLog = join(folder, 'net-log.json');
  const driver = playwrightDriver({
    ...browserUnderTest(),
    stateFolder: folder,
    args: [`--log-net-log=${netLog}`],
  });
  onTestFinished(async () => {
    await driver.close();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = new Set<string>();
  const egress: EgressPolicy = {
    async check(address) {
      const url = new URL(address);
      asked.add(url.hostname);
      if (url.port !== String(port)) throw new RunwrightError('egress_denied', 'Not allowed.');
      return { url, addresses: [{ address: '127.0.0.1', family: 4 }] };
    },
  };
  const origin = `http://127.0.0.1:${port}`;
  const granted = ['geolocation', 'notifications', 'microphone'];
  const session = await driver.open({
    ...{ egress, reveal: (text) => text, signal: new AbortController().signal },
    permissions: { [origin]: granted },
  });
  await work(session.native, origin);
  await session.close();
  return { asked: [...asked].toSorted(), resolved: await resolutionsIn(netLog, port) };
}

/** Returns the names that the browser itself has resolved, from its net log: a line of constants, then a line for each event. */
async function resolutionsIn(netLog: string, port: number): Promise<readonly string[]> {
  const [head = '', ...lines] = (await readFile(netLog, 'utf8')).split('\n');
  const { constants } = JSON.parse(`${head.replace(/,\s*$/, '')}}`);
  const types = new Map(Object.entries(constants.logEventTypes).map(([name, id]) => [id, name]));
  expect([...types.values()]).toContain('HOST_RESOLVER_MANAGER_JOB');
  expect(lines.length).toBeGreaterThan(100);
  const events = lines
    .filter((line) => line.startsWith('{"'))
    .map((line) => JSON.parse(line.replace(/\}(?:\],?|,)?$/, '}')));
  const findParams = (name: RegExp): readonly string[] =>
    events
      .filter(({ type }) => name.test(String(types.get(type))))
      .map(({ params = {} }) => JSON.stringify(params));
  // The log is read as it is written: it has the request for the page.
  expect(findParams(/^URL_REQUEST_START_JOB$/).join()).toContain(`:${port}/`);
  return findParams(/^HOST_RESOLVER_MANAGER_JOB|^DNS_TRANSACTION$/);
}

async function clickThrough(native: BrowserContext, address: string): Promise<string> {
  const opened = await native.newPage();
  await opened.goto(address);
  await opened.click('button');
  await opened.waitForFunction("document.title.startsWith('over')");
  return opened.title();
}

describe('what the browser asks for by itself', { tags: ['security', 'extended'] }, () => {
  it.each(Object.keys(pages))(
    'a page cannot make the browser look up a name of its maker: %s',
    async (path) => {
      let result = '';
      const { asked, resolved } = await lookUps(createServer(handle), async (native, origin) => {
        result = await clickThrough(native, origin + path);
      });
      expect(result).toMatch(/^over ./);
      expect(asked).toEqual(['127.0.0.1']);
      expect(resolved).toEqual([]);
    },
  );

  it.each(Object.keys(leaks))('a page cannot look up a name past the policy: %s', async (name) => {
    let result = '';
    const { asked, resolved } = await lookUps(createServer(handle), async (native, origin) => {
      result = await clickThrough(native, `${origin}/${encodeURIComponent(name)}`);
    });
    expect(result).toMatch(/^over ./);
    expect(asked).toContain('127.0.0.1');
    expect(resolved).toEqual([]);
  });

  // The browser has no switch against the request for the issuer; it goes through the proxy as a request of the page does.
  it('a certificate makes the browser ask the policy alone for the issuer, and not for the status or the list', async () => {
    const secure = createSecureServer({ cert: certificate, key }, handle);
    let failure = '';
    const { asked, resolved } = await lookUps(secure, async (native, origin) => {
      const opened = await native.newPage();
      const { port } = new URL(origin);
      await opened.goto(`https://shop.example:${port}/`).catch((cause: unknown) => {
        failure = String(cause);
      });
    });
    expect(failure).toContain('ERR_CERT_AUTHORITY_INVALID');
    expect(asked).toEqual(['issuer.example', 'shop.example']);
    expect(resolved).toEqual([]);
  });
});
