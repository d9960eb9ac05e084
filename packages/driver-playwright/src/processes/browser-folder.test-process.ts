import { browserUnderTest } from '@runwright/testing/browser';
import { playwrightDriver } from '../driver.ts';

/** A process that opens a browser and says so, to be killed by a test; with `reap`, one that takes away what was left. */
const [, , stateFolder = '', task = 'open'] = process.argv;
const driver = playwrightDriver({ ...browserUnderTest(), stateFolder });
if (task === 'reap') {
  await driver.reap?.();
} else {
  await driver.open({
    egress: { check: () => Promise.reject(new Error('closed')) },
    reveal: (text) => text,
    signal: new AbortController().signal,
  });
  process.send?.('open');
}
