import { expect, it } from 'vitest';
import { fakeContext, fakePage, fakeProtocol, settled } from '../fake-browser.test-helpers.ts';
import { followStorage } from './storage-changes.ts';

const shop = 'https://shop.example';

async function followed(stored: readonly string[] = [], contextId?: string) {
  const targets: unknown[] = [];
  const browser = fakeProtocol({ 'Target.getTargets': () => ({ targetInfos: targets }) });
  const context = fakeContext([], browser);
  const storage = await followStorage(context.context, stored, contextId);
  const respond = (url: string, headers: Promise<Readonly<Record<string, string>>>): void =>
    context.emit('response', { url: () => url, allHeaders: () => headers });
  return { ...context, storage, targets, respond };
}

it('an origin is changed by each of its documents, with a growing number', async () => {
  const { storage, emit } = await followed();
  emit('framenavigated', { url: () => `${shop}/a` });
  const mark = storage.mark();
  emit('framenavigated', { url: () => 'http://other.example/' });
  const [first, second] = [storage.changed.get(shop) ?? 0, storage.changed.get('http://other.example') ?? 0];
  expect([...storage.changed.keys()]).toEqual([shop, 'http://other.example']);
  expect(first).toBeLessThan(mark);
  expect(second).toBeGreaterThan(mark);
  emit('framenavigated', { url: () => `${shop}/b` });
  expect(storage.changed.get(shop)).toBeGreaterThan(second);
});

it('addresses without an origin of the web change nothing', async () => {
  const { storage } = await followed();
  for (const url of ['about:blank', 'data:text/html,x', 'chrome://version', 'no address', ''])
    storage.note(url);
  expect([...storage.changed]).toEqual([]);
});

it('the frames that a new page has already are noted', async () => {
  const { storage, add } = await followed();
  add(fakePage(`${shop}/window`));
  expect([...storage.changed.keys()]).toEqual([shop]);
});

it('a forgotten origin is changed again by its next document', async () => {
  const { storage } = await followed();
  storage.note(shop);
  storage.forget(shop);
  expect(storage.changed.size).toBe(0);
  storage.note(`${shop}/again`);
  expect([...storage.changed.keys()]).toEqual([shop]);
});

it('workers, prerendered pages and windows are noted when the browser tells of them; plain pages are not', async () => {
  const { storage, browser } = await followed();
  const tell = (targetInfo: Readonly<Record<string, string>>): void =>
    browser.emit('Target.targetCreated', { targetInfo });
  tell({ type: 'page', url: `${shop}/` });
  expect([...storage.changed.keys()]).toEqual([]);
  tell({ type: 'service_worker', url: 'https://worker.example/w.js' });
  tell({ type: 'page', subtype: 'prerender', url: 'https://prerender.example/' });
  tell({ type: 'page', openerId: 'p', url: 'https://window.example/' });
  browser.emit('Target.targetInfoChanged', {
    targetInfo: { type: 'page', openerFrameId: 'f', url: 'https://moved.example/' },
  });
  expect([...storage.changed.keys()]).toEqual([
    ...['https://worker.example', 'https://prerender.example', 'https://window.example'],
    'https://moved.example',
  ]);
});

it('what other contexts of the browser do is not followed', async () => {
  const { storage, browser, targets } = await followed([], 'context1');
  const worker = (browserContextId: string, url: string) => ({ type: 'worker', browserContextId, url });
  browser.emit('Target.targetCreated', { targetInfo: worker('context2', `${shop}/w.js`) });
  targets.push(worker('context2', `${shop}/w.js`), worker('context1', 'https://own.example/w.js'));
  await storage.noteWorkers();
  expect([...storage.changed.keys()]).toEqual(['https://own.example']);
});

it('workers that run are noted when they are asked for, pages and frames are not', async () => {
  const { storage, targets } = await followed();
  targets.push(
    { type: 'page', url: 'https://page.example/' },
    { type: 'iframe', url: 'https://frame.example/' },
  );
  targets.push({ type: 'shared_worker', url: `${shop}/w.js` });
  await storage.noteWorkers();
  expect([...storage.changed.keys()]).toEqual([shop]);
});

it('a response of a watched origin that clears storage is told, once its headers have come', async () => {
  const { storage, respond } = await followed([shop]);
  expect(await storage.clearedAt()).toBe(0);
  const headers = Promise.withResolvers<Readonly<Record<string, string>>>();
  respond(`${shop}/logout`, headers.promise);
  const mark = storage.mark();
  let cleared: number | null = null;
  const asking = storage.clearedAt().then((at) => {
    cleared = at;
  });
  await settled();
  expect(cleared).toBeNull();
  headers.resolve({ 'clear-site-data': '"storage"' });
  await asking;
  expect(cleared).toBeGreaterThan(mark);
});

it('other responses clear nothing, and one without readable headers counts as clearing', async () => {
  const { storage, respond } = await followed([shop]);
  respond(`${shop}/plain`, Promise.resolve({}));
  respond('https://other.example/', Promise.resolve({ 'clear-site-data': '"storage"' }));
  expect(await storage.clearedAt()).toBe(0);
  respond(`${shop}/gone`, Promise.reject(new Error('closed')));
  expect(await storage.clearedAt()).toBeGreaterThan(0);
});

it('an origin is watched until one of its documents is noted', async () => {
  const { storage, respond } = await followed([shop]);
  storage.note(shop);
  respond(`${shop}/logout`, Promise.resolve({ 'clear-site-data': '*' }));
  expect(await storage.clearedAt()).toBe(0);
  storage.watch(shop);
  respond(`${shop}/logout`, Promise.resolve({ 'clear-site-data': '*' }));
  expect(await storage.clearedAt()).toBeGreaterThan(0);
});
