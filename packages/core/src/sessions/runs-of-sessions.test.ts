import { once } from 'node:events';
import type { RunQueue } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import { memoryQueue } from '../local-drivers/memory-queue.ts';
import { closeSessionEngines, openSessionEngine } from './session-engine.test-helpers.ts';

afterEach(closeSessionEngines);

it('a run that names a session is executed by the worker that holds it, also when another one gets it first', async () => {
  const clock = manualClock();
  const store = storeUnderTest();
  const queue = memoryQueue({ clock });
  const released = Promise.withResolvers<void>();
  const later: RunQueue = {
    ...queue,
    async claim(options) {
      await Promise.race([released.promise, once(options.signal, 'abort')]);
      return queue.claim(options);
    },
  };
  const first: RunQueue = {
    ...queue,
    async claim(options) {
      const delivery = await queue.claim(options);
      if (delivery === null) return null;
      return { ...delivery, release: (given) => delivery.release(given).then(released.resolve) };
    },
  };
  const holder = await openSessionEngine({ drivers: { clock, queue: later } }, { store });
  const { browserSessionId: id } = await holder.open();
  const other = await openSessionEngine({ drivers: { clock, queue: first } }, { store });

  const { runId } = await holder.begin({ browser_session_id: id }, { url: 'http://shop.test/a' });
  await released.promise;
  expect(await store.runs.find(runId)).toMatchObject({ startedAt: null });
  const ended = holder.engine.runs.finished(holder.organizationId, runId);
  await clock.advance(5000);
  expect((await ended).status).toBe('completed');
  expect([holder.browser.sessions, other.browser.sessions].map(({ length }) => length)).toEqual([1, 0]);
});

it('runs with a higher priority that wait for a browser hold up no run of a session', async () => {
  const { engine, clock, organizationId, open, begin } = await openSessionEngine({
    settings: { maxBrowsers: 1, concurrency: 1, limits: { highestPriority: 10 } },
  });
  const { browserSessionId: id } = await open();
  for (let count = 0; count < 3; count += 1) await begin({ priority: 10 }, { url: 'http://shop.test/a' });
  const { runId } = await begin({ browser_session_id: id, priority: -10 }, { url: 'http://shop.test/a' });
  await clock.advance(5000);
  expect((await engine.runs.get(organizationId, runId)).status).toBe('completed');
});
