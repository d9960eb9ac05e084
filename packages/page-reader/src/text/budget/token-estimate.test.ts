import { describe, expect, it } from 'vitest';
import { estimateTokens, initialTokenRate, updateTokenRate } from './token-estimate.ts';

describe('estimateTokens', () => {
  it('counts bytes of UTF-8, 3.6 for a token unless something else is known', () => {
    expect(estimateTokens('x'.repeat(36))).toBe(10);
    expect(estimateTokens('€'.repeat(12))).toBe(10);
    expect(estimateTokens('x'.repeat(30), 3)).toBe(10);
    expect(estimateTokens('x'.repeat(45), 90)).toBe(10);
  });
});

describe('updateTokenRate', () => {
  it('is the mean of what a model reports', () => {
    const once = updateTokenRate(initialTokenRate, 300, 100);
    expect(once).toEqual({ bytesPerToken: 3, replies: 1 });
    expect(updateTokenRate(once, 400, 100).bytesPerToken).toBeCloseTo(3.5);
  });

  it('stays between 2.5 and 4.5', () => {
    expect(updateTokenRate(initialTokenRate, 100, 100).bytesPerToken).toBe(2.5);
    expect(updateTokenRate(initialTokenRate, 900, 100).bytesPerToken).toBe(4.5);
  });

  it('follows a model that changes, however long it has run', () => {
    let rate = initialTokenRate;
    for (let reply = 0; reply < 1_000; reply += 1) rate = updateTokenRate(rate, 300, 100);
    for (let reply = 0; reply < 60; reply += 1) rate = updateTokenRate(rate, 400, 100);
    expect(rate.bytesPerToken).toBeGreaterThan(3.9);
  });

  it('learns nothing from a reply without tokens', () => {
    expect(updateTokenRate(initialTokenRate, 100, 0)).toEqual(initialTokenRate);
    expect(updateTokenRate(initialTokenRate, Number.NaN, 5)).toEqual(initialTokenRate);
  });
});
