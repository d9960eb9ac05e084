import type { InputTarget, ManualControl } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { beginTakeOver } from './take-over.ts';

/** The control of a page that takes no input before `answer` resolves. */
function openScene() {
  const clock = manualClock();
  const answer = Promise.withResolvers<InputTarget>();
  const failures: string[] = [];
  const manual: ManualControl = { send: () => answer.promise, release: async () => undefined };
  const onFailure = (message: string): void => void failures.push(message);
  const takeOver = beginTakeOver({ clock, manual, onFailure, onHiddenTyped: () => undefined });
  return { clock, answer, failures, takeOver };
}

it('inputs that the page has not taken 10 s after control was handed back are counted and reported', async () => {
  const { clock, failures, takeOver } = openScene();
  for (const text of ['a', 'b', 'c']) takeOver.send({ type: 'text', text });
  const drained = takeOver.drain();
  await clock.advance(10_000);
  await drained;
  await takeOver.end('person');
  expect(failures).toEqual([
    'Control ended before the page had taken the last 3 inputs. Look at the page, take over again and repeat what is missing.',
  ]);
});

it('nothing is reported when the page has taken every input', async () => {
  const { answer, failures, takeOver } = openScene();
  takeOver.send({ type: 'text', text: 'a' });
  answer.resolve({ field: null, description: null, isSecret: false, url: 'http://shop.test/' });
  await takeOver.drain();
  await takeOver.end('person');
  expect(failures).toEqual([]);
});
