import { describe, expect, it } from 'vitest';
import { shortenJson, shortenText } from './shorten-json.ts';

const rows = Array.from({ length: 200 }, (_, index) => ({ number: `PO-${index}`, note: 'n'.repeat(80) }));

describe('shortenJson', () => {
  it('leaves a value as it is that fits', () => {
    expect(shortenJson({ a: [1, 2] }, 100)).toBe('{"a":[1,2]}');
  });

  it('shows the first and the last items of a list whole, and says how many are left out', () => {
    const text = shortenJson({ total: 200, rows }, 2_000);
    expect(text.length).toBeLessThanOrEqual(2_000);
    expect(text).toMatch(/^\{"total":200,"rows":\[\n/);
    const lines = text.split('\n').slice(1, -1);
    const gap = lines.findIndex((line) => line.startsWith('('));
    const shown = lines.filter((_, index) => index !== gap).map((line) => JSON.parse(line.replace(/,$/, '')));
    expect(shown).toEqual([...rows.slice(0, gap), ...rows.slice(gap - lines.length + 1)]);
    expect(lines[gap]).toBe(`(${200 - shown.length} of 200 items are left out between these),`);
    expect(shown.length).toBeGreaterThan(10);
  });

  it('cuts a huge text and says how many characters are left out', () => {
    const text = shortenJson({ title: 'Terms', body: 'x'.repeat(20_000) }, 1_000);
    const { title, body } = JSON.parse(text) as { title: string; body: string };
    expect(title).toBe('Terms');
    const [, kept = '', leftOut = ''] = /^(x+)… \((\d+) characters are left out\)$/.exec(body) ?? [];
    expect(kept.length + Number(leftOut)).toBe(20_000);
    expect(text.length).toBeLessThanOrEqual(1_000);
  });

  it('shows something of both ends of a list of huge items', () => {
    const text = shortenJson(['a'.repeat(9_000), 'b'.repeat(9_000), 'c'.repeat(9_000)], 1_000);
    expect(text).toMatch(/^\[\n"a+… \(\d+ characters are left out\)",\n\(1 of 3 items are left out/);
    expect(text).toMatch(/"c+… \(\d+ characters are left out\)"\n\]$/);
    expect(text.length).toBeLessThanOrEqual(1_000);
  });

  it('says how many members of an object are left out', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 'v'.repeat(50)]));
    expect(shortenJson(many, 800)).toContain('(490 of 500 members are left out after these)');
  });
});

describe('shortenText', () => {
  it('does not cut a character in half', () => {
    expect(shortenText('🙂'.repeat(100), 81).isWellFormed()).toBe(true);
  });
});
