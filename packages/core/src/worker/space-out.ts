import type { Clock } from '@runwright/contract';

/** Time in ms between two runs of one organization that come back. */
const everyMs = 100;
/** Time in ms after which each comes back, however many there are. */
const maxDelayMs = 10_000;

/**
 * Returns a function that gives the delay in ms, from `leastMs` to 10,000, after which the next run of an organization is to come back: one
 * after the other, so that runs that cannot begin cost little and hold up no others, however many they are.
 */
export function spaceOut(clock: Pick<Clock, 'now'>, leastMs: number): (organizationId: string) => number {
  const latest = new Map<string, number>();
  return (organizationId) => {
    const now = clock.now();
    const next = Math.min((latest.get(organizationId) ?? 0) + everyMs, now + maxDelayMs);
    const at = Math.max(now + leastMs, next);
    latest.set(organizationId, at);
    return at - now;
  };
}
