import type { ActionContext } from '../action-context.ts';
import { readControlState } from '../in-page/control-state.ts';
import { createTarget, type Target } from './target.ts';

/** Least similarity of a replacement, and its least lead over every other element. */
const enough = 0.8;
const lead = 0.1;

/**
 * Finds the current element of a target. A page that re-renders puts another element in its place, and the old
 * one keeps its last state for ever. Null when nothing has taken its place, or the page has moved on. What is only like
 * it and was there before is not taken: in a list that would be the next one.
 */
export async function refreshTarget(context: ActionContext, target: Target): Promise<Target | null> {
  const { reader } = context.tab;
  const state = await target.call(readControlState).catch(() => null);
  if (state === null) return null;
  if (state.connected) return target;
  await reader.peek(context.signal, context.secrets.findMask);
  const { id } = target.about;
  const found =
    (await reader.find(id, context.limits).catch(() => null)) ?? (await findNewSimilar(context, id));
  return found && createTarget(context, found, target.about);
}

/** The one new element that is like the one of an id. */
async function findNewSimilar({ tab: { reader }, epoch, isCurrent, limits }: ActionContext, id: string) {
  const [first, second] = isCurrent ? await reader.similarTo(id, limits).catch(() => []) : [];
  if (!first || first.score < enough || first.score - (second?.score ?? 0) < lead) return null;
  return reader.seenInView(epoch, first.id) ? null : reader.find(first.id, limits).catch(() => null);
}
