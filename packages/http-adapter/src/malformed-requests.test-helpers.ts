/** A message for the server's port: how it is called in a failure, and its bytes. */
export interface MalformedMessage {
  readonly name: string;
  readonly bytes: Buffer;
}

const line = (name: string, text: string) => ({ name, text });

/** Targets that a request line may name, from valid to absurd. */
const targets = [
  ...['/v1/version', '//[', '/%', '/%zz', '/v1/%c0%af', '/v1/runs/%00', '/v1/runs/..%2f..', '*', ''],
  ...[
    'http://[::1',
    'http://example.com:99999/',
    '/v1/runs?page=%',
    '/\u0000',
    '/\u00ff',
    'v1/version',
    '/?',
  ],
  ...[`/${'a'.repeat(20_000)}`, `/v1/runs?${'a=1&'.repeat(3_000)}`, '/v1/runs/\ttab', '/v1/run s', '#'],
];
const methods = ['GET', 'POST', 'get', 'G E T', 'TRACE', 'CONNECT', 'BREW', '', '\u0000', 'OPTIONS'];
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/11', 'http/1.1', '', 'HTTP/1.1 '];

/** Header lines that break the syntax of HTTP, its rules for lengths, or the limits of the server. */
const headers = [
  line('no colon', 'nothing'),
  line('blank before the colon', 'a : b'),
  line('empty name', ': b'),
  line('folded line', 'a: b\r\n c'),
  line('NUL in a value', 'a: \u0000'),
  line('bare CR', 'a: b\rc: d'),
  line('two lengths', 'content-length: 1\r\ncontent-length: 2'),
  line('negative length', 'content-length: -1'),
  line('length in words', 'content-length: ten'),
  line('huge length', 'content-length: 99999999999999999999'),
  line('length and chunks', 'content-length: 5\r\ntransfer-encoding: chunked'),
  line('unknown coding', 'transfer-encoding: gzip'),
  line('chunks twice', 'transfer-encoding: chunked, chunked'),
  line('chunks that are not last', 'transfer-encoding: chunked, identity'),
  line('two hosts', 'host: a\r\nhost: b'),
  line('broken host', 'host: [::1'),
  line('long header', `a: ${'b'.repeat(40_000)}`),
  line('many headers', Array.from({ length: 3_000 }, (_, index) => `a${index}: b`).join('\r\n')),
  line('unknown expectation', 'expect: coffee'),
  line('upgrade to nothing', 'connection: upgrade\r\nupgrade: nothing'),
  line('upgrade without a key', 'connection: upgrade\r\nupgrade: websocket'),
  line('upgrade to HTTP/2', 'connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AA'),
  line('unknown charset', 'content-type: application/json; charset=klingon\r\ncontent-length: 2'),
  line('broken media type', 'content-type: ///\r\ncontent-length: 2'),
  line('compressed body', 'content-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: 2'),
  line('form without a boundary', 'content-type: multipart/form-data\r\ncontent-length: 2'),
];

/** Bodies that do not keep what their headers promise. */
const bodies = [
  line('cut JSON', 'content-type: application/json\r\ncontent-length: 1\r\n\r\n{'),
  line('shorter than its length', 'content-type: application/json\r\ncontent-length: 100\r\n\r\n{}'),
  line('longer than its length', 'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}{}{}'),
  line('no UTF-8', 'content-type: application/json\r\ncontent-length: 3\r\n\r\n"\u00ff"'),
  line(
    'chunk without a size',
    'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}',
  ),
  line('negative chunk', 'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n-1\r\n{}'),
  line(
    'huge chunk',
    'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n',
  ),
  line(
    'chunks without an end',
    'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n',
  ),
  line('chunk longer than its size', 'transfer-encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n'),
  line('broken form', 'content-type: multipart/form-data; boundary=x\r\ncontent-length: 5\r\n\r\n--y\r\n'),
];

/** Bytes of other protocols, and none. */
const others: readonly MalformedMessage[] = [
  { name: 'TLS', bytes: Buffer.from('16030100a5010000a10303', 'hex') },
  { name: 'HTTP/2', bytes: Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n') },
  { name: 'SSH', bytes: Buffer.from('SSH-2.0-OpenSSH_9.6\r\n') },
  { name: 'blank lines', bytes: Buffer.from('\r\n'.repeat(50)) },
  { name: 'zeros', bytes: Buffer.alloc(1_000) },
  { name: 'no end of the headers', bytes: Buffer.from('GET /health HTTP/1.1\r\nhost: localhost\r\n') },
  {
    name: 'a request after a broken one',
    bytes: Buffer.from('GE\r\n\r\nGET /health HTTP/1.1\r\nhost: localhost\r\n\r\n'),
  },
  {
    name: 'a broken request after a good one',
    bytes: Buffer.from('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\nGE\r\n\r\n'),
  },
];

/** At least 200 messages that break a rule of HTTP or of the service, the same in each run. */
export const malformedMessages: readonly MalformedMessage[] = [
  ...targets.map((target, index) => request(`target ${index}`, 'GET', target, 'HTTP/1.1')),
  ...targets.map((target, index) => request(`target ${index} of a start`, 'POST', target, 'HTTP/1.1')),
  ...methods.map((method) => request(`method \`${method}\``, method, '/v1/runs', 'HTTP/1.1')),
  ...versions.map((version) => request(`version \`${version}\``, 'GET', '/v1/version', version)),
  ...['/v1/version', '/v1/runs/x', '/nothing', '/v1/files/f_1/content'].flatMap((target) =>
    headers.map((header) => request(`${header.name} at ${target}`, 'GET', target, 'HTTP/1.1', header.text)),
  ),
  ...headers.map(({ name, text }) =>
    request(`${name} of a start`, 'POST', '/v1/run/tasks', 'HTTP/1.1', text),
  ),
  ...['/v1/run/tasks', '/v1/upload_file'].flatMap((target) =>
    bodies.map(({ name, text }) => request(`${name} at ${target}`, 'POST', target, 'HTTP/1.1', text)),
  ),
  ...others,
  ...Array.from({ length: 20 }, (_, seed) => ({
    name: `random bytes ${seed}`,
    bytes: randomBytes(seed + 1),
  })),
];

function request(
  name: string,
  method: string,
  target: string,
  version: string,
  header = '',
): MalformedMessage {
  const host = /(^|\n)host:/.test(header) ? '' : 'host: localhost\r\n';
  const text = `${method} ${target} ${version}\r\n${host}x-api-key: KEY\r\n${header}\r\n\r\n`;
  return { name, bytes: Buffer.from(text, 'latin1') };
}

/** The same bytes for the same seed (a linear congruential generator, the constants of Numerical Recipes). */
function randomBytes(seed: number): Buffer {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  return Buffer.from(Array.from({ length: 200 + next() }, next));
}
