import { fakeBrowser } from '@runwright/testing';
import { expect, it } from 'vitest';
import { createBrowserPlaces, openInPlace } from './browser-places.ts';

const { signal } = new AbortController();

it('no more places are taken than there are, and one that is left twice is free once', () => {
  const places = createBrowserPlaces(2);
  const leave = places.tryTake();
  places.tryTake();
  expect(places).toMatchObject({ held: 2, isFull: true });
  expect(places.tryTake()).toBeNull();
  leave?.();
  leave?.();
  expect(places).toMatchObject({ held: 1, isFull: false });
});

it('who waits for a place gets the next one, before others, in order', async () => {
  const places = createBrowserPlaces(1);
  const leave = places.tryTake();
  const order: string[] = [];
  const first = places.take(signal).then((left) => {
    order.push('first');
    return left;
  });
  const second = places.take(signal).then(() => order.push('second'));
  leave?.();
  expect(places.tryTake()).toBeNull();
  (await first)();
  await second;
  expect(order).toEqual(['first', 'second']);
  expect(places.held).toBe(1);
});

it('who stops waiting takes no place', async () => {
  const places = createBrowserPlaces(1);
  const leave = places.tryTake();
  const stop = new AbortController();
  const taking = places.take(stop.signal);
  stop.abort(new Error('stopped'));
  await expect(taking).rejects.toThrow('stopped');
  leave?.();
  expect(places).toMatchObject({ held: 0, isFull: false });
});

it('a place that becomes free when the only one who waits stops waiting stays free', async () => {
  const places = createBrowserPlaces(1);
  const leave = places.tryTake();
  const stop = new AbortController();
  const taking = places.take(stop.signal);
  stop.abort(new Error('stopped'));
  leave?.();
  await expect(taking).rejects.toThrow('stopped');
  expect(places).toMatchObject({ held: 0, isFull: false });
});

it('a place may be taken although none is free, and then two have to be left', () => {
  const places = createBrowserPlaces(1);
  const leave = places.tryTake();
  places.takeAnyway();
  expect(places.held).toBe(2);
  leave?.();
  expect(places.isFull).toBe(true);
});

it('without a limit every place is free', () => {
  const places = createBrowserPlaces(null);
  for (let count = 0; count < 100; count += 1) expect(places.tryTake()).not.toBeNull();
  expect(places).toMatchObject({ limit: null, held: 100, isFull: false });
});

it('a browser has its place until it is gone, and one that does not open has none', async () => {
  const places = createBrowserPlaces(2);
  const fake = fakeBrowser({ pages: [] });
  const options = { egress: { check: async () => ({ url: new URL('http://a.test'), addresses: [] }) } };
  const open = (driver = fake) =>
    openInPlace(driver, (waits) => places.take(waits)).open({ ...options, reveal: (text) => text, signal });
  const [closed] = [await open(), await open()];
  expect(places.held).toBe(2);
  await closed.close();
  expect(places.held).toBe(1);
  fake.sessions[1]?.crash();
  expect(places.held).toBe(0);
  const broken = { ...fake, open: () => Promise.reject(new Error('no browser')) };
  await expect(open(broken)).rejects.toThrow('no browser');
  expect(places.held).toBe(0);
});
