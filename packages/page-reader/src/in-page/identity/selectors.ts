import type { Dom } from '../dom/dom.ts';
import type { RawSelector } from '../raw-frame.ts';

/** Builds CSS and XPath selectors for an element. */
export function makeSelectors(dom: Dom) {
  const { tag, attribute } = dom;
  const quote = (text: string): string =>
    `"${text.replace(/["\\\n\r\f]/g, (found) => (found < ' ' ? `\\${found.charCodeAt(0).toString(16)} ` : `\\${found}`))}"`;
  const isGenerated = (text: string): boolean => /[0-9a-f]{8,}|\d{4,}|^:r/i.test(text);

  /** The element's place among the children of its parent that have its name, from 1; 0 when it is the only one. */
  const placeOf = (element: Element): number => {
    const around = element.parentNode;
    if (!around) return 0;
    const same = [...around.children].filter((child) => tag(child) === tag(element));
    return same.length > 1 ? same.indexOf(element) + 1 : 0;
  };

  /** Tried in the order test id, id, name, path. */
  const within = (element: Element, root: Document | ShadowRoot): string => {
    const isOnly = (selector: string): boolean => {
      const found = root.querySelectorAll(selector);
      return found.length === 1 && found[0] === element;
    };
    for (const name of ['data-testid', 'data-test', 'data-qa', 'id', 'name', 'aria-label', 'href']) {
      const value = attribute(element, name);
      if (!value || value.length > 80 || isGenerated(value)) continue;
      const selector = `${CSS.escape(tag(element))}[${name}=${quote(value)}]`;
      if (isOnly(selector)) return selector;
    }
    let path = '';
    for (let current: Element | null = element; current; current = current.parentElement) {
      const name = CSS.escape(tag(current));
      const id = attribute(current, 'id');
      if (path && id && !isGenerated(id)) {
        const selector = `${name}[id=${quote(id)}] > ${path}`;
        if (isOnly(selector)) return selector;
      }
      const place = placeOf(current);
      const step = place > 0 ? `${name}:nth-of-type(${place})` : name;
      path = path ? `${step} > ${path}` : step;
      if (isOnly(path)) return path;
    }
    return path;
  };

  const cssOf = (element: Element): string => {
    const hops: string[] = [];
    for (let current: Element | null = element; current; ) {
      const root: Document | ShadowRoot | null = dom.rootOf(current);
      if (!root) break;
      hops.unshift(within(current, root));
      current = root instanceof ShadowRoot ? root.host : null;
    }
    return hops.join(' >> ');
  };

  const xpathOf = (element: Element): string | null => {
    if (dom.rootOf(element) instanceof ShadowRoot) return null;
    let path = '';
    for (let current: Element | null = element; current; current = current.parentElement) {
      const name = tag(current);
      const isPlain = current instanceof HTMLElement && /^[a-z][a-z0-9]*$/.test(name);
      const place = placeOf(current);
      const test = isPlain ? name : `*[local-name()=${quote(name)}]`;
      path = `/${test}${place > 0 ? `[${place}]` : ''}${path}`;
    }
    return path;
  };

  return function selectorOf(element: Element): RawSelector {
    return { css: cssOf(element), xpath: xpathOf(element) };
  };
}

export type SelectorOf = ReturnType<typeof makeSelectors>;
