import type { FormDestination } from '../../element-identity.ts';
import type { Dom } from '../dom/dom.ts';

/**
 * Remembers where the forms of a view send to, so that one that has been turned elsewhere since is noticed.
 */
export function makeFormDestinations(dom: Dom) {
  /** A form with buttons for more origins than this counts as one that sends to an unknown place. */
  const mostOrigins = 20;
  const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'null');
  const first = new WeakMap<Element, string>();
  const last = new WeakMap<Element, string>();
  const action = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'action')?.get;

  const short = (url: unknown): string => (typeof url === 'string' ? url.slice(0, 2_048) : '');
  const actionOf = (form: Element): string =>
    short(action && form instanceof HTMLFormElement ? Reflect.apply(action, form, []) : '');
  const elements = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'elements')?.get;
  const formOf = (element: Element): Element | null => {
    const form = dom.property(element, 'form');
    return form instanceof HTMLFormElement ? form : element.closest('form');
  };
  /** Buttons may send a form elsewhere: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#attr-fs-formaction */
  const buttonTargets = (form: HTMLFormElement): readonly string[] => {
    const controls: unknown = elements ? Reflect.apply(elements, form, []) : [];
    if (!(controls instanceof HTMLCollection)) return [];
    // A form does not count its buttons of the type `image` among its elements, as the standard says.
    const root = form.getRootNode();
    const images =
      root instanceof Document || root instanceof ShadowRoot
        ? [...root.querySelectorAll('input[type=image][formaction]')].filter(
            (image) => formOf(image) === form,
          )
        : [];
    const targets = [...controls, ...images]
      .filter((control) => dom.has(control, 'formaction'))
      .map((button) => short(dom.property(button, 'formAction')))
      // A script of the page itself.
      .filter((url) => !url.startsWith('javascript:'))
      .map(originOf);
    const origins = [...new Set(targets)];
    return origins.length > mostOrigins ? ['null'] : origins;
  };

  return {
    /** Called for each view. */
    note(): void {
      for (const form of document.forms) {
        const url = actionOf(form);
        if (!first.has(form)) first.set(form, url);
        last.set(form, url);
      }
    },
    /** Returns the action of the form around an element: in its first view, in the last one and now. */
    of(element: Element): FormDestination {
      const form = formOf(element);
      if (!(form instanceof HTMLFormElement)) return { first: '', seen: '', now: '', buttons: [] };
      const now = actionOf(form);
      return {
        first: first.get(form) ?? null,
        seen: last.get(form) ?? null,
        now,
        buttons: buttonTargets(form),
      };
    },
  };
}

export type FormDestinations = ReturnType<typeof makeFormDestinations>;
