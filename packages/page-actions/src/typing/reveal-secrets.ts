import { RunwrightError } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, failed } from '../action-outcome.ts';
import { showsPassword } from '../in-page/password-field.ts';
import { passwordPatterns } from '../in-page/password-words.ts';
import { originOf, type Target } from '../targets/target.ts';
import { refuseShownPassword } from './fill-secret.ts';

/** A text with its placeholders filled in. */
export interface Revealed {
  readonly text: string;
  readonly isSecret: boolean;
  /** A password is among them. It may be typed only where it is hidden. */
  readonly isPassword: boolean;
}

/**
 * Fills a text's placeholders in for the frame that a field stands in. A secret is refused when it may not be typed there,
 * when the form around the field, or a button of it, sends to an origin at which it may not be typed, and when the form
 * sends elsewhere than it did when the page was viewed, or, planned on an older view, than it ever did. A password is also refused
 * in a field that shows it, see {@link showsPassword}.
 */
export async function revealSecrets(
  context: ActionContext,
  target: Target,
  text: string,
): Promise<Revealed | ActionOutcome> {
  const { about } = target;
  let revealed: Revealed;
  try {
    const { text: filledIn, isSecret } = context.secrets.reveal(text, originOf(target));
    revealed = { text: filledIn, isSecret, isPassword: isSecret && passwordPlaceholder.test(text) };
  } catch (cause) {
    if (!RunwrightError.is(cause)) throw cause;
    return failed('secret_refused', cause.message, { target: about });
  }
  if (!revealed.isSecret) return revealed;
  if (revealed.isPassword && (await target.call(showsPassword, 'whole', passwordPatterns)))
    return refuseShownPassword(target);
  const elsewhere = await describeChangedDestination(context, target);
  if (elsewhere !== null)
    return failed('secret_refused', `${elsewhere} No secret is typed there.`, { target: about });
  const { now, buttons } = await context.tab.reader.destination(about.id, context.limits);
  const origins = new Set([...(/^(javascript:|$)/.test(now) ? [] : [originIn(now)]), ...buttons]);
  origins.delete(originOf(target));
  for (const origin of origins) {
    try {
      context.secrets.reveal(text, origin);
    } catch (cause) {
      if (!RunwrightError.is(cause)) throw cause;
      const reason = `The form around ${target.called} sends to \`${origin}\`. ${cause.message}`;
      return failed('secret_refused', reason, { target: about });
    }
  }
  return revealed;
}

/** Placeholder of the field `password` of a credential. */
const passwordPlaceholder = /\{\{secret\.[^{}]*\.password\.[^{}.]+\}\}/;

/** The origin of an address; `null`, which is no site, for one without, such as `data:`. */
function originIn(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}

/** Describes a form around a target that sends to another host than when it was viewed; else null. */
export async function describeChangedDestination(
  context: ActionContext,
  { about, called }: Target,
): Promise<string | null> {
  const { first, seen: last, now } = await context.tab.reader.destination(about.id, context.limits);
  const seen = context.isCurrent ? last : first;
  if (seen === null || hostOf(seen) === hostOf(now)) return null;
  return `The form around ${called} now sends to \`${hostOf(now)}\`, and not to \`${hostOf(seen)}\` as when it was viewed.`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
