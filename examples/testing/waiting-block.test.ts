/** Test of a block that waits: it takes its clock as an option, so that the test moves the time. */
import { type Clock, defineBlock, RunwrightError, Type } from '@runwright/contract';
import { fakeContext, manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';

const reportReady = ({ clock }: { readonly clock: Clock }) =>
  defineBlock({
    type: 'report_ready',
    onWorkerLost: 'repeat',
    config: Type.Object({ url: Type.String(), minutes: Type.Integer({ default: 10 }) }),
    output: Type.Object({ report: Type.String() }),
    async run({ url, minutes }, { fetch, signal }) {
      const end = clock.now() + minutes * 60_000;
      while (clock.now() < end) {
        const response = await fetch(url, { signal });
        if (response.status === 200) return { report: await response.text() };
        await clock.sleep(30_000, { signal });
      }
      throw new RunwrightError('timed_out', `No report after ${minutes} minutes. Look at the service.`);
    },
  });

const config = { url: 'https://reports.example/1', minutes: 10 };

// #region waits
it('waits until the report is there', async () => {
  const clock = manualClock();
  let isReady = false;
  const { context } = fakeContext({
    fetch: async () => new Response('done', { status: isReady ? 200 : 404 }),
  });
  const output = reportReady({ clock }).run(config, context);
  await clock.untilSleeping();
  isReady = true;
  await clock.advance(30_000);
  expect(await output).toEqual({ report: 'done' });
});
// #endregion

it('stops at once when the run is canceled', async () => {
  const [clock, ended] = [manualClock(), new AbortController()];
  const { context } = fakeContext({
    signal: ended.signal,
    fetch: async () => new Response(null, { status: 404 }),
  });
  const output = reportReady({ clock }).run(config, context);
  await clock.untilSleeping();
  ended.abort(new RunwrightError('canceled', 'The run was canceled.'));
  await expect(output).rejects.toMatchObject({ code: 'canceled' });
});
