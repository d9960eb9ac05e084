import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, failed } from '../action-outcome.ts';
import { fillField } from '../in-page/fill-field.ts';
import { showsPasswordSource } from '../shows-password-source.ts';
import { originOf, type Target } from '../targets/target.ts';

/** How a secret is brought into a field. */
interface Filling {
  /** Goes only into a field that hides it, see `showsPassword`. */
  readonly isPassword: boolean;
  /** Replaces what the field holds. */
  readonly clear: boolean;
  /** Character by character, with the events of keys. */
  readonly apart: boolean;
}

/**
 * Brings a secret into the field itself, and never by keys: these go to whatever has the focus, which a frame of another
 * site can take at any moment. Returns null, or why the field did not get it.
 */
export async function fillSecret(
  { limits }: ActionContext,
  target: Target,
  text: string,
  { isPassword, clear, apart }: Filling,
): Promise<ActionOutcome | null> {
  const { about, called, found } = target;
  const isShown = isPassword ? `(element) => (${showsPasswordSource})(element, 'whole')` : '() => false';
  const source = `function (filling) { return (${fillField})(this, filling, ${isShown}); }`;
  const filling = { text, origin: originOf(target), clear, apart };
  const filled = await found.frame.call(found.handle, source, [filling], limits);
  if (filled === 'filled') return null;
  if (filled === 'shown') return refuseShownPassword(target);
  return filled === 'gone'
    ? failed('stale_target', `${called} went away before the secret was typed. Read the page again.`, {
        target: about,
      })
    : failed('secret_refused', `The page of ${called} is another one now. No secret is typed there.`, {
        target: about,
      });
}

/** The outcome of a password for a field that would show it. */
export function refuseShownPassword({ about, called }: Target): ActionOutcome {
  const reason = `${called} shows what is typed into it, and is no field for a password. No secret is typed there.`;
  return failed('secret_refused', reason, { target: about });
}
