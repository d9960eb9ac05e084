import { expect, it } from 'vitest';
import { fakePage } from '../fake-browser.test-helpers.ts';
import { detectFloods } from './detect-floods.ts';

function watchedPage() {
  const tab = fakePage();
  const clock = { now: 0 };
  const floods: string[] = [];
  detectFloods(
    tab.page,
    () => clock.now,
    (sentence) => floods.push(sentence),
  );
  const emit = (event: string, times: number, text = 'x'): void => {
    const detail = event === 'console' ? { text: () => text } : { message: text };
    for (let left = times; left > 0; left -= 1) tab.emit(event, detail);
  };
  return { clock, floods, emit };
}

it.each([
  ['console', 5_000, 'made more than 5,000 console messages in 4 s and was ended'],
  ['pageerror', 5_000, 'made more than 5,000 console messages in 4 s and was ended'],
  ['framenavigated', 1_000, 'made more than 1,000 navigations in 4 s and was ended'],
  ['worker', 200, 'made more than 200 workers in 4 s and was ended'],
])('a flood of %s events is reported once', (event, most, sentence) => {
  const { emit, floods } = watchedPage();
  emit(event, most);
  expect(floods).toEqual([]);
  emit(event, 2);
  expect(floods).toEqual([sentence]);
});

it.each(['console', 'pageerror'])(
  'a few %s events with very long texts are a flood',
  { tags: ['security'] },
  (event) => {
    const { emit, floods } = watchedPage();
    emit(event, 2, 'x'.repeat(50_000_000));
    expect(floods).toEqual([]);
    emit(event, 1);
    expect(floods).toEqual([
      'made more than 100,000,000 characters of console messages in 4 s and was ended',
    ]);
  },
);

it('counting begins again after 4 s, and each kind is counted by itself', () => {
  const { emit, floods, clock } = watchedPage();
  emit('worker', 150);
  emit('framenavigated', 900);
  clock.now = 4_001;
  emit('worker', 150);
  emit('framenavigated', 900);
  expect(floods).toEqual([]);
});
