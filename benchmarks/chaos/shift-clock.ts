/**
 * Shifts `Date.now()` and `new Date()` of a process by some ms: `node --import <this file>?ms=300000`. Dates with arguments, timers
 * and `performance.now()` are left as they are, as they are when the clock of a machine is wrong.
 */
const skewMs = Number(new URL(import.meta.url).searchParams.get('ms'));
const RealDate = Date;

class SkewedDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(RealDate.now() + skewMs);
    else super(...(given as [number]));
  }

  static override now(): number {
    return RealDate.now() + skewMs;
  }
}

if (skewMs !== 0) globalThis.Date = SkewedDate as DateConstructor;
