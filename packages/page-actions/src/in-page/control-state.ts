/** State of a control, as the read-back of an action needs it. */
export interface ControlState {
  readonly tag: string;
  readonly type: string;
  readonly role: string;
  /** Value of a field, or the text of an editable region as a person sees it. */
  readonly value: string;
  readonly checked: boolean | null;
  /** Neither on nor off. */
  readonly mixed: boolean;
  readonly expanded: boolean | null;
  readonly selected: boolean | null;
  readonly disabled: boolean;
  readonly readonly: boolean;
  readonly editable: boolean;
  /** An editable region, not a form field. */
  readonly rich: boolean;
  readonly focused: boolean;
  /** It is still in the document. */
  readonly connected: boolean;
  readonly secret: boolean;
  /** Most characters that the field takes; null when it does not say. */
  readonly maxLength: number | null;
  /** It says that it offers choices while it is typed into. */
  readonly suggests: boolean;
  /** Why the browser itself would not send the field, in its own words; empty when it would. */
  readonly complaint: string;
  /** Value and limits of a slider or spin button. */
  readonly range: {
    readonly now: number;
    readonly text: string;
    readonly low: number | null;
    readonly high: number | null;
  } | null;
}

/** Reads the state of a control. */
export function readControlState(element: Element): ControlState {
  const flag = (name: string): boolean | null => {
    const value = element.getAttribute(name);
    return value === 'true' ? true : value === 'false' ? false : null;
  };
  const bound = (name: string): number | null => {
    const value = element.getAttribute(name);
    return value === null || value === '' || Number.isNaN(Number(value)) ? null : Number(value);
  };
  const input = element instanceof HTMLInputElement ? element : null;
  const area = element instanceof HTMLTextAreaElement ? element : null;
  const choice = element instanceof HTMLSelectElement ? element : null;
  const rich = element instanceof HTMLElement && element.isContentEditable;
  const details = element.tagName === 'SUMMARY' ? element.closest('details') : null;
  // Its own root knows, even a closed one.
  const root = element.getRootNode();
  const focus = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
  const field = input ?? area ?? choice;
  const isCheckable = input !== null && /^(checkbox|radio)$/.test(input.type);
  const now = bound('aria-valuenow');
  const maxLength = (input ?? area)?.maxLength ?? -1;
  // biome-ignore lint/performance/useDomNodeTextContent: lines count as a person sees them
  const text = rich && element instanceof HTMLElement ? element.innerText : (element.textContent ?? '');
  const isSwitch = element.getAttribute('role') === 'switch' && element.hasAttribute('aria-checked');
  // The box with the role of a combobox may stand around the field.
  const around = element.getAttribute('role') === null ? element.closest('[role=combobox]') : null;
  const box = around?.querySelectorAll('input,textarea').length === 1 ? around : element;
  const suggests =
    (input !== null || area !== null) &&
    !/^(none|inline)$/.test(element.getAttribute('aria-autocomplete') ?? '') &&
    (box.matches('[role=combobox],[aria-haspopup=listbox]') ||
      element.matches('[aria-autocomplete],[aria-controls],[aria-owns],[aria-haspopup=listbox]') ||
      /(^|[\s_-])(autocomplete|typeahead|pac-target)/i.test(element.getAttribute('class') ?? ''));
  const mixed = isCheckable ? input.indeterminate : element.getAttribute('aria-checked') === 'mixed';
  return {
    tag: element.localName,
    type: input ? input.type : '',
    role: element.getAttribute('role') ?? '',
    value: field ? field.value : text.replace(/[\u200B\u2060\uFEFF]/g, ''),
    // A switch may keep its state beside the checkbox that it is made of.
    checked: mixed ? null : isCheckable && !isSwitch ? input.checked : flag('aria-checked'),
    mixed,
    expanded: details ? details.open : flag('aria-expanded'),
    selected:
      flag('aria-selected') ??
      flag('aria-pressed') ??
      (element instanceof HTMLOptionElement ? element.selected : null),
    disabled:
      element.matches(':disabled') || flag('aria-disabled') === true || element.closest('[inert]') !== null,
    readonly: (input ?? area)?.readOnly === true || flag('aria-readonly') === true,
    editable:
      rich ||
      area !== null ||
      (input !== null && !/^(checkbox|radio|button|submit|reset|image|file|hidden)$/.test(input.type)),
    rich,
    focused: focus === element || (focus !== null && element.contains(focus)),
    connected: element.isConnected,
    secret: input?.type === 'password',
    maxLength: maxLength >= 0 ? maxLength : null,
    suggests,
    complaint: field?.willValidate && !field.validity.valid ? field.validationMessage : '',
    range:
      now === null
        ? null
        : {
            now,
            text: element.getAttribute('aria-valuetext') ?? '',
            low: bound('aria-valuemin'),
            high: bound('aria-valuemax'),
          },
  };
}

/**
 * Finds the field that an element without text input stands for: the control of a label, the only field inside, or
 * the field that an outer widget names as its own. Null when there is none, or more than one.
 */
export function findFieldWithin(element: Element): Element | null {
  const fields =
    'input:not([type=hidden],[type=button],[type=submit],[type=reset],[type=image],[type=file]),textarea,select,[contenteditable=""],[contenteditable="true"],[contenteditable="plaintext-only"]';
  if (element instanceof HTMLLabelElement) return element.control;
  const all = [...element.querySelectorAll(fields), ...(element.shadowRoot?.querySelectorAll(fields) ?? [])];
  const drawn = all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1);
  return drawn.length === 1 ? (drawn[0] ?? null) : null;
}

/**
 * Finds the control whose state an element without a state stands for: that of a label, or the only one inside.
 */
export function findStateOwner(element: Element): Element | null {
  if (element instanceof HTMLLabelElement && element.control) return element.control;
  const owners =
    'input[type=checkbox],input[type=radio],[role=checkbox],[role=radio],[role=switch],[aria-checked],[aria-expanded],[aria-selected],[aria-pressed]';
  const inside = [...element.querySelectorAll(owners)];
  if (inside.length === 1) return inside[0] ?? null;
  const around = element.closest(`label,${owners}`);
  return around instanceof HTMLLabelElement ? around.control : around === element ? null : around;
}

/** The field that has the focus, wherever it is; null when none has. */
export function findFocusedField(_self: Element): Element | null {
  let focus = document.activeElement;
  while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
  const isField =
    (focus instanceof HTMLInputElement && !focus.readOnly) ||
    (focus instanceof HTMLTextAreaElement && !focus.readOnly) ||
    (focus instanceof HTMLElement && focus.isContentEditable);
  return isField ? focus : null;
}

/** Gives an element the focus. */
export function focusElement(element: Element): void {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus({ preventScroll: true });
}

/** Selects all that a field holds. */
export function selectAll(element: Element): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.select();
    return;
  }
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** Puts the caret behind the last character; false when only a key can. */
export function moveCaretToEnd(element: Element): boolean {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const { length } = element.value;
    try {
      element.setSelectionRange(length, length);
      return true;
    } catch {
      // Fields for numbers and addresses have no selection that a script may set.
      return false;
    }
  }
  const selection = document.getSelection();
  selection?.selectAllChildren(element);
  selection?.collapseToEnd();
  return true;
}

/** Clicks by script: the last resort. */
export function clickByScript(element: Element): void {
  if (element instanceof HTMLElement) element.click();
  else
    element.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, view: window }),
    );
}

/**
 * Sets a field the way its own widget would: past a framework's property, then told by events.
 */
export function setValue(element: Element, value: string): void {
  if (!(element instanceof HTMLInputElement)) return;
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  element.focus({ preventScroll: true });
  set?.call(element, value);
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The colour that a CSS word or number stands for, as `#rrggbb`; empty when none. */
export function parseColour(_self: Element, text: string): string {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen || !CSS.supports('color', text)) return '';
  pen.fillStyle = text;
  return /^#[0-9a-f]{6}$/.test(pen.fillStyle) ? pen.fillStyle : '';
}
