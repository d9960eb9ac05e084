/** State of a control, as the read-back of an action needs it. */
export interface ControlState {
  readonly tag: string;
  readonly type: string;
  readonly role: string;
  readonly value: string;
  readonly checked: boolean | null;
  readonly expanded: boolean | null;
  readonly selected: boolean | null;
  readonly disabled: boolean;
  readonly readonly: boolean;
  readonly editable: boolean;
  readonly focused: boolean;
  readonly secret: boolean;
}

/** Reads the state of a control. Runs inside the page: no name from outside. */
export function controlState(element: Element): ControlState {
  const flag = (name: string): boolean | null => {
    const value = element.getAttribute(name);
    return value === 'true' ? true : value === 'false' ? false : null;
  };
  const input = element instanceof HTMLInputElement ? element : null;
  const area = element instanceof HTMLTextAreaElement ? element : null;
  const choice = element instanceof HTMLSelectElement ? element : null;
  const editable = element instanceof HTMLElement && element.isContentEditable;
  const details = element.tagName === 'SUMMARY' ? element.closest('details') : null;
  let focus = document.activeElement;
  while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
  const field = input ?? area ?? choice;
  return {
    tag: element.localName,
    type: input ? input.type : '',
    role: element.getAttribute('role') ?? '',
    value: field ? field.value : editable ? element.textContent : (element.textContent ?? ''),
    checked:
      input && /^(checkbox|radio)$/.test(input.type)
        ? input.indeterminate
          ? null
          : input.checked
        : flag('aria-checked'),
    expanded: details ? details.open : flag('aria-expanded'),
    selected:
      flag('aria-selected') ??
      flag('aria-pressed') ??
      (element instanceof HTMLOptionElement ? element.selected : null),
    disabled: element.matches(':disabled') || flag('aria-disabled') === true,
    readonly: (input ?? area)?.readOnly === true || flag('aria-readonly') === true,
    editable:
      editable ||
      area !== null ||
      (input !== null && !/^(checkbox|radio|button|submit|reset|image|file|hidden)$/.test(input.type)),
    focused: focus === element || (focus !== null && element.contains(focus)),
    secret: input?.type === 'password',
  };
}

/** Gives an element the focus. Runs inside the page: no name from outside. */
export function takeFocus(element: Element): void {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus({ preventScroll: true });
}

/** Selects all that a field holds. Runs inside the page: no name from outside. */
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

/** Clicks by script: the last resort. Runs inside the page: no name from outside. */
export function clickByScript(element: Element): void {
  if (element instanceof HTMLElement) element.click();
  else
    element.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, view: window }),
    );
}

/**
 * Sets a field the way its own widget would: past a framework's property, then told by events.
 * Runs inside the page: no name from outside.
 */
export function setValue(element: Element, value: string): void {
  if (!(element instanceof HTMLInputElement)) return;
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  element.focus({ preventScroll: true });
  set?.call(element, value);
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The options of a native select. Runs inside the page: no name from outside. */
export function optionsOf(element: Element): { label: string; value: string; disabled: boolean }[] {
  if (!(element instanceof HTMLSelectElement)) return [];
  return [...element.options].map(({ label, text, value, disabled }) => ({
    label: label || text,
    value,
    disabled,
  }));
}

/** Chooses an option of a native select by its place. Runs inside the page: no name from outside. */
export function chooseOption(element: Element, index: number): { label: string; value: string } | null {
  if (!(element instanceof HTMLSelectElement)) return null;
  element.focus({ preventScroll: true });
  element.selectedIndex = index;
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
  const option = element.selectedOptions[0];
  return option ? { label: option.label || option.text, value: option.value } : null;
}
