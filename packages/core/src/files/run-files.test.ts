import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type BlockContext,
  defineBlock,
  type OpenedFile,
  type RunFile,
  readWhole,
  Type,
} from '@runwright/contract';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';
import { memoryArtifacts } from '../local-drivers/memory-artifacts.ts';
import { egressPolicy } from '../network/egress.ts';
import { memorySecrets } from '../secrets/secret-sources.ts';
import { hostUrls } from './host-urls.test-helpers.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Body = (context: BlockContext, text: string) => Promise<unknown>;

/** An engine with blocks `one` and `two` that do what the test says. */
async function scene(
  bodies: Readonly<Record<string, Body>>,
  allowedHosts: readonly string[] = [],
  artifacts = memoryArtifacts(),
) {
  const blocks = Object.entries(bodies).map(([type, body]) =>
    defineBlock({
      type,
      config: Type.Object({ text: Type.String({ default: '' }) }),
      output: Type.Unknown(),
      run: ({ text }, context) => body(context, text),
    }),
  );
  const engine: Engine = await createTestEngine({
    blocks,
    drivers: {
      artifacts,
      egress: egressPolicy({ allowedHosts }),
      secrets: [memorySecrets({ canary: 'canary-value-1' })],
    },
    urls: hostUrls,
  });
  closing.push(() => engine.close());
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const definition = {
    parameters: [{ parameter_type: 'aws_secret', key: 'canary', aws_key: 'canary' }],
    blocks: Object.keys(bodies).map((type) => ({ block_type: type, label: type, text: '{{ canary }}' })),
  };
  const { workflowPermanentId } = await engine.workflows.create(
    organizationId,
    engine.workflows.parse({
      title: 'Files',
      workflow_definition: definition,
    }),
  );
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const run = await engine.runs.finished(organizationId, runId);
  return { engine, organizationId, run, files: await engine.files.ofRun(organizationId, runId) };
}

/** A link is signed when it is asked for, until a time that is counted from then. */
const unsigned = (file: RunFile): RunFile => ({ ...file, url: file.url.replace(/\?.*$/, '') });

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const max = { maxBytes: 1000 };

it('a block reports its own new files, and the run all of them', async () => {
  const own: (readonly RunFile[])[] = [];
  const all: (readonly RunFile[])[] = [];
  const save: Body = async ({ files, label }) => {
    await files.save({ name: `${label}.txt`, content: label });
    own.push(await files.list({ own: true }));
    all.push(await files.list());
    return {};
  };
  const { files, engine, organizationId } = await scene({ one: save, two: save });
  expect(own.map((some) => some.map(({ filename }) => filename))).toEqual([['one.txt'], ['two.txt']]);
  expect(all[1]?.map(({ filename }) => filename)).toEqual(['one.txt', 'two.txt']);
  expect(files.map(unsigned)).toEqual(all[1]?.map(unsigned));
  expect(files[0]).toMatchObject({
    file_path: 'downloads/one.txt',
    file_size: 3,
    artifact_uri: `runwright://files/${files[0]?.file_id}`,
    checksum: 'sha256:7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed',
  });
  const stored = await engine.files.get(organizationId, String(files[0]?.file_id));
  expect(text(await engine.files.content(stored))).toBe('one');
  expect(stored.key).not.toContain('one.txt');
  await expect(engine.files.get('o_other', stored.fileId)).rejects.toMatchObject({ code: 'not_found' });
});

it('a name that is taken in the run is numbered, whoever comes first', async () => {
  const { files } = await scene({
    async one({ files }) {
      await Promise.all(['A.csv', '../a.csv', 'a.csv'].map((name) => files.save({ name, content: name })));
      return {};
    },
    two: async ({ files }) => files.save({ name: 'a.csv', content: 'x' }),
  });
  expect(files.map(({ filename }) => filename)).toEqual(['A.csv', 'a_1.csv', 'a_2.csv', 'a_3.csv']);
});

it('a file of the run is opened by name, path, id, URI, link, folder and block output', async () => {
  const opened: string[] = [];
  const { run } = await scene({
    async one({ files }) {
      await files.save({ name: 'first.txt', content: 'first' });
      return { downloaded_files: await files.list({ own: true }) };
    },
    async two({ files }) {
      const file = await files.save({ name: 'second.txt', content: 'second' });
      const [first] = await files.list();
      const references = [
        'first.txt',
        'downloads/first.txt',
        './downloads/first.txt',
        String(first?.file_id),
        String(first?.artifact_uri),
        String(first?.url),
        { s3uri: first?.artifact_uri },
        first,
        { status: 'completed', downloaded_files: [first, file] },
        'downloads',
      ];
      for (const reference of references)
        opened.push(text(await readWhole(await files.open(reference, max))));
      return {};
    },
  });
  expect(run.failureReason).toBeNull();
  expect(opened).toEqual([...Array.from({ length: 9 }, () => 'first'), 'second']);
});

it('an artifact is opened by its URI', async () => {
  const { run } = await scene({
    async one({ files, artifact }) {
      const { artifactId } = await artifact({ type: 'html', content: '<p>hello</p>' });
      const file = await files.open(`artifact://${artifactId}`, max);
      return { contentType: file.contentType, content: text(await readWhole(file)) };
    },
  });
  expect(run.output).toMatchObject({ one_output: { contentType: 'text/html', content: '<p>hello</p>' } });
});

it.each([
  ['/etc/passwd', '`/etc/passwd` is a path, and paths of the host are never read'],
  ['../secrets.txt', 'paths of the host are never read'],
  ['C:\\boot.ini', 'paths of the host are never read'],
  ['downloads/../../etc/passwd', 'paths of the host are never read'],
  ['file:///etc/passwd', 'the scheme `file` is not read'],
  ['unknown.pdf', 'Cannot open a file `unknown.pdf` of this run: not found'],
  ['artifact://a_1234567890', 'Cannot open the artifact `a_1234567890`: not found'],
  ['', 'it is empty'],
])('%s names no file and is refused with a sentence', async (reference, sentence) => {
  const { run } = await scene({ one: async ({ files }) => (await files.open(reference, max)).name });
  expect(run.status).toBe('failed');
  expect(run.failureReason).toContain(sentence);
  expect(run.failureReason).toContain('Give a URL, an artifact URI');
});

it('a file beyond the limit is refused with its own code, stored or from the network', async () => {
  const server = createServer((_request, response) => response.end('x'.repeat(1001)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/big.bin`;
  const big: Body = async ({ files }) => (await files.open(address, max)).name;
  const { run } = await scene({ one: big }, [`127.0.0.1:${port}`]);
  expect(run).toMatchObject({ status: 'failed', errors: [{ error_code: 'file_too_large' }] });

  const { run: stored } = await scene({
    async one({ files }) {
      await files.save({ name: 'big.bin', content: new Uint8Array(1001) });
      return (await files.open('big.bin', max)).name;
    },
  });
  expect(stored).toMatchObject({ status: 'failed', errors: [{ error_code: 'file_too_large' }] });
});

it('an address is read under the egress policy, and its file has a name and a type', async () => {
  const server = createServer((request, response) => {
    const status = request.url === '/gone' ? 404 : 200;
    response.writeHead(status, { 'content-type': 'text/csv; charset=utf-8' }).end('a,b');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const open = (path: string): Body => {
    return async ({ files }) => {
      const file = await files.open(`http://127.0.0.1:${port}/${path}`, max);
      const { name, contentType } = file;
      return { name, contentType, bytes: text(await readWhole(file)) };
    };
  };
  const allowed = await scene({ one: open('t%C3%A4st.csv?key=1') }, [`127.0.0.1:${port}`]);
  expect(allowed.run.output).toMatchObject({
    one_output: { name: 'täst.csv', contentType: 'text/csv', bytes: 'a,b' },
  });
  const gone = await scene({ one: open('gone') }, [`127.0.0.1:${port}`]);
  expect(gone.run.failureReason).toContain('HTTP status 404');
  const refused = await scene({ one: open('x.csv') });
  expect(refused.run).toMatchObject({ status: 'failed', failureCategory: 'policy' });
  expect(refused.run.failureReason).toContain(
    `Address is not allowed: 127.0.0.1:${port}. The egress policy refuses`,
  );
  expect(refused.run.failureReason).toContain('RUNWRIGHT_ALLOWED_HOSTS');
});

it('a secret stands neither in a file of text nor in the name of a file', async () => {
  const seen: string[] = [];
  const { files, run } = await scene({
    async one({ files, reveal }, placeholder) {
      const value = (await reveal(placeholder, 'https://shop.test')).reveal();
      seen.push(value);
      await files.save({
        name: `${value}.txt`,
        content: `key: ${value}`,
        sourceUrl: `https://a.test/?k=${value}`,
      });
      return text(await readWhole(await files.open('downloads', max)));
    },
  });
  expect(seen).toEqual(['canary-value-1']);
  expect(run.output).toMatchObject({ one_output: 'key: *****' });
  expect(JSON.stringify(files)).not.toContain('canary-value-1');
});

it('after its attempt a block reaches no file any more', async () => {
  let kept: BlockContext | null = null;
  await scene({
    async one(context) {
      kept = context;
      return {};
    },
  });
  const { files } = kept as unknown as BlockContext;
  await expect(files.list()).rejects.toThrow();
  await expect(files.save({ name: 'late.txt', content: 'x' })).rejects.toThrow();
});

it('a file that comes in parts is handed to the store in parts, and measured on its way', {
  tags: ['security'],
}, async () => {
  const memory = memoryArtifacts();
  const given: string[] = [];
  const save: Body = async ({ files }) => {
    await files.save({
      name: 'parts.bin',
      content: (async function* () {
        for (const part of ['on', '', 'e']) yield new TextEncoder().encode(part);
      })(),
    });
    return {};
  };
  const { engine, organizationId, files } = await scene({ one: save }, [], {
    ...memory,
    put(key, bytes, options) {
      given.push(bytes instanceof Uint8Array ? 'whole' : 'parts');
      return memory.put(key, bytes, options);
    },
  });
  // What comes after it is the log of the run.
  expect(given[0]).toBe('parts');
  expect(files[0]).toMatchObject({
    file_size: 3,
    checksum: 'sha256:7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed',
  });
  const stored = await engine.files.get(organizationId, String(files[0]?.file_id));
  expect([stored.contentType, text(await engine.files.content(stored))]).toEqual([
    'application/octet-stream',
    'one',
  ]);
});

/** Parts of 64 KiB, and how many of them were made and not yet asked to be followed by the next one. */
function countedParts(count: number) {
  const seen = { made: 0, taken: 0, mostWaiting: 0 };
  async function* parts(): AsyncGenerator<Uint8Array> {
    for (let part = 0; part < count; part += 1) {
      seen.made += 1;
      seen.mostWaiting = Math.max(seen.mostWaiting, seen.made - seen.taken);
      yield new Uint8Array(64 * 1024);
    }
  }
  return { seen, parts };
}

/** A store that keeps nothing, and counts what it has taken. */
function countingArtifacts(seen: { taken: number }) {
  const memory = memoryArtifacts();
  return {
    ...memory,
    async put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>, options: { signal: AbortSignal }) {
      if (bytes instanceof Uint8Array) return memory.put(key, bytes, options);
      for await (const _part of bytes) seen.taken += 1;
    },
  };
}

it('a file of 200 MB is saved with one part of it in memory at a time', { tags: ['security'] }, async () => {
  const { seen, parts } = countedParts(3200);
  const save: Body = async ({ files }) => {
    await files.save({ name: 'large.bin', content: parts() });
    return {};
  };
  const { files } = await scene({ one: save }, [], countingArtifacts(seen));
  expect(files[0]?.file_size).toBe(3200 * 64 * 1024);
  expect(seen).toEqual({ made: 3200, taken: 3200, mostWaiting: 1 });
});

it('the error of a source is the error of the save, and nothing is stored', async () => {
  const errors: unknown[] = [];
  const save: Body = async ({ files }) => {
    const content = (async function* () {
      yield new Uint8Array(1);
      throw new TypeError('the connection broke off');
    })();
    await files.save({ name: 'broken.bin', content }).catch((error: unknown) => errors.push(error));
    return {};
  };
  const { files } = await scene({ one: save });
  expect(errors).toEqual([new TypeError('the connection broke off')]);
  expect(files).toEqual([]);
});

it('a file is read by ranges, more than once, and no longer when its attempt is over', async () => {
  const body = 'x'.repeat(1_500_000);
  const server = createServer((_request, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  let kept: OpenedFile | null = null;
  const { run } = await scene(
    {
      async one({ files }) {
        kept = await files.open(`http://127.0.0.1:${port}/x.txt`, { maxBytes: 2_000_000 });
        const { size, read } = kept;
        const part = { size: 3, read: () => read({ start: 1_499_997 }) };
        return [
          size,
          (await readWhole(kept)).length,
          (await readWhole(kept)).length,
          text(await readWhole(part)),
        ];
      },
    },
    [`127.0.0.1:${port}`],
  );
  expect(run.output).toMatchObject({ one_output: [1_500_000, 1_500_000, 1_500_000, 'xxx'] });
  await expect(readWhole(kept as unknown as OpenedFile)).rejects.toMatchObject({ code: 'canceled' });
});
