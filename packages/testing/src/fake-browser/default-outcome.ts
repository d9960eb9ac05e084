import type { ActionResult, PageAction } from '@runwright/contract';
import type { FakeElement, FakeOutcome, FakePage } from './fake-page.ts';

/** Returns the default outcome of an action: links navigate, fields take text, other actions have no effect. */
export function defaultOutcome(page: FakePage, action: PageAction): FakeOutcome {
  switch (action.action_type) {
    case 'goto_url':
      return { goTo: action.url };
    case 'click':
      // A fake page has no places, so nothing is known of a point.
      if (action.id === undefined && action.x !== undefined) return {};
      return onElement(page, action.id, ({ href }) =>
        href === undefined
          ? { result: { status: 'no_effect', message: 'Clicked; nothing changed on the page.' } }
          : { goTo: href },
      );
    case 'input_text':
      return onElement(page, action.id, ({ id }) => ({ values: { [id]: action.text } }));
    case 'verification_code':
      return onElement(page, action.id ?? action.ids?.[0] ?? '', ({ id }) => ({
        values: { [id]: action.code },
      }));
    case 'checkbox':
      return onElement(page, action.id, ({ id }) => ({
        values: { [id]: action.checked ? 'checked' : 'unchecked' },
      }));
    case 'select_option':
      return onElement(page, action.id, ({ id, options = [] }) => {
        const asked = [action.label ?? action.value ?? [], action.index ?? []].flat();
        const labels = asked.map((each) => (typeof each === 'number' ? options[each] : each));
        return labels.length > 0 && labels.every((label) => label !== undefined && options.includes(label))
          ? { values: { [id]: labels.join(', ') } }
          : failedOutcome(
              'no_option',
              `No option \`${labels.join('`, `')}\`; there are \`${options.join('`, `')}\`.`,
            );
      });
    case 'new_tab':
      return action.url === undefined ? {} : { goTo: action.url };
    default:
      return {};
  }
}

/** Creates a failed outcome with code and message. */
export function failedOutcome(
  code: string,
  message: string,
): FakeOutcome & { readonly result: Partial<ActionResult> } {
  return { result: { status: 'failed', code, message } };
}

function onElement(
  page: FakePage,
  id: string | undefined,
  act: (element: FakeElement) => FakeOutcome,
): FakeOutcome {
  const element = page.elements?.find((candidate) => candidate.id === id);
  if (element === undefined)
    return failedOutcome('stale_target', `The page has no element \`${id ?? ''}\` now.`);
  if (element.flags?.includes('disabled'))
    return failedOutcome('disabled', `\`${element.name}\` is disabled.`);
  return act(element);
}
