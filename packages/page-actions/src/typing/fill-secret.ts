import { type ActionOutcome, failed } from '../action-outcome.ts';
import { fillField } from '../in-page/fill-field.ts';
import { originOf, type Target } from '../targets/target.ts';

/** How a secret is brought into a field. */
interface Filling {
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
  target: Target,
  text: string,
  filling: Filling,
): Promise<ActionOutcome | null> {
  const filled = await target.call(fillField, { text, origin: originOf(target), ...filling });
  if (filled === 'filled') return null;
  const { about, called } = target;
  return filled === 'gone'
    ? failed('stale_target', `${called} went away before the secret was typed. Read the page again.`, {
        target: about,
      })
    : failed('secret_refused', `The page of ${called} is another one now. No secret is typed there.`, {
        target: about,
      });
}
