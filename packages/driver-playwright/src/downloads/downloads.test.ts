import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DownloadLimits } from '@runwright/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEventLog } from '../common/event-log.ts';
import { fakeProtocol, settled } from '../fake-browser.test-helpers.ts';
import { followDownloads } from './downloads.ts';

const { signal } = new AbortController();
const limits = { fileBytes: 100, files: 3, totalBytes: 150, firstByteMs: 60_000, timeoutMs: 600_000 };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-downloads-'));
});
afterEach(() => {
  vi.useRealTimers();
  return rm(folder, { recursive: true, force: true });
});

/** A browser that downloads what it is told to. */
async function openBrowser(more: Partial<DownloadLimits> = {}, contextId?: string) {
  const protocol = fakeProtocol();
  const log = createEventLog();
  const downloads = await followDownloads(protocol.session, folder, {
    limits: { ...limits, ...more },
    now: () => Date.now(),
    ...(contextId === undefined ? {} : { contextId }),
  });
  const session = downloads.forSession(log);
  const page = (url: string, suggested = 'data.csv') =>
    session.add({ url: () => url, suggestedFilename: () => suggested });
  const begin = (url: string, suggestedFilename = 'data.csv'): string => {
    const guid = randomUUID();
    protocol.emit('Browser.downloadWillBegin', { guid, url, suggestedFilename });
    return guid;
  };
  const progress = (guid: string, receivedBytes: number, state = 'inProgress', totalBytes = receivedBytes) =>
    protocol.emit('Browser.downloadProgress', { guid, receivedBytes, totalBytes, state });
  const complete = async (guid: string, content: string): Promise<void> => {
    await writeFile(join(folder, guid), content);
    progress(guid, content.length, 'completed');
  };
  /** A download that a page has begun and the browser has announced. */
  const start = (url: string): { readonly id: string; readonly guid: string } => {
    const id = page(url);
    return { id, guid: begin(url) };
  };
  const canceled = () =>
    protocol.sentTo('Browser.cancelDownload').map((each) => (each as { guid: string }).guid);
  return { protocol, downloads, session, log, page, begin, progress, complete, start, canceled };
}

const url = 'https://shop.example/data.csv';

it.each(['the page', 'the browser'])('a file is stored whole when %s reports it first', async (first) => {
  const { session, downloads, page, begin, complete } = await openBrowser();
  downloads.noteResponse({ url, contentType: 'text/csv' });
  let [id, guid] = ['', ''];
  if (first === 'the page') [id, guid] = [page(url), begin(url)];
  else [guid, id] = [begin(url), page(url)];
  await complete(guid, 'a,b\n1,2\n');
  expect(await session.finished(id, { signal })).toEqual({
    ...{ id, filename: 'data.csv', url, status: 'completed', size: 8, contentType: 'text/csv' },
    checksum: `sha256:${createHash('sha256').update('a,b\n1,2\n').digest('hex')}`,
    ...{ reason: null, isLate: false },
  });
  const parts: Uint8Array[] = [];
  for await (const part of session.open(id)) parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe('a,b\n1,2\n');
});

it('progress that was reported before the page has told of the download counts', async () => {
  const { session, page, begin, complete } = await openBrowser();
  await complete(begin(url), 'whole');
  expect(await session.finished(page(url), { signal })).toMatchObject({ status: 'completed', size: 5 });
});

it('downloads are allowed into the folder under names of the browser, in their context', async () => {
  const { protocol } = await openBrowser({}, 'context1');
  expect(protocol.sentTo('Browser.setDownloadBehavior')).toEqual([
    {
      behavior: 'allowAndName',
      downloadPath: folder,
      eventsEnabled: true,
      browserContextId: 'context1',
    },
  ]);
});

it.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\r\u202Egpj.exe', 'rgpj.exe'],
  [' ..hidden. ', 'hidden'],
  ['\u0000\u2028', 'download'],
  ['x'.repeat(300), 'x'.repeat(200)],
])('the name %j becomes the harmless segment %j', async (suggested, filename) => {
  const { session, page } = await openBrowser();
  page(url, suggested);
  expect(session.list()).toMatchObject([{ filename }]);
});

it('an address with its content has the type that it names, and a long address is cut', async () => {
  const { session, page } = await openBrowser();
  page(`data:text/plain,${'x'.repeat(3_000)}`);
  expect(session.list()[0]).toMatchObject({ contentType: 'text/plain' });
  expect(session.list()[0]?.url).toHaveLength(2_001);
});

it('one that breaks off is canceled, and what came of it is removed', async () => {
  const { session, start, progress } = await openBrowser();
  const { id, guid } = start(url);
  await writeFile(join(folder, guid), 'half');
  progress(guid, 4, 'canceled');
  expect(await session.finished(id, { signal })).toMatchObject({
    status: 'canceled',
    reason: expect.stringContaining('broke off'),
  });
  await expect.poll(() => existsSync(join(folder, guid))).toBe(false);
});

it.each([
  ['has come', 101, 101],
  ['its server announces', 1, 101],
])('one that is larger than a file may be by what %s fails and is canceled', async (_, received, total) => {
  const { session, start, progress, canceled } = await openBrowser();
  const { id, guid } = start(url);
  progress(guid, received, 'inProgress', total);
  expect(await session.finished(id, { signal })).toMatchObject({
    ...{ status: 'failed', isLate: false, reason: expect.stringContaining('at most 100 bytes') },
  });
  expect(canceled()).toEqual([guid]);
});

it('one of exactly the limit is stored', async () => {
  const { session, start, complete } = await openBrowser();
  const { id, guid } = start(url);
  await complete(guid, 'x'.repeat(100));
  expect((await session.finished(id, { signal })).status).toBe('completed');
});

it('one that no page has told of is canceled beyond the limit, too', async () => {
  const { begin, progress, canceled } = await openBrowser();
  const guid = begin(url);
  progress(guid, 100);
  expect(canceled()).toEqual([]);
  progress(guid, 101);
  expect(canceled()).toEqual([guid]);
});

it('those that no page has told of keep to the limit of all together, and say so when it does', async () => {
  const { session, page, begin, progress, canceled } = await openBrowser({ totalBytes: 10 });
  const guids = [1, 2, 3].map((at) => begin(`${url}?${at}`));
  for (const guid of guids) progress(guid, 4);
  expect(canceled()).toEqual([guids[2]]);
  progress(guids[2] ?? '', 4, 'canceled');
  for (const at of [1, 2, 3]) page(`${url}?${at}`);
  expect(session.list()).toMatchObject([
    { status: 'started', size: 4 },
    { status: 'started', size: 4 },
    { status: 'failed', reason: expect.stringContaining('together, and this one is beyond that') },
  ]);
});

it('all together keep to a limit, in which what failed does not count', async () => {
  const { session, start, progress, complete } = await openBrowser({ files: 10 });
  const failed = start(`${url}?0`);
  progress(failed.guid, 90, 'canceled');
  const first = start(`${url}?1`);
  await complete(first.guid, 'x'.repeat(90));
  await session.finished(first.id, { signal });
  const second = start(`${url}?2`);
  progress(second.guid, 60);
  expect(session.list().at(-1)?.status).toBe('started');
  progress(second.guid, 61);
  expect(await session.finished(second.id, { signal })).toMatchObject({
    ...{ status: 'failed', reason: expect.stringContaining('together') },
  });
});

it('one file more than a run may have fails at once', async () => {
  const { session, start, canceled } = await openBrowser();
  for (const number of [1, 2, 3]) start(`${url}?${number}`);
  const { id, guid } = start(`${url}?4`);
  expect(await session.finished(id, { signal })).toMatchObject({
    ...{ status: 'failed', reason: expect.stringContaining('at most 3 files') },
  });
  expect(canceled()).toEqual([guid]);
});

it('one of which no byte comes in time fails and is late; one with a byte does not', async () => {
  vi.useFakeTimers();
  const { session, start, progress, canceled } = await openBrowser({ firstByteMs: 1_000 });
  const [silent, slow] = [start(`${url}?1`), start(`${url}?2`)];
  progress(slow.guid, 1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(session.list()).toMatchObject([
    { status: 'failed', isLate: true, reason: expect.stringContaining('No byte of it came in 1 s') },
    { status: 'started' },
  ]);
  expect(canceled()).toEqual([silent.guid]);
});

it('one that is not whole in the time of its caller fails and is late, counted from its beginning', async () => {
  vi.useFakeTimers();
  const { session, start, progress } = await openBrowser();
  const { id, guid } = start(url);
  progress(guid, 1);
  await vi.advanceTimersByTimeAsync(200);
  const waiting = session.finished(id, { timeoutMs: 300, signal });
  await vi.advanceTimersByTimeAsync(99);
  expect(session.list()[0]?.status).toBe('started');
  await vi.advanceTimersByTimeAsync(1);
  expect(await waiting).toMatchObject({
    ...{ status: 'failed', isLate: true, checksum: null, reason: 'The file was not whole after 300 ms.' },
  });
  expect(() => session.open(id)).toThrow('it is failed');
});

it('waiting ends with the signal, and the download goes on', async () => {
  const { session, start, complete } = await openBrowser();
  const { id, guid } = start(url);
  const impatient = new AbortController();
  const waiting = session.finished(id, { signal: impatient.signal });
  impatient.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'canceled' });
  await complete(guid, 'whole');
  expect((await session.finished(id, { signal })).status).toBe('completed');
});

it('a file that is not where the browser said fails', async () => {
  const { session, start, progress } = await openBrowser();
  const { id, guid } = start(url);
  progress(guid, 5, 'completed');
  expect(await session.finished(id, { signal })).toMatchObject({
    ...{ status: 'failed', reason: expect.stringContaining('not where the browser said') },
  });
});

it('a PDF inside a page is marked once, whatever part of it the page opens', async () => {
  const { session, downloads, page } = await openBrowser();
  downloads.noteResponse({ url, contentType: 'application/pdf', isEmbedded: true });
  // Another session of the protocol sees the response after it was made a download.
  downloads.noteResponse({ url, contentType: 'application/pdf' });
  page(`${url}#page=2`);
  page(url);
  expect(session.list()).toMatchObject([{ contentType: 'application/pdf', isEmbedded: true }, {}]);
  expect(session.list()[1]?.isEmbedded).toBeUndefined();
});

it('a file that could not be had is listed with the reason, and ends the wait for a first byte', async () => {
  const { session, log } = await openBrowser();
  const waiting = session.waitForFirstByte(session.count(), signal);
  session.addMissed('https://shop.example/bill%20of%20may.pdf?id=7', 'It answers a form.');
  const missed = { filename: 'bill%20of%20may.pdf', status: 'canceled', reason: 'It answers a form.' };
  expect(await waiting).toMatchObject(missed);
  expect(log.take()).toMatchObject([{ type: 'download', ...missed }]);
  session.addMissed('blob:https://shop.example/0b1c', 'It is gone.');
  expect(session.list()[1]).toMatchObject({ filename: 'download' });
});

it('an unknown id, and one of another session, are not found', async () => {
  const { downloads, session, start } = await openBrowser();
  const { id } = start(url);
  const other = downloads.forSession(createEventLog());
  await expect(session.finished('none', { signal })).rejects.toMatchObject({ code: 'not_found' });
  await expect(other.finished(id, { signal })).rejects.toMatchObject({ code: 'not_found' });
  expect([session.count(), other.count()]).toEqual([1, 0]);
});

it('results report each status once: what has become of a download until then', async () => {
  const { log, session, start, complete } = await openBrowser();
  const { id, guid } = start(url);
  expect(log.take()).toMatchObject([{ type: 'download', id, status: 'started' }]);
  await complete(guid, 'whole');
  await session.finished(id, { signal });
  expect(log.take()).toMatchObject([{ type: 'download', id, status: 'completed' }]);
  expect(log.take()).toEqual([]);
  const second = start(`${url}?2`);
  await complete(second.guid, 'whole too');
  await session.finished(second.id, { signal });
  expect(log.take()).toMatchObject([{ id: second.id, status: 'completed' }]);
});

it('the first byte of a further download is waited for, and null tells that none was begun', async () => {
  const { session, start, progress } = await openBrowser({ firstByteMs: 60_000 });
  const before = session.count();
  const waiting = session.waitForFirstByte(before, signal);
  const { id, guid } = start(url);
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  await settled();
  expect(isOver).toBe(false);
  progress(guid, 1);
  expect(await waiting).toMatchObject({ id, size: 1 });
  expect(await session.waitForFirstByte(session.count(), AbortSignal.abort())).toBeNull();
});
