import { playwrightDriver } from './driver.ts';

/** A process that opens a browser and says so, to be killed by a test. */
const [, , stateFolder = ''] = process.argv;
const driver = playwrightDriver({ stateFolder });
await driver.open({
  egress: { check: () => Promise.reject(new Error('closed')) },
  reveal: (text) => text,
  signal: new AbortController().signal,
});
process.send?.('open');
