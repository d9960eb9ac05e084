import type { LabelMatch } from './password-field.ts';

/** An element that an input of a person is for, as its document tells it. */
export interface InputElement {
  /** It shows another document; everything else is about that. The point is the same one there. */
  readonly frame: { readonly x: number; readonly y: number } | null;
  /** Number of the element, for the life of the document. */
  readonly number: number;
  readonly kind: string;
  readonly name: string;
  /** What is typed there may not be kept for the record. */
  readonly isSecret: boolean;
  /** It is for a password or a code, so that its value is masked everywhere. */
  readonly isCredential: boolean;
  /** The browser hides its value by itself. */
  readonly isPassword: boolean;
  /** The value of a field for a password or a code; null for all others. */
  readonly value: string | null;
}

/** Returns the innermost element at a point of the viewport, or that has the focus; null for none. */
export function innermostElement(point: { readonly x: number; readonly y: number } | null): Element | null {
  const inside = (root: Document | ShadowRoot): Element | null =>
    point ? root.elementFromPoint(point.x, point.y) : root.activeElement;
  let found = inside(document);
  for (;;) {
    const inner = found?.shadowRoot ? inside(found.shadowRoot) : null;
    if (!inner || inner === found) return found;
    found = inner;
  }
}

/**
 * Describes an element for the record of an input. Fields are secret when they are for passwords or one-time codes, also when
 * they were so before, and when they are hidden. What is typed without a field is secret too: nobody can tell what it is for.
 *
 * @param showsPassword tells of a field whether it shows what is typed, see `showsPassword`
 */
export function describeInputElement(
  element: Element | null,
  showsPassword: (element: Element, match: LabelMatch) => boolean,
): InputElement | null {
  if (!element) return null;
  const world: {
    runwrightInput?: { numbers: WeakMap<Element, number>; secrets: WeakSet<Element>; last: number };
  } = globalThis as never;
  world.runwrightInput ??= { numbers: new WeakMap(), secrets: new WeakSet(), last: 0 };
  const known = world.runwrightInput;
  const numberOf = (one: Element): number => {
    const before = known.numbers.get(one);
    if (before !== undefined) return before;
    known.last += 1;
    known.numbers.set(one, known.last);
    return known.last;
  };
  const cut = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 80);
  const none = { kind: '', name: '', isSecret: true, isCredential: false, isPassword: false, value: null };
  if (/^(IFRAME|FRAME)$/.test(element.tagName)) {
    const { left, top } = element.getBoundingClientRect();
    const frame = { x: left + element.clientLeft, y: top + element.clientTop };
    return { ...none, number: numberOf(element), frame };
  }
  const control =
    element.closest(
      'a[href],button,input,select,textarea,label,summary,option,[contenteditable],[role=button],[role=link],[role=tab],[role=menuitem],[role=option],[role=checkbox],[role=radio],[role=switch],[role=textbox],[role=combobox]',
    ) ?? element;
  const input = control instanceof HTMLInputElement ? control : null;
  const labelsOf = (field: Element): string => {
    const labels: unknown = Reflect.get(field, 'labels');
    const texts = labels instanceof NodeList ? [...labels].map((label) => label.textContent ?? '') : [];
    return texts.join(' ');
  };
  const kindOf = (): string => {
    const role = control.getAttribute('role');
    if (role) return role;
    if (input) {
      if (/^(submit|reset|button|image)$/.test(input.type)) return 'button';
      return /^(checkbox|radio|file)$/.test(input.type) ? input.type : 'textbox';
    }
    if (control instanceof HTMLTextAreaElement) return 'textbox';
    if (control instanceof HTMLElement && control.isContentEditable) return 'textbox';
    const kinds: Record<string, string> = { a: 'link', select: 'list', summary: 'button', img: 'image' };
    return kinds[control.localName] ?? control.localName;
  };
  const isButton = input !== null && /^(submit|reset|button)$/.test(input.type);
  const isField =
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement ||
    (input !== null && !isButton);
  const isEditable = isField || (control instanceof HTMLElement && control.isContentEditable);
  const nameOf = (): string => {
    const stated = [
      control.getAttribute('aria-label') ?? '',
      labelsOf(control),
      control.getAttribute('placeholder') ?? '',
      isButton ? input.value : '',
      // The text of a field is its value.
      isEditable ? '' : (control.textContent ?? ''),
      control.getAttribute('alt') ?? '',
      control.getAttribute('title') ?? '',
      isField ? (control.getAttribute('name') ?? '') : '',
    ];
    return cut(stated.find((text) => text.trim() !== '') ?? '');
  };
  const isCodeBox =
    input !== null && /^(|text|tel|number|password)$/.test(input.type) && input.maxLength === 1;
  const isHidden = (): boolean => {
    const { width, height } = control.getBoundingClientRect();
    return (
      width < 2 || height < 2 || !control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  const asksForCode = (): boolean => {
    if (!input) return false;
    if (/one-time-code|cc-csc|cc-number/.test(input.autocomplete)) return true;
    const texts = [
      input.name,
      input.id,
      input.placeholder,
      input.getAttribute('aria-label') ?? '',
      labelsOf(input),
    ];
    const words =
      /(?:^|[^a-z])(?:otp|totp|mfa|2fa|cvv|cvc|csc)(?:$|[^a-z])|one[\s_-]?time|two[\s_-]?factor|(?:verification|security|authentication|authenticator|sms|login|confirmation)[\s_-]?code|passcode/i;
    return texts.some((text) => words.test(text));
  };
  const isPassword = input?.type === 'password';
  const isCredential =
    isEditable &&
    (known.secrets.has(control) ||
      isPassword ||
      !(input === null || showsPassword(control, 'part')) ||
      isCodeBox ||
      asksForCode());
  if (isCredential) known.secrets.add(control);
  const text = isField ? String(Reflect.get(control, 'value') ?? '') : (control.textContent ?? '');
  return {
    frame: null,
    number: numberOf(control),
    kind: kindOf(),
    name: nameOf(),
    isSecret: !isEditable || isCredential || isHidden(),
    isCredential,
    isPassword,
    value: isCredential ? text.slice(0, 10_000) : null,
  };
}
