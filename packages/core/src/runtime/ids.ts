import type { Clock } from '@runwright/contract';

/** Prefix of an id; see the glossary of prefixes in the API. */
export type IdPrefix =
  | 'o'
  | 'key'
  | 'tsk'
  | 'wr'
  | 'wrb'
  | 'w'
  | 'wpid'
  | 'fld'
  | 'stp'
  | 'act'
  | 'th'
  | 'mc'
  | 'tko'
  | 'ev'
  | 'obx'
  | 'whd'
  | 'cred'
  | 'totp'
  | 'pbs'
  | 'bp'
  | 'sch'
  | 's'
  | 'sr'
  | 'bil'
  | 'a'
  | 'f';

/** Makes ids: prefix, underscore, and 23 decimal digits that sort by the time of creation. */
export type MakeId = (prefix: IdPrefix) => string;

const span = 1_000_000_000;

/**
 * Ids of one process: 14 digits of epoch milliseconds, then 9 that begin at random in each millisecond and grow, so
 * that ids of one process are in order and those of two processes do not meet.
 */
export function createIds(clock: Clock, random: () => number = Math.random): MakeId {
  let at = 0;
  let low = 0;
  return (prefix) => {
    const now = clock.now();
    if (now > at) {
      at = now;
      low = Math.floor((random() * span) / 2);
    } else {
      low += 1 + Math.floor(random() * 100);
      if (low >= span) {
        at += 1;
        low -= span;
      }
    }
    return `${prefix}_${String(at).padStart(14, '0')}${String(low).padStart(9, '0')}`;
  };
}
