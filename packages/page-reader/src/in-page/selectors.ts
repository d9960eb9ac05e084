import type { Dom } from './dom.ts';

/**
 * A CSS selector that finds one element and nothing else in its root; hops into shadow roots are joined by ` >> `.
 * Tried in the order test id, id, name, path. Runs inside the page: no name from outside.
 */
export function makeSelectors(dom: Dom) {
  const { tag, attribute } = dom;
  const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const isGenerated = (text: string): boolean => /[0-9a-f]{8,}|\d{4,}|^:r/i.test(text);

  const within = (element: Element, root: Document | ShadowRoot): string => {
    const isOnly = (selector: string): boolean => {
      const found = root.querySelectorAll(selector);
      return found.length === 1 && found[0] === element;
    };
    for (const name of ['data-testid', 'data-test', 'data-qa', 'id', 'name', 'aria-label', 'href']) {
      const value = attribute(element, name);
      if (!value || value.length > 80 || isGenerated(value)) continue;
      const selector = `${tag(element)}[${name}=${quote(value)}]`;
      if (isOnly(selector)) return selector;
    }
    let path = '';
    for (let current: Element | null = element; current; current = current.parentElement) {
      const id = attribute(current, 'id');
      if (path && id && !isGenerated(id)) {
        const selector = `${tag(current)}[id=${quote(id)}] > ${path}`;
        if (isOnly(selector)) return selector;
      }
      const same = current.parentNode
        ? [...current.parentNode.children].filter((child) => tag(child) === tag(current as Element))
        : [];
      const step =
        same.length > 1 ? `${tag(current)}:nth-of-type(${same.indexOf(current) + 1})` : tag(current);
      path = path ? `${step} > ${path}` : step;
      if (isOnly(path)) return path;
    }
    return path;
  };

  /** Selectors come from text that the page can grow at will, so they are short or none. */
  return function selectorOf(element: Element): string {
    const hops: string[] = [];
    let current: Element | null = element;
    while (current) {
      const root: Document | ShadowRoot | null = dom.rootOf(current);
      if (!root) break;
      hops.unshift(within(current, root));
      current = root instanceof ShadowRoot ? root.host : null;
    }
    return hops.join(' >> ');
  };
}
