import { computeAccessibleName, getRole } from 'dom-accessibility-api';

/** How a text is compared: as a part without regard to case, as a whole, or by a pattern. */
export interface TextMatch {
  readonly exact?: boolean | undefined;
}

/** What else an element with a role has to be. */
export interface RoleMatch extends TextMatch {
  readonly name?: string | RegExp | undefined;
  readonly checked?: boolean | undefined;
  readonly selected?: boolean | undefined;
  readonly expanded?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly level?: number | undefined;
}

const inlineElements = new Set([
  'A',
  'ABBR',
  'B',
  'CODE',
  'EM',
  'I',
  'KBD',
  'MARK',
  'SMALL',
  'SPAN',
  'STRONG',
  'SVG',
]);

/** Returns the text of an element with each run of spaces as one. */
export function textOf(element: Element): string {
  return (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** Returns whether a text is what a test looks for. */
export function matchesText(
  text: string,
  wanted: string | RegExp,
  { exact = false }: TextMatch = {},
): boolean {
  if (typeof wanted !== 'string') return wanted.test(text);
  const whole = wanted.replaceAll(/\s+/g, ' ').trim();
  return exact ? text === whole : text.toLowerCase().includes(whole.toLowerCase());
}

/** Yields the elements below a node in their order, those in open shadow roots included. */
export function* elementsBelow(node: ParentNode): Generator<Element> {
  for (const child of node.children) {
    yield child;
    if (child.shadowRoot) yield* elementsBelow(child.shadowRoot);
    yield* elementsBelow(child);
  }
}

/** Returns the elements that people who use a screen reader find by a role and a name. */
export function findByRole(node: ParentNode, role: string, wanted: RoleMatch = {}): readonly Element[] {
  return [...elementsBelow(node)].filter(
    (element) =>
      getRole(element) === role &&
      !isHidden(element) &&
      hasState(element, wanted) &&
      hasName(element, wanted),
  );
}

/** Returns the fields and other elements with a label. */
export function findByLabel(
  node: ParentNode,
  label: string | RegExp,
  match: TextMatch = {},
): readonly Element[] {
  return [...elementsBelow(node)].filter((element) =>
    labelsOf(element).some((text) => matchesText(text, label, match)),
  );
}

/** Returns the smallest elements that have a text. */
export function findByText(
  node: ParentNode,
  text: string | RegExp,
  match: TextMatch = {},
): readonly Element[] {
  const hasText = (element: Element) => matchesText(textOf(element), text, match);
  return [...elementsBelow(node)].filter(
    (element) =>
      !/^(?:SCRIPT|STYLE|HEAD|TITLE)$/.test(element.tagName) &&
      hasText(element) &&
      ![...element.children].some(hasText),
  );
}

/** Returns the elements below a node that a CSS selector matches. */
export function findByCss(node: ParentNode, selector: string): readonly Element[] {
  return [...elementsBelow(node)].filter((element) => element.matches(selector));
}

/** Returns whether an element is hidden in a way that does not depend on styles, which tests in the DOM have none of. */
export function isHidden(element: Element): boolean {
  return element.closest('[hidden], [aria-hidden="true"]') !== null;
}

function hasName(element: Element, { name, exact }: RoleMatch): boolean {
  if (name === undefined) return true;
  return matchesText(nameOf(element), name, { exact });
}

function nameOf(element: Element): string {
  return computeAccessibleName(element, {
    computedStyleSupportsPseudoElements: false,
    getComputedStyle: (one) => {
      // The texts of inline elements are trimmed before they are joined.
      const isInline =
        inlineElements.has(one.tagName.toUpperCase()) && !/^\s|\s$/.test(one.textContent ?? '');
      const display = isInline ? 'inline' : 'block';
      const styles: Readonly<Record<string, string>> = { display, visibility: 'visible' };
      return {
        ...styles,
        getPropertyValue: (property: string) => styles[property] ?? '',
      } as unknown as CSSStyleDeclaration;
    },
  })
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function hasState(element: Element, { checked, selected, expanded, disabled, level }: RoleMatch): boolean {
  const {
    checked: isChecked,
    selected: isSelected,
    disabled: isDisabled,
  } = element as HTMLInputElement & HTMLOptionElement;
  const isAria = (name: string) => element.getAttribute(`aria-${name}`) === 'true';
  return (
    (checked === undefined || checked === (isChecked ?? isAria('checked'))) &&
    (selected === undefined || selected === (isSelected ?? isAria('selected'))) &&
    (expanded === undefined || expanded === isAria('expanded')) &&
    (disabled === undefined || disabled === (isDisabled ?? isAria('disabled'))) &&
    (level === undefined ||
      element.tagName === `H${level}` ||
      element.getAttribute('aria-level') === `${level}`)
  );
}

function labelsOf(element: Element): readonly string[] {
  const ids = element.getAttribute('aria-labelledby');
  if (ids !== null) {
    const root = element.getRootNode() as Document | ShadowRoot;
    return [
      ids
        .split(/\s+/)
        .flatMap((id) => textOf(root.getElementById(id) ?? document.createElement('i')))
        .join(' '),
    ];
  }
  const own = element.getAttribute('aria-label');
  if (own !== null) return [own];
  const { labels } = element as HTMLInputElement;
  return labels ? [...labels].map(textOf) : [];
}
