import { describe, expect, it } from 'vitest';
import { isOneTimeSecret, oneTimeCode } from './totp.ts';

/** The secret of the test vectors of RFC 6238, `12345678901234567890`, as base32. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** A wait that ends at once and notes its time. */
const recordedWaits = (waits: number[]) => ({
  clock: { sleep: async (ms: number) => void waits.push(ms) },
  signal: new AbortController().signal,
});

describe('oneTimeCode', () => {
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
  ])('at %i s is the one of RFC 6238, appendix B', (seconds, code) => {
    const uri = `otpauth://totp/shop?secret=${rfcSecret}&digits=8`;
    expect(oneTimeCode(uri, () => seconds * 1000).reveal()).toBe(code);
  });

  it('has 6 digits for base32 text, with or without blanks, in either case', () => {
    const codes = [rfcSecret, rfcSecret.toLowerCase(), 'gezd gnbv gy3t qojq gezd gnbv gy3t qojq'].map(
      (text) => oneTimeCode(text, () => 59_000).reveal(),
    );
    expect(codes).toEqual(['287082', '287082', '287082']);
  });

  it('takes period and algorithm of its address', () => {
    const uri = `otpauth://totp/shop?secret=${rfcSecret}&period=60&algorithm=SHA256`;
    const code = oneTimeCode(uri, () => 61_000);
    expect(code.reveal()).toBe(oneTimeCode(uri, () => 119_000).reveal());
    expect(code.reveal()).not.toBe(oneTimeCode(rfcSecret, () => 61_000).reveal());
  });

  it('is to be waited for within the last 2 s of its period', async () => {
    const waitAt = async (ms: number) => {
      const waits: number[] = [];
      await oneTimeCode(rfcSecret, () => ms).ready(recordedWaits(waits));
      return waits;
    };
    expect([await waitAt(0), await waitAt(27_999), await waitAt(28_000), await waitAt(29_999)]).toEqual([
      [],
      [],
      [2_000],
      [1],
    ]);
  });

  it('is typed once in its period, unless it did not reach the page', async () => {
    const waits: number[] = [];
    const code = oneTimeCode(rfcSecret, () => 10_000);
    await code.readyToType(recordedWaits(waits));
    code.reveal();
    code.takeBack();
    await code.readyToType(recordedWaits(waits));
    expect(waits).toEqual([]);
    code.reveal();
    await code.ready(recordedWaits(waits));
    expect(waits).toEqual([]);
    await code.readyToType(recordedWaits(waits));
    expect(waits).toEqual([20_000]);
  });

  it('names the forms of its secret, so that all of them can be masked', () => {
    expect(oneTimeCode('gezd gnbv', () => 0).seeds).toEqual(['GEZDGNBV', 'gezd gnbv']);
  });

  it('refuses other text without repeating it', () => {
    for (const text of [
      '',
      'not base 32!',
      'otpauth://hotp/x?secret=GEZDGNBV&counter=1',
      'otpauth://totp/x',
    ]) {
      expect(isOneTimeSecret(text)).toBe(false);
      if (text !== '')
        expect(() => oneTimeCode(text, () => 0)).toThrow(/^(?!.*not base 32!).*neither base32/);
    }
  });
});
