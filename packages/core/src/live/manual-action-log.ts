import type { InputTarget, ManualAction, ManualInput } from '@runwright/contract';

/** Turns the inputs of a person into the actions that the record shows. */
export interface ManualActionLog {
  /** Takes an input that was executed, and what it was for. */
  add(input: ManualInput, target: InputTarget): void;
  /** Tells what is still being merged. */
  flush(): void;
}

type Key = ManualInput & { readonly type: 'key' };
type Mouse = ManualInput & { readonly type: 'mouse' };

/** Pixels that the pointer may move during a click. */
const clickPixels = 5;
const longestText = 10_000;
const modifiers = ['Control', 'Alt', 'Meta', 'Shift'];
const commands = ['Control', 'Alt', 'Meta'];
const navigations = { back: 'go_back', forward: 'go_forward', reload: 'reload_page' } as const;

const blank: Omit<ManualAction, 'kind'> = {
  ...{ description: null, x: null, y: null, dx: null, dy: null, button: null },
  ...{ text: null, isMasked: false, keys: null, count: 1, url: null },
};

/**
 * Creates the log of one take-over. Text is merged for each field, wheels in a row and equal keys in a row are one action, and the pointer alone is
 * none. Of a secret field no text is kept, also not here.
 */
export function createManualActionLog(record: (action: ManualAction) => void): ManualActionLog {
  const held = new Set<string>();
  let merged: { readonly field: string | null; action: ManualAction } | null = null;
  let pressed: { readonly input: Mouse; readonly target: InputTarget } | null = null;

  return {
    add(input, target) {
      if (input.type === 'mouse') return addMouse(input, target);
      if (input.type === 'wheel') return addWheel(input, target);
      if (input.type === 'text') return addText(input.text, target);
      if (input.type === 'key') return addKey(input, target);
      const kind = input.type === 'open' ? 'goto_url' : navigations[input.to];
      begin(null, { ...blank, kind, url: target.url });
      flush();
    },
    flush,
  };

  function flush(): void {
    const done = merged?.action;
    merged = null;
    if (done && !(done.kind === 'input_text' && done.text === '')) record(done);
  }

  function begin(field: string | null, action: ManualAction): void {
    flush();
    merged = { field, action };
  }

  function addMouse(input: Mouse, target: InputTarget): void {
    if (input.action === 'move') return;
    if (input.action === 'down') {
      pressed = { input, target };
      return;
    }
    const from = pressed;
    pressed = null;
    if (from === null) return;
    const { x, y, button = 'left', clicks = 1 } = from.input;
    const [dx, dy] = [input.x - x, input.y - y];
    const about = { ...blank, ...{ x, y, description: from.target.description, url: from.target.url } };
    const isClick = Math.hypot(dx, dy) <= clickPixels;
    begin(
      null,
      isClick ? { ...about, kind: 'click', button, count: clicks } : { ...about, kind: 'drag', dx, dy },
    );
    flush();
  }

  function addWheel({ x, y, dx, dy }: ManualInput & { readonly type: 'wheel' }, target: InputTarget): void {
    const before = merged?.action.kind === 'scroll' ? merged.action : null;
    if (merged && before) {
      merged.action = { ...before, dx: (before.dx ?? 0) + dx, dy: (before.dy ?? 0) + dy };
      return;
    }
    begin(null, { ...blank, kind: 'scroll', x, y, dx, dy, url: target.url });
  }

  function addText(text: string, { field, description, isSecret, url }: InputTarget): void {
    const before = merged?.action.kind === 'input_text' ? merged.action : null;
    if (merged && before && merged.field === field && before.isMasked === isSecret) {
      const whole = isSecret ? null : `${before.text ?? ''}${text}`.slice(0, longestText);
      merged.action = { ...before, text: whole };
      return;
    }
    begin(field, {
      ...blank,
      kind: 'input_text',
      ...{ description, url, isMasked: isSecret },
      text: isSecret ? null : text,
    });
  }

  function addKey({ action, key }: Key, target: InputTarget): void {
    const chord = key === '+' ? ['+'] : key.split('+');
    const name = chord.at(-1) ?? key;
    if (action === 'up') return void held.delete(key);
    if (action === 'down' && modifiers.includes(key)) return void held.add(key);
    const down = modifiers.filter((one) => held.has(one) || chord.slice(0, -1).includes(one));
    if ([...name].length === 1 && !down.some((one) => commands.includes(one)))
      return void addText(name, target);
    if (name === 'Backspace' && removeLast(target)) return;
    const keys = [...down, name].join('+');
    const before = merged?.action.kind === 'keypress' && merged.action.keys === keys ? merged.action : null;
    if (merged && before && merged.field === target.field) {
      merged.action = { ...before, count: before.count + 1 };
      return;
    }
    const { description, url } = target;
    begin(target.field, { ...blank, kind: 'keypress', keys, description, url });
  }

  /** Takes the last character back from a text that is being typed; false when there is none. */
  function removeLast({ field }: InputTarget): boolean {
    const before = merged?.action.kind === 'input_text' ? merged.action : null;
    if (!merged || !before || merged.field !== field) return false;
    if (!before.isMasked && before.text === '') return false;
    const rest = before.text === null ? null : [...before.text].slice(0, -1).join('');
    merged.action = { ...before, text: rest };
    return true;
  }
}
