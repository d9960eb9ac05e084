import { type BlockContext, type PageAction, RunwrightError } from '@runwright/contract';

/** Times that a password is given to a page at most: many sites lock the account after three. */
const mostSubmissions = 2;

/** Placeholder of a password: the field of a credential, or a secret of such a name. */
const passwordPlaceholder = /\{\{secret\.[^{}]*pass[^{}]*\}\}/i;

/**
 * Limits how often a sign-in submits its password. When it is about to be typed, or sent, a third time, the page has refused it twice:
 * the action is not executed, and the block ends as `terminated` with the category `credential`.
 *
 * A submission is the first click or key with an effect after the password was typed, `submit` of the typing itself, or the same click
 * again while the field still holds the password.
 */
export function limitSubmissions(context: BlockContext): BlockContext {
  let submissions = 0;
  /** True while a typed password was not sent. */
  let isTyped = false;
  /** Clicks and keys that came after the password was typed. */
  const sent = new Set<string>();
  return {
    ...context,
    get hasPage() {
      return context.hasPage;
    },
    async browser() {
      const session = await context.browser();
      const { page } = session;
      return {
        ...session,
        page: {
          ...page,
          async act(action, when) {
            const [tab] = (await page.tabs()).filter(({ active }) => active);
            const key = submitKey(action, tab?.url ?? '');
            const typesPassword = passwordPlaceholder.test(textOf(action));
            if (submissions >= mostSubmissions && (typesPassword || (key !== null && sent.has(key))))
              throw refusedTwice();
            const result = await page.act(action, when);
            if (result.status === 'failed') return result;
            if (typesPassword) isTyped = true;
            else if (action.action_type === 'verification_code') sent.clear();
            const submits = typesPassword
              ? action.action_type === 'input_text' && action.submit === true
              : key !== null && result.effect !== 'page' && (isTyped || sent.has(key));
            if (!submits) return result;
            submissions += 1;
            isTyped = false;
            if (key !== null) sent.add(key);
            return result;
          },
        },
      };
    },
  };
}

/** A click or key that may send a form, with its page; null for other actions. */
function submitKey(action: PageAction, url: string): string | null {
  if (action.action_type === 'click') return `${url} ${action.id ?? `${action.x},${action.y}`}`;
  if (action.action_type === 'keypress' && action.keys.some((key) => /^(enter|return)$/i.test(key)))
    return `${url} Enter`;
  return null;
}

function textOf(action: PageAction): string {
  return action.action_type === 'input_text' ? action.text : '';
}

function refusedTwice(): RunwrightError {
  return new RunwrightError(
    'terminated',
    `The page refused the credential ${mostSubmissions} times. It was not submitted again, because the site may lock the account. Check user name and password of the credential.`,
    { details: { failure_category: 'credential' } },
  );
}
