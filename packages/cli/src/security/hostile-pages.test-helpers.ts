import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What hostile pages do, as scripts; the text names it in a sentence that begins with "a page that". */
const scripts = {
  loop: 'for (;;);',
  windows: "setInterval(() => { for (let n = 0; n < 5; n += 1) open('/windows?' + Math.random()); }, 10);",
  memory: 'const kept = []; setInterval(() => kept.push(new Uint8Array(50e6).fill(1)), 20);',
  storage: `(async () => {
    const root = await navigator.storage.getDirectory(); const part = new Uint8Array(20e6).fill(1);
    for (let n = 0; ; n += 1) {
      const file = await (await root.getFileHandle('f' + n, { create: true })).createWritable();
      await file.write(part); await file.close();
    }
  })();`,
  download: "location = '/stream';",
  downloads: `setInterval(() => { const link = document.createElement('a'); link.href = '/stream?' + Math.random();
    link.download = 'file'; document.body.append(link); link.click(); link.remove(); }, 20);`,
  dialogs: 'setInterval(() => { alert(1); confirm(2); prompt(3); }, 0); onbeforeunload = () => "stay";',
  navigations: "setTimeout(() => { location = '/navigations?' + Math.random(); }, 0);",
  frames:
    "setInterval(() => document.body.append(Object.assign(document.createElement('iframe'), { src: '/frames?' + Math.random() })), 5);",
  workers:
    "setInterval(() => { for (let n = 0; n < 10; n += 1) new Worker(URL.createObjectURL(new Blob(['for (;;);']))); }, 10);",
  console: "setInterval(() => { for (let n = 0; n < 2000; n += 1) console.log(n, 'x'.repeat(2000)); }, 0);",
  body: "fetch('/stream').then((answer) => answer.arrayBuffer());",
} as const;

/** A hostile page: the path at which the site has it, by what it does. */
export const hostilePages: Readonly<Record<string, string>> = {
  'loops without end': '/p/loop',
  'opens windows without end': '/p/windows',
  'fills the memory': '/p/memory',
  'fills the disk': '/p/storage',
  'downloads a file without end': '/p/download',
  'downloads many files without end': '/p/downloads',
  'opens dialogs without end': '/p/dialogs',
  'goes on to the next address without end': '/p/navigations',
  'opens frames without end': '/p/frames',
  'starts workers without end': '/p/workers',
  'reads an answer without end': '/p/body',
  'is redirected without end': '/redirects/0',
  'is a document without end': '/document',
  'never begins to answer': '/silence',
  'opens windows with dialogs': '/p/windows+dialogs',
  'opens windows that download': '/p/windows+downloads',
  'fills the memory, writes to the console and asks': '/p/memory+console+dialogs',
  'downloads, navigates and then loops': '/p/downloads+navigations+loop',
  'does nearly everything at once': '/p/windows+memory+storage+downloads+dialogs+workers+console',
};

/** A site with these pages. */
export interface HostileSite {
  readonly server: Server;
  /** Host and port. */
  readonly host: string;
  /** Paths of the requests so far. */
  readonly visited: readonly string[];
  close(): void;
}

/** Serves the pages on loopback. */
export async function hostileSite(): Promise<HostileSite> {
  const visited: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    visited.push(pathname);
    const [, kind = '', rest = ''] = pathname.split('/');
    if (kind === 'silence') return;
    if (kind === 'stream') return stream(response, 'application/octet-stream');
    if (kind === 'document') return stream(response, 'text/html');
    if (kind === 'redirects') {
      response.writeHead(302, { location: `/redirects/${Number(rest) + 1}` }).end();
      return;
    }
    response.setHeader('content-type', 'text/html');
    const names = (kind === 'p' ? rest : kind).split('+');
    // The last script of a page that loops keeps the others from nothing that they have begun.
    const script = names.map((name) => scripts[name as keyof typeof scripts] ?? '').join('\n');
    const later =
      script.includes('for (;;);') && names.length > 1 ? `setTimeout(() => { ${script} }, 500)` : script;
    response.end(`<!doctype html><title>Page</title><body><p>Page</p><script>${later}</script>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...{ server, visited },
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends bytes as fast as they are taken, until the connection ends. */
function stream(response: ServerResponse, contentType: string): void {
  response.writeHead(200, {
    'content-type': contentType,
    ...(contentType === 'text/html' ? {} : { 'content-disposition': 'attachment; filename="file.bin"' }),
  });
  const part = Buffer.alloc(256 * 1024, '<p>x</p>');
  const send = (): void => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', send);
  response.on('error', () => undefined);
  send();
}
