import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { crc32, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitOf, patient, type TestService, testService } from '../service.test-helpers.ts';

const isFinal = (status: string) => /completed|failed|terminated|canceled|timed_out/.test(status);
const head = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const ok = (...headers: readonly string[]) => head('HTTP/1.1 200 OK', ...headers);

/** Answers to an HTTP request as they go over the wire; the connection ends after them. */
const answers: Readonly<Record<string, string | Buffer>> = {
  'a body that is not packed as it says': `${ok('content-encoding: gzip', 'content-length: 9')}not gzip!`,
  'a body that is packed and cut off': Buffer.concat([
    Buffer.from(ok('content-encoding: gzip', 'content-type: application/json')),
    gzipSync(JSON.stringify('x'.repeat(100_000))).subarray(0, 40),
  ]),
  'many codings': `${ok(`content-encoding: ${Array(60).fill('gzip').join(', ')}`, 'content-length: 2')}{}`,
  'a length that lies': `${ok('content-length: 99999999999999', 'content-type: application/json')}{"a"`,
  'a chunk of a negative length': `${ok('transfer-encoding: chunked')}-1\r\nabc\r\n0\r\n\r\n`,
  'a chunk of an endless length': `${ok('transfer-encoding: chunked')}ffffffffffffffff\r\nabc`,
  'trailers with control characters': `${ok('transfer-encoding: chunked')}3\r\nabc\r\n0\r\nx: \u0001\r\n\r\n`,
  'another protocol': `${head('HTTP/1.1 101 Switching', 'upgrade: websocket', 'connection: upgrade')}\0\0\0`,
  'early hints without end': head('HTTP/1.1 103 Early Hints', 'link: </a>').repeat(2000),
  'a status of 999': `${head('HTTP/1.1 999 Odd', 'content-length: 2')}ok`,
  'a status of 199 as the last one': `${head('HTTP/1.1 199 Odd', 'content-length: 2')}ok`,
  'a body behind a status that has none': `${head('HTTP/1.1 204 None', 'content-length: 5')}hello`,
  'an address that is none': head('HTTP/1.1 302 Found', 'location: http://[', 'content-length: 0'),
  'names of files that are no text': `${ok("content-disposition: attachment; filename*=UTF-8''%E0%A4%A", 'content-length: 1')}a`,
  'a character set that is none': `${ok('content-type: text/csv; charset=\u00ff\u00fe', 'content-length: 3')}a,b`,
  'headers of bytes': `${ok('x-odd: \u00e9\u00ff', 'set-cookie: =;=;', 'content-length: 2')}{}`,
  'a header without a name': `${ok(': a', 'content-length: 2')}{}`,
  'a megabyte of headers': ok(...Array.from({ length: 1000 }, (_, at) => `x-${at}: ${'y'.repeat(1000)}`)),
  'no HTTP at all': Buffer.from([0x16, 3, 1, 0, 5, 0, 0xff, 0xff, 0, 0]),
};

type Talk = (socket: Socket) => void;
const garbage = Buffer.alloc(70_000, 0xa5);

/** Mail and file servers that talk nonsense, by what they do. */
const talks: Readonly<Record<string, Talk>> = {
  'mail: garbage in place of the handshake': startTls((socket) => socket.write(garbage)),
  'mail: an alert, then the end': startTls((socket) => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 80]))),
  'mail: a reset within the handshake': startTls((socket) => socket.resetAndDestroy()),
  'mail: one endless line': (socket) => void socket.end(`220-${'x'.repeat(3_000_000)}`),
  'mail: lines that contradict each other': (socket) =>
    void socket.end('220-a\r\n250 b\r\n999 c\r\n\0\r\n-1\r\n'),
  'files: garbage behind the greeting': (socket) => {
    socket.write('SSH-2.0-x\r\n');
    socket.write(garbage);
  },
  'files: a packet of four gigabytes': (socket) => {
    socket.write('SSH-2.0-x\r\n');
    socket.end(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 20, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
  },
  'files: a list of methods that is cut off': (socket) => {
    socket.write('SSH-2.0-x\r\n');
    const payload = Buffer.concat([
      Buffer.from([20]),
      Buffer.alloc(16),
      Buffer.from([0x7f, 0xff, 0xff, 0xff]),
    ]);
    const packet = Buffer.alloc(5 + payload.length + 10);
    packet.writeUInt32BE(packet.length - 4);
    packet[4] = 10;
    payload.copy(packet, 5);
    socket.write(packet);
    setImmediate(() => socket.resetAndDestroy());
  },
  'files: a greeting without end': (socket) => void socket.end('x'.repeat(3_000_000)),
};

/** Greets as a mail server, offers TLS, and does something else when the client begins with it. */
function startTls(then: Talk): Talk {
  return (socket) => {
    socket.write('220 mail\r\n');
    socket.on('data', (bytes: Buffer) => {
      const text = bytes.toString('latin1');
      if (/^EHLO/i.test(text)) socket.write('250-mail\r\n250 STARTTLS\r\n');
      else if (/^STARTTLS/i.test(text)) {
        socket.write('220 go\r\n');
        socket.removeAllListeners('data');
        socket.once('data', () => then(socket));
      }
    });
  };
}

/** A ZIP archive of stored entries. */
function zip(entries: readonly (readonly [name: string, content: string])[]): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of entries) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(Buffer.byteLength(content), 14);
    common.writeUInt32LE(Buffer.byteLength(content), 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from(`PK\x03\x04`), common, Buffer.from(name + content)]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, rest, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

const ns = 'http://schemas.openxmlformats.org';
const rel = `${ns}/officeDocument/2006/relationships`;
const workbook = (sheet: string) =>
  zip([
    [
      '[Content_Types].xml',
      `<Types xmlns="${ns}/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${ns}/package/2006/relationships"><Relationship Id="r1" Type="${rel}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${ns}/package/2006/relationships"><Relationship Id="r1" Type="${rel}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${ns}/spreadsheetml/2006/main" xmlns:r="${rel}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ],
    ['xl/worksheets/sheet1.xml', sheet],
  ]);
const document = (body: string) =>
  zip([
    [
      '[Content_Types].xml',
      `<Types xmlns="${ns}/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${ns}/package/2006/relationships"><Relationship Id="r1" Type="${rel}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    ['word/document.xml', body],
  ]);
const bomb = `<!DOCTYPE a [<!ENTITY x0 "xxxxxxxxxx">${Array.from({ length: 12 }, (_, at) => `<!ENTITY x${at + 1} "${`&x${at};`.repeat(10)}">`).join('')}]>`;
const pdf = (objects: string, trailer = '/Root 1 0 R') =>
  `%PDF-1.7\n${objects}\ntrailer <<${trailer}>>\n%%EOF`;

/** Files that mean harm to the one who reads them, by their names. */
const files: Readonly<Record<string, () => Buffer>> = {
  'entities.xlsx': () =>
    workbook(
      `${bomb}<worksheet xmlns="${ns}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&x12;</t></is></c></row></sheetData></worksheet>`,
    ),
  'size.xlsx': () =>
    workbook(
      `<worksheet xmlns="${ns}/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData><row r="99999999999999999999"><c r="ZZZZZZZZ99999999999999999999"><v>1e999</v></c></row></sheetData></worksheet>`,
    ),
  'deep.docx': () =>
    document(
      `<w:document xmlns:w="${ns}/wordprocessingml/2006/main"><w:body>${'<w:tbl><w:tr><w:tc>'.repeat(200_000)}${'</w:tc></w:tr></w:tbl>'.repeat(200_000)}</w:body></w:document>`,
    ),
  'entities.docx': () =>
    document(
      `${bomb}<w:document xmlns:w="${ns}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&x12;</w:t></w:r></w:p></w:body></w:document>`,
    ),
  'circle.pdf': () =>
    Buffer.from(
      pdf(
        '1 0 obj <</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[3 0 R]>>>> endobj\n2 0 obj <</Type/Pages/Kids[2 0 R 2 0 R 3 0 R]/Count 2147483647/Parent 2 0 R>> endobj\n3 0 obj <</Type/Page/Parent 2 0 R/Kids[3 0 R]/Contents[4 0 R 4 0 R]>> endobj\n4 0 obj <</Length 4 0 R/Filter 4 0 R>> stream\nx\nendstream endobj',
        '/Root 1 0 R/Prev 9/Size 9999999999',
      ),
    ),
  'names.zip': () => zip(Array.from({ length: 300 }, (_, at) => [`${at}/${'é'.repeat(30_000)}`, 'a'])),
  'same.zip': () => zip(Array.from({ length: 900 }, () => ['__proto__', 'a'])),
};

describe('foreign files and crashes', { tags: ['security', 'extended'] }, () => {
  let service: TestService;
  let raw: Server;
  let talk: Talk;
  let talked: number;
  let site: HttpServer;
  /** Answers to requests below `/hold`, by path. */
  let held: Map<string, ServerResponse>;

  beforeEach(async () => {
    talked = 0;
    held = new Map();
    raw = createServer((socket) => {
      talked += 1;
      socket.on('error', () => undefined);
      talk(socket);
    }).listen(0, '127.0.0.1');
    site = createHttpServer((request, response) => {
      const path = decodeURIComponent(request.url ?? '').slice(1);
      if (path.startsWith('hold')) held.set(path, response);
      else response.end(files[path]?.() ?? 'id\n1');
    }).listen(0, '127.0.0.1');
    await Promise.all([once(raw, 'listening'), once(site, 'listening')]);
    service = await testService({
      ...{ RUNWRIGHT_ALLOWED_HOSTS: `${hostOf(raw)},${hostOf(site)}`, RUNWRIGHT_RECORD: 'none' },
    });
    await service.start();
  });
  afterEach(async () => {
    await service.close();
    raw.close();
    site.closeAllConnections();
    site.close();
  });

  const hostOf = (server: Server | HttpServer) => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ended = async (runId: string): Promise<string> => {
    await expect.poll(async () => isFinal(await service.statusOf(runId)), patient).toBe(true);
    return service.statusOf(runId);
  };
  const parse = (name: string) => ({
    ...{ block_type: 'file_url_parser', label: 'read', timeout_seconds: 240 },
    file_url: `http://${hostOf(site)}/${name}`,
  });

  /** The process goes on, and does its work. */
  async function isWell(first: TestService['process']): Promise<void> {
    expect([service.process?.exitCode, service.process?.signalCode]).toEqual([null, null]);
    expect(service.process).toBe(first);
    expect(await ended(await service.startRun([parse('plain.csv')]))).toBe('completed');
  }

  it('an answer that is no HTTP, or lies, cannot end the process, whichever block reads it', async () => {
    const first = service.process;
    const url = `http://${hostOf(raw)}/a`;
    for (const [name, bytes] of Object.entries(answers)) {
      talk = (socket) => socket.once('data', () => socket.end(bytes));
      const before = talked;
      const blocks = [
        { block_type: 'http_request', url },
        { block_type: 'http_request', url, save_response_as_file: true },
        { block_type: 'http_request', url, follow_redirects: true, method: 'POST', body: 'a' },
        { block_type: 'file_url_parser', file_url: url },
        { block_type: 'code', code: `const a = await fetch('${url}'); return [a.status, await a.text()]` },
      ].map((block, at) => ({ ...block, label: `b${at}`, continue_on_failure: true, timeout_seconds: 60 }));
      await ended(await service.startRun(blocks));
      expect(talked - before, name).toBeGreaterThanOrEqual(4);
      expect(service.process?.exitCode, name).toBe(null);
    }
    await isWell(first);
  });

  it('a mail or file server that talks nonsense cannot end the process', async () => {
    const first = service.process;
    const [custom_smtp_host, port] = hostOf(raw).split(':');
    for (const [name, does] of Object.entries(talks)) {
      talk = does;
      const before = talked;
      const block = name.startsWith('mail')
        ? {
            ...{ block_type: 'send_email', sender: 'a@b.test', recipients: ['c@d.test'], subject: 's' },
            ...{ custom_smtp_host, custom_smtp_port: Number(port), body: 'b' },
          }
        : {
            ...{ block_type: 'file_upload', storage_type: 'sftp', sftp_host: custom_smtp_host },
            ...{ sftp_port: Number(port), sftp_username: 'a', sftp_password: 'b', path: 'downloads' },
          };
      const save = {
        block_type: 'http_request',
        url: `http://${hostOf(site)}/a`,
        save_response_as_file: true,
      };
      const run = await service.startRun([
        { ...save, label: 'save' },
        { ...block, label: 'talk', timeout_seconds: 120 },
      ]);
      expect(await ended(run), name).toBe('failed');
      expect(talked, name).toBeGreaterThan(before);
      expect(service.process?.exitCode, name).toBe(null);
    }
    await isWell(first);
  });

  it('a file that refers to itself, is nested or named without end cannot end the process or hold its block', async () => {
    const first = service.process;
    for (const name of Object.keys(files)) {
      expect(await ended(await service.startRun([parse(name)])), name).toMatch(/completed|failed/);
      expect(service.process?.exitCode, name).toBe(null);
    }
    await expect.poll(service.children, patient).toEqual([]);
    await isWell(first);
  });

  it('a run that ends its process again and again is set aside, although another part of it goes on', async () => {
    const run = await service.startRun([
      {
        ...{ block_type: 'for_loop', label: 'l', loop_variable_reference: 'range(30)', concurrency: 2 },
        loop_blocks: [
          {
            ...{ block_type: 'http_request', label: 'ask', on_worker_lost: 'repeat' },
            ...{ url: `http://${hostOf(site)}/hold{{ current_index }}`, continue_on_failure: true },
          },
        ],
      },
    ]);
    const isOver = async () => isFinal(await service.statusOf(run));
    const blocksIn = (items: readonly any[]): readonly any[] =>
      items.flatMap(({ block, children }) => [block ?? [], ...blocksIn(children)].flat());
    const done = async (): Promise<number> =>
      blocksIn((await service.call(`/v1/runs/${run}/timeline`)).body).filter(
        ({ label, status }) => label === 'ask' && status === 'completed',
      ).length;
    let deaths = 0;
    for (; deaths < 8 && !(await isOver()); deaths += 1) {
      // The request of the first iteration is what ends the process; another iteration is completed before.
      await expect.poll(async () => held.size >= 2 || (await isOver()), patient).toBe(true);
      if (await isOver()) break;
      const before = await done();
      const [other] = [...held].filter(([path]) => path !== 'hold0').slice(-1);
      other?.[1].end('"ok"');
      await expect.poll(done, patient).toBeGreaterThan(before);
      held.clear();
      if (service.process) await exitOf(service.process, 'SIGKILL');
      await service.start();
    }
    expect(deaths).toBe(5);
    expect(await service.statusOf(run)).toBe('failed');
  });

  it('a run whose children end their processes again and again is set aside with them', async () => {
    const ask = {
      ...{ block_type: 'http_request', label: 'ask', on_worker_lost: 'repeat' },
      url: `http://${hostOf(site)}/hold`,
    };
    const json_definition = { workflow_definition: { blocks: [ask] } };
    const { body: child } = await service.call('/v1/workflows', { json_definition });
    const run = await service.startRun([
      {
        ...{ block_type: 'for_loop', label: 'l', loop_variable_reference: 'range(30)' },
        loop_blocks: [
          { block_type: 'wait', label: 'progress', wait_sec: 1 },
          {
            ...{ block_type: 'workflow_trigger', label: 'child', continue_on_failure: true },
            workflow_permanent_id: child.workflow_permanent_id,
          },
        ],
      },
    ]);
    const isOver = async () => isFinal(await service.statusOf(run));
    let deaths = 0;
    for (; deaths < 8; deaths += 1) {
      await expect.poll(async () => held.size > 0 || (await isOver()), patient).toBe(true);
      if (await isOver()) break;
      held.clear();
      if (service.process) await exitOf(service.process, 'SIGKILL');
      await service.start();
    }
    expect(deaths).toBe(5);
    const { body } = await service.call(`/v1/runs/${run}`);
    expect(body.failure_reason).toContain('At least 5 worker processes died');
    const { body: all } = await service.call('/v1/runs?page_size=50');
    expect(all.map(({ status }: { status: string }) => status).every(isFinal)).toBe(true);
    expect(held.size).toBe(0);
  });
});
