import type { ActionContext } from '../action-context.ts';
import type { ControlState } from '../in-page/control-state.ts';
import { type ChoiceControl, createChoiceControl, signatureOf } from '../select/choice-control.ts';
import { waitForActivity } from '../settle/settle.ts';
import type { Target } from '../targets/target.ts';

/** Longest wait in ms for the list of a field. */
const suggestMs = 1_500;
/** Time in ms without changes after which a list is complete. */
const calmMs = 150;
const pollMs = 50;

/** Waits for what a field offers for its text; resolves with the number of choices, 0 when it offers nothing new. */
export type WaitForSuggestions = () => Promise<number>;

/**
 * Notes what a field offers before it is typed into, because many fields ask for their choices only some time after the
 * last key. The returned function waits for other choices that stand still; of a field that does not say that it offers
 * choices it waits for requests that are on their way, and for nothing else.
 */
export async function prepareSuggestions(
  context: ActionContext,
  target: Target,
  { suggests }: ControlState,
): Promise<WaitForSuggestions> {
  const startedAt = context.now();
  if (!suggests) return () => waitForRequests(context, startedAt);
  const control = await createChoiceControl(context, target);
  await control.markShown();
  const before = signatureOf(await control.list());
  return () => waitForList(context, control, before, startedAt);
}

async function waitForList(
  { tab: { activity }, now, signal }: ActionContext,
  control: ChoiceControl,
  before: string,
  typedAt: number,
): Promise<number> {
  const until = now() + suggestMs;
  // The page has stood still when the wait begins.
  let calmAt = now();
  let last = '';
  for (;;) {
    // A page that has moved on takes its list along.
    const shown = await control.list().catch(() => null);
    if (!shown) return 0;
    const current = signatureOf(shown);
    if (last !== '' && current !== last) calmAt = now() + calmMs;
    last = current;
    const isNew = shown.choices.length > 0 && !shown.isBusy && current !== before;
    if (isNew && now() >= calmAt && !activity.isLoading(typedAt, now())) return shown.choices.length;
    if (now() >= until) return isNew ? shown.choices.length : 0;
    await waitForActivity(activity, Math.min(pollMs, until - now()), signal);
    signal.throwIfAborted();
  }
}

async function waitForRequests(context: ActionContext, typedAt: number): Promise<number> {
  const { tab, now, signal } = context;
  const from = now();
  const until = from + suggestMs;
  // A page that asks again and again is not waited for: only requests that run already count.
  const isLoading = (): boolean => tab.activity.isLoading(typedAt, from);
  if (!isLoading()) return 0;
  const watch = await context.watch();
  while (isLoading() && now() < until) {
    await waitForActivity(tab.activity, until - now(), signal);
    signal.throwIfAborted();
  }
  // What a response brings is drawn after it.
  await watch.settle({ onlyChanges: true });
  return 0;
}
