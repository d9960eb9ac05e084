import type { PageEvent } from '@runwright/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePage, settled } from '../fake-browser.test-helpers.ts';
import { answerDialogs, cutDialog, type DialogOptions } from './dialogs.ts';

/** Rules of an action that says nothing about dialogs. */
const rules = { answer: undefined, decide: undefined };

/** A page whose dialogs are answered, with what was done about them. */
function answeredPage(options: Partial<DialogOptions> = {}) {
  const tab = fakePage('https://shop.example/');
  const clock = { now: 10_000 };
  const events: PageEvent[] = [];
  const done: string[] = [];
  const dialogs = answerDialogs(tab.page, {
    note: (event) => events.push(event),
    decide: undefined,
    interrupt: async () => void done.push('interrupt'),
    run: async () => {
      done.push('run');
      return true;
    },
    isResponsive: async () => true,
    onUnresponsive: () => done.push('unresponsive'),
    now: () => clock.now,
    ...options,
  });
  /** Opens a dialog and waits for its answer. */
  const ask = async (
    kind: string,
    { text = 'Sure?', suggestion = '', close = async (): Promise<void> => undefined } = {},
  ): Promise<void> => {
    tab.emit('dialog', {
      type: () => kind,
      message: () => text,
      defaultValue: () => suggestion,
      accept(typed?: string) {
        done.push(typed === undefined ? 'accept' : `accept ${typed}`);
        return close();
      },
      dismiss() {
        done.push('dismiss');
        return close();
      },
    });
    await dialogs.waitUntilAnswered();
  };
  return { tab, clock, events, done, dialogs, ask };
}

it.each(['alert', 'beforeunload'])('a dialog of the kind %s is accepted', async (kind) => {
  const { ask, done, events } = answeredPage({ decide: async () => ({ accept: false }) });
  await ask(kind);
  expect(done).toEqual(['accept']);
  expect(events).toEqual([{ type: 'dialog', kind, text: 'Sure?', decision: 'accepted' }]);
});

it('a question is answered no without a rule', async () => {
  const { ask, done, events } = answeredPage();
  await ask('confirm');
  expect(done).toEqual(['dismiss']);
  expect(events).toMatchObject([{ kind: 'confirm', decision: 'dismissed' }]);
});

it('the answer of an action takes precedence over the handlers, that of an action over that of the session', async () => {
  const { ask, done, dialogs, events } = answeredPage({
    decide: async () => ({ accept: true, text: 'session' }),
  });
  const reset = dialogs.setRules({ ...rules, answer: 'dismiss' });
  await ask('prompt');
  reset();
  dialogs.setRules({ ...rules, decide: async () => ({ accept: true, text: 'action' }) });
  await ask('prompt');
  dialogs.setRules(rules)();
  await ask('prompt');
  expect(done).toEqual(['dismiss', 'accept action', 'accept session']);
  expect(events.map((event) => event.type === 'dialog' && event.answer)).toEqual([
    ...[undefined, 'action', 'session'],
  ]);
});

it('rules that another action has set stay when those of the one before end', async () => {
  const { ask, done, dialogs } = answeredPage();
  const end = dialogs.setRules({ ...rules, answer: 'dismiss' });
  dialogs.setRules({ ...rules, answer: 'accept' });
  end();
  await ask('confirm');
  expect(done).toEqual(['accept']);
});

it('a handler is asked with the text, the suggestion and the address, and the suggestion is kept without another text', async () => {
  const decide = vi.fn(async () => ({ accept: true }));
  const { ask, done } = answeredPage({ decide });
  await ask('prompt', { text: 'Name?', suggestion: 'nobody' });
  expect(decide).toHaveBeenCalledWith(
    { kind: 'prompt', text: 'Name?', suggestion: 'nobody', url: 'https://shop.example/' },
    expect.any(AbortSignal),
  );
  expect(done).toEqual(['accept nobody']);
});

it('a decision that fails is a no', async () => {
  const { ask, done } = answeredPage({ decide: () => Promise.reject(new Error('no idea')) });
  await ask('confirm');
  expect(done).toEqual(['dismiss']);
});

it('the text of a dialog is cut after 500 characters, but kept until it is masked', {
  tags: ['security'],
}, async () => {
  const { ask, events } = answeredPage();
  await ask('alert', { text: 'x'.repeat(900) });
  expect(events).toMatchObject([{ text: 'x'.repeat(900) }]);
  expect(events.map(cutDialog)).toMatchObject([{ text: 'x'.repeat(500) }]);
});

describe('a page that asks again and again', () => {
  it('is silenced after 50 dialogs in a row, and reported once', async () => {
    const { ask, events, done } = answeredPage();
    for (let asked = 0; asked < 53; asked += 1) await ask('confirm');
    await settled();
    expect(events).toHaveLength(51);
    expect(events.at(-1)).toMatchObject({ decision: 'dismissed', silenced: true });
    expect(done.filter((each) => each === 'interrupt')).toHaveLength(3);
    expect(done).toContain('run');
  });

  it('begins anew after a pause, and in another document', async () => {
    const { ask, clock, dialogs, done } = answeredPage();
    for (let round = 0; round < 4; round += 1) {
      for (let asked = 0; asked < 50; asked += 1) await ask('alert');
      if (round % 2 === 0) clock.now += 1_001;
      else dialogs.resetForDocument();
    }
    expect(done).not.toContain('interrupt');
  });

  it('is disabled before it is left: after three dialogs within a second of the last', async () => {
    const { ask, clock, dialogs, done } = answeredPage();
    for (let asked = 0; asked < 2; asked += 1) await ask('alert');
    await dialogs.muteBeforeLeaving();
    expect(done).not.toContain('run');
    await ask('alert');
    clock.now += 1_001;
    await dialogs.muteBeforeLeaving();
    expect(done).not.toContain('run');
    clock.now -= 1_001;
    await dialogs.muteBeforeLeaving();
    await dialogs.muteBeforeLeaving();
    expect(done.filter((each) => each === 'run')).toHaveLength(1);
  });

  it('has its script ended when it takes no script, and another one is tried', async () => {
    const answers = [Promise.reject(new Error('busy')), Promise.resolve(true)];
    const { ask, dialogs, done } = answeredPage({ run: () => answers.shift() ?? Promise.resolve(false) });
    for (let asked = 0; asked < 3; asked += 1) await ask('alert');
    await dialogs.muteBeforeLeaving();
    expect(done.at(-1)).toBe('interrupt');
    expect(answers).toEqual([]);
  });
});

describe('a dialog that cannot be closed because its document gives way', () => {
  const close = () => Promise.reject(new Error('Dialog is not attached to an active page'));
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is reported when the page does not respond', async () => {
    const { ask, done } = answeredPage({ isResponsive: async () => false });
    await ask('alert', { close });
    await vi.runAllTimersAsync();
    expect(done).toEqual(['accept', 'unresponsive']);
  });

  it('is not reported when the page responds, or another document is there', async () => {
    const responding = answeredPage();
    await responding.ask('alert', { close });
    const leaving = answeredPage({
      async isResponsive() {
        leaving.dialogs.resetForDocument();
        return false;
      },
    });
    await leaving.ask('alert', { close });
    await vi.runAllTimersAsync();
    expect([...responding.done, ...leaving.done]).toEqual(['accept', 'accept']);
  });
});
