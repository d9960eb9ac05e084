import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { withAbort } from './with-abort.ts';

const never = new Promise<never>(() => undefined);

it('work that is done in time gives its own result, also after the signal', async () => {
  const stop = new AbortController();
  const work = Promise.withResolvers<string>();
  const result = withAbort(work.promise, stop.signal, manualClock());
  stop.abort(new Error('canceled'));
  work.resolve('just in time');
  expect(await result).toBe('just in time');
});

it('work that ignores its signal for a second is abandoned with the reason of the signal', async () => {
  const clock = manualClock();
  const stop = new AbortController();
  const result = withAbort(never, stop.signal, clock);
  const ended = expect(result).rejects.toThrow('canceled');
  stop.abort(new Error('canceled'));
  await clock.advance(1000);
  await ended;
});

it('a signal that was aborted before gives the work its second too', async () => {
  const clock = manualClock();
  const ended = expect(withAbort(never, AbortSignal.abort(new Error('late')), clock)).rejects.toThrow('late');
  await clock.advance(1000);
  await ended;
});

it('work that fails throws its own error', async () => {
  const work = Promise.reject(new Error('broken'));
  await expect(withAbort(work, new AbortController().signal, manualClock())).rejects.toThrow('broken');
});
