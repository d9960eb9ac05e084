import { describe, expect, it } from 'vitest';
import { history } from './history.ts';

function filled(count: number) {
  const done = history();
  for (let line = 1; line <= count; line += 1) done.add(`${line}.1 click a${line}: ok ${'x'.repeat(80)}`);
  return done.text();
}

describe('history', () => {
  it('returns every line while there are few', () => {
    expect(filled(23).split('\n')).toHaveLength(23);
  });

  it('merges twelve lines at a time, so that the prefix of the prompt stays the same for twelve steps', () => {
    const beginnings = [24, 30, 35].map((count) => filled(count).split('\n')[0]);
    expect(beginnings[0]).toMatch(/^earlier \(12 actions\): /);
    expect(new Set(beginnings).size).toBe(1);
    expect(filled(36).split('\n')).toHaveLength(13);
    expect(filled(36)).toMatch(/^earlier \(24 actions\): /);
  });

  it('truncates merged lines to the newest text', () => {
    const [folded = ''] = filled(120).split('\n');
    expect(folded.length).toBeLessThan(840);
    expect(folded).toContain('108.1 click');
  });

  it('replaces line breaks within an entry by spaces', () => {
    const done = history();
    done.add('1.1 input_text "two\n\nlines"');
    expect(done.text()).toBe('1.1 input_text "two lines"');
  });
});
