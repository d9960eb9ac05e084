import type { FormDestination } from '../identity.ts';
import type { Dom } from './dom.ts';

/**
 * Remembers where the forms of a view send to, so that one that has been turned elsewhere since is noticed.
 * Runs inside the page: no name from outside.
 */
export function makeDestinations(dom: Dom) {
  const first = new WeakMap<Element, string>();
  const last = new WeakMap<Element, string>();
  const action = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'action')?.get;

  const sendsTo = (form: Element): string => {
    const url: unknown = action && form instanceof HTMLFormElement ? Reflect.apply(action, form, []) : '';
    return typeof url === 'string' ? url.slice(0, 2_048) : '';
  };
  const formOf = (element: Element): Element | null => {
    const form = dom.property(element, 'form');
    return form instanceof HTMLFormElement ? form : element.closest('form');
  };

  return {
    /** Called for each view. */
    note(): void {
      for (const form of document.forms) {
        const url = sendsTo(form);
        if (!first.has(form)) first.set(form, url);
        last.set(form, url);
      }
    },
    /** Where the form around an element sent to in its first view and in the last, and where it sends now. */
    of(element: Element): FormDestination {
      const form = formOf(element);
      if (!form) return { first: '', seen: '', now: '' };
      return { first: first.get(form) ?? null, seen: last.get(form) ?? null, now: sendsTo(form) };
    },
  };
}

export type Destinations = ReturnType<typeof makeDestinations>;
