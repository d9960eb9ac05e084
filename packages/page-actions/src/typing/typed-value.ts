import type { ActionContext } from '../action-context.ts';
import { cutText } from '../cut-text.ts';
import { readControlState } from '../in-page/control-state.ts';
import type { ActionTab } from '../port.ts';
import type { Target } from '../targets/target.ts';
import { isSameValue } from './same-value.ts';

/** A text that was typed into a field. */
interface Typed {
  readonly target: Target;
  readonly wanted: string;
  readonly isSecret: boolean;
}

/** Many fields validate their text only on blur, which is after it was read back. */
const lastTyped = new WeakMap<ActionTab, Typed>();

/** Remembers a field whose value the next action verifies. */
export function rememberTypedValue({ tab }: ActionContext, typed: Typed): void {
  lastTyped.set(tab, typed);
}

/** Starts the verification of the field that was typed into last. Call it before an action, and the returned function after it: it describes a value that was lost, or resolves with null. */
export function verifyTypedValue(tab: ActionTab): (mayBeEmpty: boolean) => Promise<string | null> {
  const typed = lastTyped.get(tab);
  if (!typed) return async () => null;
  return async (mayBeEmpty) => {
    const isNewest = lastTyped.get(tab) === typed;
    // The same field was typed into again.
    if (!isNewest && lastTyped.get(tab)?.target.about.id === typed.target.about.id) return null;
    const { target, wanted } = typed;
    const state = await target.call(readControlState).catch(() => null);
    const isDone = !state?.connected || !state.focused;
    const isKept = !state?.connected || isSameValue(state.value, wanted, state);
    if (isNewest && (isDone || !isKept)) lastTyped.delete(tab);
    return !state || isKept || (state.value === '' && mayBeEmpty)
      ? null
      : describeMismatch(typed, state.value);
  };
}

/**
 * Describes a field that no longer holds its text. One that is empty after a click or a key is not reported:
 * forms are emptied when they are sent.
 */
function describeMismatch({ target, wanted, isSecret }: Typed, value: string): string {
  const found = isSecret ? 'something else' : value === '' ? 'nothing' : `\`${cutText(value, 100)}\``;
  const before = isSecret ? 'its secret' : `\`${cutText(wanted, 100)}\``;
  return `Since it was left, ${target.called} holds ${found} and not ${before}.`;
}
