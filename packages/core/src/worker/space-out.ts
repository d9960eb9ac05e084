import type { Clock } from '@runwright/contract';

/** Time in ms between two runs of one organization that come back. */
const everyMs = 100;

/**
 * Returns a function that gives the delay in ms, at least `leastMs`, after which the next run of an organization is to come back: one
 * after the other, so that runs that cannot begin cost little and hold up no others, however many they are.
 */
export function spaceOut(clock: Pick<Clock, 'now'>, leastMs: number): (organizationId: string) => number {
  const latest = new Map<string, number>();
  return (organizationId) => {
    const now = clock.now();
    const at = Math.max(now + leastMs, (latest.get(organizationId) ?? 0) + everyMs);
    latest.set(organizationId, at);
    return at - now;
  };
}
