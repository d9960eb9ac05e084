import type { BrowserDriver, BrowserSession, OpenOptions, Recording, Run } from '@runwright/contract';
import { fakeBrowser, manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { createLiveRuns } from '../live/live-runs.ts';
import { createRunBrowser } from './run-browser.ts';

const signal = new AbortController().signal;

function prepared(
  driver: BrowserDriver,
  browserAddress: string | null = null,
  keep: (recording: Recording) => Promise<void> = async () => undefined,
) {
  const noted: string[] = [];
  const clock = manualClock();
  const settings = {
    browserSessionId: null,
    browserAddress,
    extraHttpHeaders: { 'X-Trace': 'abc' },
    proxyLocation: null,
  };
  const browser = createRunBrowser({
    driver,
    proxies: null,
    egress: { check: async (url) => ({ url: new URL(url), addresses: [] }) },
    run: { settings } as unknown as Run,
    reveal: (text) => text,
    destinationRule: () => () => null,
    notice: async (sentence) => {
      noted.push(sentence);
    },
    noticeAtClose: async (sentence) => {
      noted.push(sentence);
    },
    tabs: 1,
    record: {},
    recordNetwork: null,
    keep,
    noteRecording: async () => undefined,
    clock,
    signal,
    join: () => null,
    initialState: async () => null,
    persist: null,
    guest: {
      makeId: (prefix) => `${prefix}_1`,
      record: async () => undefined,
      whileWaiting: (wait) => wait(),
      signal,
    },
    liveRuns: createLiveRuns(),
    uptime: { start: () => undefined, report: async () => undefined },
    states: {
      storage: null,
      tabs: () => [],
      save: async () => undefined,
      removePlace: () => undefined,
      remove: async () => undefined,
    },
  });
  return { browser, noted, clock };
}

it('a run with a browser address joins that browser, with the headers of the run, and opens none', async () => {
  const { open, ...fake } = fakeBrowser({ pages: [] });
  const joined: [string, OpenOptions][] = [];
  const driver: BrowserDriver = {
    ...fake,
    open: () => Promise.reject(new Error('A browser was opened.')),
    attach(address, options) {
      joined.push([address, options]);
      return open(options);
    },
  };
  const { browser } = prepared(driver, 'wss://browsers.example/a');
  await browser.session(signal);
  await browser.close();
  expect(joined).toMatchObject([['wss://browsers.example/a', { extraHttpHeaders: { 'X-Trace': 'abc' } }]]);
});

it('a driver that joins no browsers fails a run with a browser address', async () => {
  const { browser } = prepared(fakeBrowser({ pages: [] }), 'wss://browsers.example/a');
  await expect(browser.session(signal)).rejects.toMatchObject({
    code: 'browser_failed',
    message: expect.stringContaining('`fake` cannot join a running browser'),
  });
});

it('what a browser has to say is on record once, what comes up later when it is closed', async () => {
  const fake = fakeBrowser({ pages: [] });
  const notices = ['Chrome is not installed.'];
  const driver: BrowserDriver = {
    ...fake,
    open: async (options): Promise<BrowserSession> => ({
      ...(await fake.open(options)),
      about: { browser: 'fake', version: '1', notices },
    }),
  };
  const { browser, noted } = prepared(driver);
  await browser.session(signal);
  await browser.session(signal);
  expect(noted).toEqual(['Chrome is not installed.']);
  notices.push('The ad blocker has kept away 3 requests.');
  await browser.close();
  expect(noted).toEqual(notices);
});

it('a browser that never closes does not hold its run up', { tags: ['security'] }, async () => {
  const fake = fakeBrowser({ pages: [] });
  const driver: BrowserDriver = {
    ...fake,
    open: async (options): Promise<BrowserSession> => ({
      ...(await fake.open(options)),
      close: () => new Promise(() => undefined),
    }),
  };
  const { browser, noted, clock } = prepared(driver);
  await browser.session(signal);
  const closed = browser.close();
  await clock.untilSleeping(1);
  await clock.advance(60_000);
  await closed;
  expect(noted).toEqual(['The browser did not close within 60 s. The run ended without waiting for it.']);
});

it('after an attempt the browser is asked for what has changed, not for everything anew', async () => {
  const { open, ...fake } = fakeBrowser({ pages: [] });
  const asked: unknown[] = [];
  const driver: BrowserDriver = {
    ...fake,
    async open(options) {
      const session = await open(options);
      return {
        ...session,
        async state({ signal: limit, ...how }) {
          asked.push(how);
          return (await session.state?.({ signal: limit })) ?? { cookies: [], origins: [] };
        },
      };
    },
  };
  const { browser } = prepared(driver);
  await browser.session(signal);
  await browser.saveState({ path: ['visit'], attempt: 1 } as never);
  expect(asked).toEqual([{ incremental: true }]);
  await browser.close();
});

it('a recording that cannot be stored is told, and does not prevent the others', async () => {
  const recordings = (['cassette_network', 'har'] as const).map((type) => ({
    ...{ type, content: '{}', contentType: 'application/json' },
  }));
  const kept: string[] = [];
  const { open, ...fake } = fakeBrowser({ pages: [] });
  const driver: BrowserDriver = {
    ...fake,
    open: async (request) => ({ ...(await open(request)), recordings: async () => recordings }),
  };
  const { browser, noted } = prepared(driver, null, async ({ type }) => {
    if (type === 'cassette_network') throw new Error('The disk is full.');
    kept.push(type);
  });
  await browser.session(signal);
  await browser.close();
  expect(noted).toEqual(['The recording of the browser (`cassette_network`) could not be stored.']);
  expect(kept).toEqual(['har']);
});
