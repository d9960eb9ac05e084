import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cassetteFile, openCassette } from '@runwright/cassette';
import { type ModelRequest, RunwrightError } from '@runwright/contract';
import { readSource } from '@runwright/definition';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkNetwork } from '../recording/check-network.ts';
import { readRecordedRun } from '../recording/recorded-run.ts';
import { openRecording } from '../recording/unpack-recording.ts';
import { zipWithFile } from '../recording/zip.test-helpers.ts';

const seed = 20_261_128;
const quick = { tags: ['security'] };
const slow = { tags: ['security', 'extended'] };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-hostile-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

type Damage = (bytes: Buffer) => Buffer;
const part = fc.double({ min: 0, max: 1, noNaN: true });
const at = (share: number, bytes: Buffer) => Math.floor(share * bytes.length);
const replace = (bytes: Buffer, start: number, end: number, by: Buffer) =>
  Buffer.concat([bytes.subarray(0, start), by, bytes.subarray(Math.max(start, end))]);

/** Cuts bytes off, changes one, puts in a number that lies, or puts in many signs. */
const damage: fc.Arbitrary<Damage> = fc.oneof(
  part.map(
    (share): Damage =>
      (bytes) =>
        bytes.subarray(0, at(share, bytes)),
  ),
  fc.tuple(part, fc.integer({ min: 0, max: 255 })).map(
    ([share, byte]): Damage =>
      (bytes) => {
        return replace(bytes, at(share, bytes), at(share, bytes) + 1, Buffer.of(byte));
      },
  ),
  fc.tuple(part, fc.constantFrom(0, 1, 0xffff, 0x7fff_ffff, 0xffff_ffff)).map(
    ([share, lie]): Damage =>
      (bytes) => {
        const number = Buffer.alloc(4);
        number.writeUInt32LE(lie);
        return replace(bytes, at(share, bytes), at(share, bytes) + 4, number);
      },
  ),
  fc
    .tuple(
      part,
      fc.constantFrom('[', '{"a":', '- ', '&a [*a, ', '"', '\0', 'é'),
      fc.constantFrom(1, 50, 20_000),
    )
    .map(
      ([share, sign, count]): Damage =>
        (bytes) => {
          return replace(bytes, at(share, bytes), at(share, bytes), Buffer.from(sign.repeat(count)));
        },
    ),
);
const damaged = (sound: Buffer) =>
  fc
    .array(damage, { minLength: 1, maxLength: 3 })
    .map((steps) => steps.reduce((bytes, step) => step(bytes), sound));

/** Waits for a result or for an error that is written for users; returns whether there is a result. */
async function settled(reading: Promise<unknown>): Promise<boolean> {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error !== null && !RunwrightError.is(error)) throw error;
  return error === null;
}

describe.each([
  ['some', quick, 30],
  ['many', slow, 1000],
] as const)('of %s damaged files each is read or refused', (_count, tags, numRuns) => {
  /** Reads the file whole too: damage to one that is never read proves nothing. */
  const each = async (sound: Buffer, read: (bytes: Buffer) => Promise<boolean>) => {
    expect(await read(sound)).toBe(true);
    await fc.assert(
      fc.asyncProperty(damaged(sound), async (bytes) => void (await read(bytes))),
      { seed, numRuns },
    );
  };

  it('the ZIP file of a recording', tags, async () => {
    const path = join(folder, 'recording.zip');
    await each(zipWithFile('run.json', 'a text '.repeat(100)), async (bytes) => {
      await writeFile(path, bytes);
      return settled(openRecording(path).then((recording) => recording[Symbol.asyncDispose]()));
    });
  });

  it('the run of a recording', tags, async () => {
    const run = { version: 1, workflow: 'w', parameters: {}, startedAt: 1, seed: null, result: {} };
    await each(Buffer.from(JSON.stringify(run)), async (bytes) => {
      await writeFile(join(folder, 'run.json'), bytes);
      return settled(readRecordedRun(folder));
    });
  });

  it('the model calls of a recording', tags, async () => {
    await each(Buffer.from(`${JSON.stringify(entry)}\n${JSON.stringify(entry)}\n`), (bytes) => replay(bytes));
  });

  it('the network of a recording', tags, async () => {
    await each(Buffer.from(JSON.stringify(harOf({}))), async (bytes) => {
      await writeHar(bytes);
      return settled(checkNetwork(folder));
    });
  });

  it('a workflow', tags, async () => {
    const yaml =
      'title: Ä\nworkflow_definition:\n  parameters: []\n  blocks:\n    - { block_type: wait, label: a, "n": 1.5 }\n    - &x [a, "b"]\n    - *x\n    - |\n      text\n';
    for (const text of [yaml, JSON.stringify({ title: 'a', list: [1, { b: null }] })]) {
      await each(Buffer.from(text), (bytes) => settled((async () => readSource(bytes.toString()))()));
    }
  });
});

it.each([
  ['key', 1],
  ['purpose', []],
  ['model', null],
  ['model', { id: 'm', provider: 'p' }],
  ['request', null],
  ['values', 'text'],
  ['values', [1, null]],
  ['reply', null],
  ['reply', 'text'],
])('a model call whose %s is %j is refused', quick, async (name, value) => {
  await writeCassette(Buffer.from(JSON.stringify({ ...entry, [name]: value })));
  expect(() => openCassette({ mode: 'replay', dir: folder })).toThrow('it is no entry of a cassette');
});

it.each([
  ['status', '200'],
  ['status', 1.5],
  ['headers', null],
  ['headers', [{ name: 'a', value: null }]],
  ['headers', [{ name: 1, value: 'b' }]],
  ['content', null],
  ['content', { text: 5 }],
  ['content', { _file: '../../secret' }],
])('an answer of the network whose %s is %j is refused', quick, async (name, value) => {
  await writeHar(Buffer.from(JSON.stringify(harOf({ [name]: value }))));
  await expect(checkNetwork(folder)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('its entry 1 is not a request with an answer'),
  });
});

it('a recording with answers, or without a browser, may be replayed', quick, async () => {
  await checkNetwork(folder);
  await writeHar(Buffer.from(JSON.stringify(harOf({}))));
  await checkNetwork(folder);
});

/** An HTTP Archive with one answer. */
function harOf(more: object) {
  const request = { method: 'GET', url: 'http://shop.test/', headers: [{ name: 'accept', value: '*/*' }] };
  const response = { status: 200, headers: [{ name: 'a', value: 'b' }], content: { text: 'Shop' }, ...more };
  return { log: { version: '1.2', entries: [{ request, response }] } };
}

async function writeHar(bytes: Buffer): Promise<void> {
  await mkdir(join(folder, 'network'), { recursive: true });
  await writeFile(join(folder, 'network', 'browser-1.har'), bytes);
}

const entry = {
  key: 'k',
  purpose: 'text',
  model: { id: 'm', provider: 'p', can: { images: false } },
  request: 'text\nuser: Hello',
  values: ['a'],
  reply: { text: 'Hi', usage: {} },
};

async function writeCassette(bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, cassetteFile), bytes);
}

async function replay(bytes: Buffer): Promise<boolean> {
  await writeCassette(bytes);
  const request = { purpose: 'text', messages: [{ role: 'user', content: 'Hello' }] };
  const compare = async () => {
    const model = openCassette({ mode: 'replay', dir: folder }).recordedModel('text');
    // No entry has the request, so that each is compared with it.
    await settled(Promise.resolve(model?.generate(request as unknown as ModelRequest)));
  };
  return settled(compare());
}
