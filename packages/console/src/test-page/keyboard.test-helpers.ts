import { userEvent } from '@testing-library/user-event';

/** What people type, and the keys that they press. */
export interface TestKeyboard {
  /** Presses a key or a combination, such as `Enter` or `Control+s`. */
  press(combination: string): Promise<void>;
  /** Types a text key by key. */
  type(text: string): Promise<void>;
  /** Inserts a text at once, as pasting does. */
  insertText(text: string): Promise<void>;
}

/** Person with mouse and keyboard. */
export type Person = ReturnType<typeof userEvent.setup>;

/** Creates the person who uses a page: between two of their events the page has a turn, as in a browser. */
export function createPerson(): Person {
  return userEvent.setup({ document, delay: 0, pointerEventsCheck: 0, skipHover: true });
}

/** Returns the keyboard of a person. */
export function keyboardOf(person: Person): TestKeyboard {
  return {
    async press(combination) {
      const keys = combination === '+' ? ['+'] : combination.split('+');
      const key = keys.pop() ?? '';
      if (key === 'Tab') return person.tab({ shift: keys.includes('Shift') });
      const held = keys.map((name) => (name === 'ControlOrMeta' ? 'Control' : name));
      if (held.length === 0 && (await pressInEditor(key))) return;
      const dialog = key === 'Escape' ? topDialog() : null;
      // A sign such as `/` is typed: the notation of keys has no name for it.
      if (held.length === 0 && /^\W$/.test(key)) return person.keyboard(escapeKeys(key));
      const name = key === 'Space' ? ' ' : key;
      await person.keyboard(`${held.map((one) => `{${one}>}`).join('')}{${name}>}`);
      // The graph acts on keys as long as they are down.
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
      await person.keyboard(`{/${name}}${held.map((one) => `{/${one}}`).join('')}`);
      if (dialog?.isConnected && dialog === topDialog()) cancelDialog(dialog);
    },
    async type(text) {
      const { activeElement } = document;
      if (activeElement instanceof HTMLSelectElement) selectByText(activeElement, text);
      else if (!(await insertInEditor(text))) await person.keyboard(escapeKeys(text));
    },
    async insertText(text) {
      if (await insertInEditor(text)) return;
      const field = document.activeElement;
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement))
        throw new Error('No field has the focus. Focus one before text is inserted.');
      const [start, end] = [
        field.selectionStart ?? field.value.length,
        field.selectionEnd ?? field.value.length,
      ];
      setValue(field, field.value.slice(0, start) + text + field.value.slice(end));
    },
  };
}

/** Sets the value of a field as one does who replaces its text, so that React notices. */
export function setValue(
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  value: string,
): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Closes a dialog as Escape does. */
export function cancelDialog(dialog: HTMLDialogElement): void {
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
}

function topDialog(): HTMLDialogElement | null {
  return [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1) ?? null;
}

function escapeKeys(text: string): string {
  return text.replaceAll(/[{[]/g, '$&$&').replaceAll('\n', '{Enter}');
}

/** Browsers select the first option that begins with what is typed. */
function selectByText(select: HTMLSelectElement, text: string): void {
  const option = [...select.options].find((one) => one.text.toLowerCase().startsWith(text.toLowerCase()));
  if (option) setValue(select, option.value);
}

/** The element with the focus, also in a shadow root. */
function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** Inserts a text in the code editor with the focus, which reads the keys of a real browser. */
async function insertInEditor(text: string): Promise<boolean> {
  const content = focused()?.closest<HTMLElement>('.cm-content');
  if (!content) return false;
  const { EditorView } = await import('@codemirror/view');
  const view = EditorView.findFromDOM(content);
  if (view && !view.state.readOnly)
    view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.type' });
  return true;
}

async function pressInEditor(key: string): Promise<boolean> {
  return key.length === 1 && (await insertInEditor(key));
}
