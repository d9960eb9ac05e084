import { expect, it } from 'vitest';
import { fakePage } from '../fake-browser.test-helpers.ts';
import { followActivity } from './activity.ts';

function followed() {
  const tab = fakePage('https://shop.example/');
  const clock = { now: 1_000 };
  const activity = followActivity(tab.page, () => clock.now);
  const request = (type: string, { isNavigation = false, frame = tab.page.mainFrame() } = {}) => ({
    resourceType: () => type,
    isNavigationRequest: () => isNavigation,
    frame: () => frame,
    url: () => 'https://shop.example/next',
  });
  const respond = (to: unknown, type: string): void =>
    tab.emit('response', { request: () => to, headers: () => ({ 'content-type': type }) });
  return { tab, clock, activity, request, respond };
}

it.each(['document', 'script', 'stylesheet', 'xhr', 'fetch'])(
  'a request of the kind %s is loading until it ends, counted by its beginning',
  (type) => {
    const { tab, clock, activity, request } = followed();
    const asked = request(type);
    tab.emit('request', asked);
    clock.now = 1_500;
    expect(activity.isLoading(1_000, 1_000)).toBe(true);
    expect([activity.isLoading(900, 999), activity.isLoading(1_001, 1_500)]).toEqual([false, false]);
    tab.emit('requestfinished', asked);
    expect(activity.isLoading(0, 2_000)).toBe(false);
    expect(activity.loadedAt(1_000, 1_000)).toBe(1_500);
    expect(activity.loadedAt(1_001, 2_000)).toBe(0);
  },
);

it.each(['image', 'media', 'font', 'ping', 'websocket', 'eventsource'])(
  'a request of the kind %s is not waited for',
  (type) => {
    const { tab, activity, request } = followed();
    tab.emit('request', request(type));
    expect(activity.isLoading(0, 2_000)).toBe(false);
    expect(activity.requests()).toBe(1);
  },
);

it('a request that takes 2 s, fails or turns out to be a stream is waited for no longer', () => {
  const { tab, clock, activity, request, respond } = followed();
  const [slow, failing, stream] = [request('fetch'), request('fetch'), request('fetch')];
  for (const each of [slow, failing, stream]) tab.emit('request', each);
  respond(slow, 'application/json');
  expect(activity.isLoading(0, 2_000)).toBe(true);
  tab.emit('requestfailed', failing);
  respond(stream, 'text/event-stream; charset=utf-8');
  clock.now = 2_999;
  expect(activity.isLoading(0, 2_000)).toBe(true);
  clock.now = 3_000;
  expect(activity.isLoading(0, 2_000)).toBe(false);
});

it('a page navigates from the request of its document until the document is there or the request has ended', () => {
  const { tab, activity, request } = followed();
  const inFrame = request('document', { isNavigation: true, frame: {} as never });
  tab.emit('request', inFrame);
  expect([activity.isNavigating(), activity.lastDocumentUrl()]).toEqual([false, '']);
  const document = request('document', { isNavigation: true });
  tab.emit('request', document);
  expect([activity.isNavigating(), activity.lastDocumentUrl()]).toEqual([true, 'https://shop.example/next']);
  tab.emit('domcontentloaded');
  expect(activity.isNavigating()).toBe(false);
  tab.emit('request', document);
  tab.emit('requestfailed', document);
  expect(activity.isNavigating()).toBe(false);
});

it('a request of a worker, which has no frame, is no navigation', () => {
  const { tab, activity, request } = followed();
  const frame = () => {
    throw new Error('Service Worker requests do not have an associated frame.');
  };
  tab.emit('request', { ...request('fetch', { isNavigation: true }), frame });
  expect(activity.isNavigating()).toBe(false);
});

it('documents of the main frame are counted with their time', () => {
  const { tab, clock, activity } = followed();
  tab.emit('framenavigated', { url: () => 'https://ads.example/' });
  clock.now = 1_200;
  tab.navigate('https://shop.example/next');
  expect([activity.documents(), activity.arrivedAt()]).toEqual([1, 1_200]);
});

it('a change ends the wait for one, and so does the signal', async () => {
  const { tab, activity, request } = followed();
  const waiting = activity.changed(new AbortController().signal);
  tab.emit('request', request('image'));
  await waiting;
  await activity.changed(AbortSignal.abort());
  const stopped = new AbortController();
  const stopping = activity.changed(stopped.signal);
  stopped.abort();
  await stopping;
});
