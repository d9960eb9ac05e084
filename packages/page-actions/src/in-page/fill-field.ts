/**
 * What {@link fillField} did: `gone` when the field has left its document, `moved` when that is of another origin, `shown` when the field
 * shows what may only be typed where it is hidden.
 */
export type FieldFill = 'filled' | 'gone' | 'moved' | 'shown';

/** What to fill in, and how. */
export interface FieldFilling {
  readonly text: string;
  /** Origin that the document must have. */
  readonly origin: string;
  /** Replaces what the field holds. Else the text goes to its end. */
  readonly clear: boolean;
  /** Character by character with events of keys, for fields that build their value from these. Else in one piece. */
  readonly apart: boolean;
}

/**
 * Brings a text into this very field, whatever has the focus of the page: all of it happens in one turn of the document's
 * event loop, in which no other document can take the focus. Pages get trusted `beforeinput` and `input` events where the
 * field accepts the editing command, and the same events by script where it does not.
 *
 * @param isShown tells whether the field shows a text that has to be hidden; asked before each insertion and after the last one,
 *   because handlers of the page run in between and may change the field
 */
export function fillField(
  element: Element,
  { text, origin, clear, apart }: FieldFilling,
  isShown: (element: Element) => boolean,
): FieldFill {
  if (new URL(location.href).origin !== origin) return 'moved';
  const isGone = () => !element.isConnected || element.ownerDocument !== document;
  if (isGone()) return 'gone';
  const field =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : null;
  const read = () => (field ? field.value : (element.textContent ?? ''));
  const set = (value: string): void => {
    if (!field) return;
    const own = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(own.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: value }),
    );
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const hasFocus = (): boolean => {
    const root = element.getRootNode();
    const focus = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
    return focus === element || (focus !== null && element.contains(focus));
  };
  // The command edits what has the focus of this document, so the focus is taken before each.
  const focus = (): boolean => {
    if (element instanceof HTMLElement && !hasFocus()) element.focus({ preventScroll: true });
    return hasFocus() && !isGone();
  };
  const command = (name: string, value?: string): boolean =>
    focus() && !isShown(element) && document.execCommand(name, false, value);
  const selectAll = (): void => {
    if (field) field.select();
    else document.getSelection()?.selectAllChildren(element);
  };
  const isAtEnd = (): boolean => {
    if (!field) {
      document.getSelection()?.selectAllChildren(element);
      document.getSelection()?.collapseToEnd();
      return true;
    }
    try {
      field.setSelectionRange(field.value.length, field.value.length);
      return true;
    } catch {
      // Fields for numbers and addresses have no selection that a script may set.
      return false;
    }
  };
  const key = (type: string, name: string, code: number): boolean =>
    element.dispatchEvent(
      new KeyboardEvent(type, {
        ...{ key: name, keyCode: code, charCode: type === 'keypress' ? code : 0 },
        ...{ bubbles: true, cancelable: true, composed: true },
      }),
    );
  const finish = (): FieldFill => {
    if (isGone() || !isShown(element)) return 'filled';
    set('');
    return 'shown';
  };

  focus();
  if (isGone()) return 'gone';
  const before = read();
  if (apart) {
    if (clear && before !== '') {
      selectAll();
      if (!command('delete') || read() !== '') set('');
    }
    for (const character of text) {
      if (isGone()) return 'gone';
      if (isShown(element)) return finish();
      const capital = character.toUpperCase().charCodeAt(0);
      const typed = key('keydown', character, capital) && key('keypress', character, character.charCodeAt(0));
      if (typed) {
        const old = read();
        if ((!command('insertText', character) || read() === old) && !isGone() && !isShown(element))
          set(old + character);
      }
      key('keyup', character, capital);
    }
    return finish();
  }
  const wanted = clear ? text : before + text;
  // The key that input methods report for a text that is no single key.
  key('keydown', 'Unidentified', 229);
  if (isGone()) return 'gone';
  if (isShown(element)) return 'shown';
  const isAdded = !clear && isAtEnd();
  if (!isAdded) selectAll();
  const lines = field ? [isAdded ? text : wanted] : text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (at > 0) command('insertLineBreak');
    command('insertText', line);
  }
  if (isGone()) return 'filled';
  if (field && read() === before && before !== wanted && !isShown(element)) set(wanted);
  key('keyup', 'Unidentified', 229);
  return finish();
}
