import type { Attempt } from '@runwright/contract';
import type { EngineDeps } from '../../engine-deps.ts';
import { readTimeline } from '../../runs/timeline.ts';

/**
 * Marks attempts that an earlier worker has left while they ran, when a person has acted on their page: they have begun to change
 * something, as by an action of their own.
 */
export async function withEffectsOfPeople(
  deps: Pick<EngineDeps, 'store' | 'clock'>,
  attempts: readonly Attempt[],
): Promise<readonly Attempt[]> {
  const [left] = attempts.filter(({ status, effect }) => status === 'running' && !effect);
  if (!left) return attempts;
  const events = await readTimeline(deps, left.runId);
  const acted = new Set(
    events.flatMap(({ type, blockRunId }) => (type === 'take-over-action' ? [blockRunId] : [])),
  );
  return attempts.map((attempt) => (acted.has(attempt.blockRunId) ? { ...attempt, effect: true } : attempt));
}
