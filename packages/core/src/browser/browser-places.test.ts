import { fakeBrowser } from '@runwright/testing';
import { expect, it } from 'vitest';
import { createBrowserPlaces, openInPlace } from './browser-places.ts';
import type { PlaceShares } from './place-shares.ts';

const { signal } = new AbortController();

const acme = { organizationId: 'o_acme', runId: 'wr_acme', ancestors: [] };
const rival = { organizationId: 'o_rival', runId: 'wr_rival', ancestors: [] };
/** A run that others wait for, the nearest first. */
const child = (runId: string, ...ancestors: readonly string[]) => ({
  ...acme,
  runId,
  ancestors: ancestors.map((ancestorId) => ({ runId: ancestorId, holdsElsewhere: false })),
});

/** Places of which one organization, and sessions, may hold all unless a test says otherwise. */
const placesOf = (limit: number | null, shares: Partial<PlaceShares> = {}) =>
  createBrowserPlaces(limit, async (places) => ({
    ...{ organization: places, sessions: places, organizationSessions: places },
    ...shares,
  }));
/** Lets promises that have all they wait for go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('no more places are taken than there are, and one that is left twice is free once', async () => {
  const places = placesOf(2);
  const leave = await places.tryTake(acme);
  await places.tryTake(acme);
  expect([places.held, await places.findRefusal(acme)]).toEqual([2, 'full']);
  expect(await places.tryTake(acme)).toBeNull();
  leave?.();
  leave?.();
  expect([places.held, await places.findRefusal(acme)]).toEqual([1, null]);
});

it('who waits for a place gets the next one, before others, in order', async () => {
  const places = placesOf(1);
  const leave = await places.tryTake(acme);
  const order: string[] = [];
  const first = places.take(acme, signal).then((left) => {
    order.push('first');
    return left;
  });
  const second = places.take(acme, signal).then(() => order.push('second'));
  await settle();
  leave?.();
  expect(await places.tryTake(acme)).toBeNull();
  (await first)();
  await second;
  expect(order).toEqual(['first', 'second']);
  expect(places.held).toBe(1);
});

it('who stops waiting takes no place', async () => {
  const places = placesOf(1);
  const leave = await places.tryTake(acme);
  const stop = new AbortController();
  const taking = places.take(acme, stop.signal);
  await settle();
  stop.abort(new Error('stopped'));
  await expect(taking).rejects.toThrow('stopped');
  leave?.();
  expect(places.held).toBe(0);
});

it('a place that becomes free when the only one who waits stops waiting stays free', async () => {
  const places = placesOf(1);
  const leave = await places.tryTake(acme);
  const stop = new AbortController();
  const taking = places.take(acme, stop.signal);
  await settle();
  stop.abort(new Error('stopped'));
  leave?.();
  await expect(taking).rejects.toThrow('stopped');
  expect(places.held).toBe(0);
});

it('an organization holds no more than its share, and does not hold up others that wait after it', async () => {
  const places = placesOf(3, { organization: 2 });
  const leave = await places.tryTake(acme);
  await places.tryTake(acme);
  expect(await places.findRefusal(acme)).toBe('organization');
  const waiting = places.take(acme, signal);
  await settle();
  expect(await places.tryTake(rival)).not.toBeNull();
  expect(places.held).toBe(3);
  leave?.();
  await waiting;
  expect(places.held).toBe(3);
});

it('a run that waits has the share of today, not that of when it began to wait', async () => {
  let organization = 2;
  const places = createBrowserPlaces(2, async () => ({ organization, sessions: 2, organizationSessions: 2 }));
  const leave = [await places.tryTake(acme), await places.tryTake(acme)];
  void places.take(acme, signal);
  await settle();
  organization = 1;
  expect(await places.findRefusal(rival)).toBe('full');
  leave[0]?.();
  await settle();
  expect(places.held).toBe(1);
  leave[1]?.();
  await settle();
  expect(places.held).toBe(1);
});

it('sessions leave places to runs, and those of one organization leave places to sessions of others', async () => {
  const places = placesOf(4, { sessions: 3, organizationSessions: 2 });
  const session = { ...acme, runId: null };
  for (const _ of [1, 2]) expect(await places.tryTake(session)).not.toBeNull();
  expect(await places.findRefusal(session)).toBe('organization');
  expect(await places.tryTake({ ...rival, runId: null })).not.toBeNull();
  expect(await places.findRefusal({ ...rival, runId: null })).toBe('sessions');
  expect(await places.tryTake(acme)).not.toBeNull();
});

it('of the runs that a run waits for, one at a time opens a browser beside that of the run', async () => {
  const places = placesOf(1);
  await places.tryTake(acme);
  const leave = await places.tryTake(child('wr_1', 'wr_acme'));
  expect([places.held, await places.findRefusal(child('wr_2', 'wr_acme'))]).toEqual([2, 'full']);
  const next = places.take(child('wr_2', 'wr_acme'), signal);
  await settle();
  expect(places.held).toBe(2);
  // Of that one, again one.
  expect(await places.tryTake(child('wr_3', 'wr_1', 'wr_acme'))).not.toBeNull();
  expect(await places.tryTake(child('wr_4', 'wr_none', 'wr_acme'))).toBeNull();
  leave?.();
  await next;
  expect(places.held).toBe(3);
});

it('a run opens no browser beside a run that holds none', async () => {
  const places = placesOf(1);
  await places.tryTake(rival);
  expect(await places.tryTake(child('wr_1', 'wr_acme'))).toBeNull();
  const elsewhere = [{ runId: 'wr_acme', holdsElsewhere: true }];
  expect(await places.tryTake({ ...acme, runId: 'wr_1', ancestors: elsewhere })).not.toBeNull();
});

it('a run that waits for a place opens its browser beside that of a run which gets one later', async () => {
  const places = placesOf(2, { organization: 1 });
  await places.tryTake(acme);
  const waiting = places.take(child('wr_2', 'wr_1'), signal);
  await settle();
  expect(places.held).toBe(1);
  await places.tryTake(child('wr_1', 'wr_acme'));
  await waiting;
  expect(places.held).toBe(3);
});

it('a run that another one waits for takes a place that is free before it opens its browser beside that', async () => {
  const places = placesOf(2);
  await places.tryTake(acme);
  await places.tryTake(child('wr_1', 'wr_acme'));
  expect(await places.tryTake(child('wr_2', 'wr_acme'))).not.toBeNull();
  expect(await places.tryTake(child('wr_3', 'wr_acme'))).toBeNull();
});

it('without a limit every place is free', async () => {
  const places = placesOf(null);
  for (let count = 0; count < 100; count += 1) expect(await places.tryTake(acme)).not.toBeNull();
  expect(places).toMatchObject({ limit: null, held: 100 });
  expect(await places.findRefusal(acme)).toBeNull();
});

it('a browser has its place until it is gone, and one that does not open has none', async () => {
  const places = placesOf(2);
  const fake = fakeBrowser({ pages: [] });
  const options = { egress: { check: async () => ({ url: new URL('http://a.test'), addresses: [] }) } };
  const open = (driver = fake) =>
    openInPlace(driver, (waits) => places.take(acme, waits)).open({
      ...options,
      reveal: (text) => text,
      signal,
    });
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
