import type { ComposedTree } from './composed-tree.ts';

/** State of a field, whichever elements it is built of. */
export interface FieldState {
  /** The innermost value or text that is not empty. */
  readonly shown: string;
  /** All text and values of the field, its label included. */
  readonly around: string;
  readonly isInvalid: boolean;
  /** Choices that stand in the field and can be taken out of it. */
  readonly chips: readonly string[];
  /** The list of the field is open, as far as it says. */
  readonly expanded: boolean | null;
}

/**
 * Reads the whole of a field around its control: what an input holds, what stands beside it, the chips in front of it.
 */
export function createField(dom: ComposedTree, trigger: Element) {
  const fields =
    'input:not([type=hidden]),select,textarea,[role=combobox],[role=listbox],[role=spinbutton],[role=slider]';
  let removers: (Element | null)[] = [];

  /** A list that has opened inside the field, and what only a screen reader is told. */
  const isPopup = (node: Element): boolean => {
    if (node === trigger) return false;
    const role = dom.roleOf(node);
    if (/^(dialog|tooltip|status|log|alert)$/.test(role)) return true;
    // A list that stands in the line of the field holds what was chosen.
    const floats = (one: Element | null): boolean =>
      one !== null && /^(absolute|fixed)$/.test(getComputedStyle(one).position);
    if (/^(listbox|menu|tree|grid)$/.test(role)) return floats(node) || floats(dom.parentOf(node));
    if (node.hasAttribute('aria-live')) return true;
    const { width, height } = node.getBoundingClientRect();
    return (
      width <= 1 && height <= 1 && node.tagName !== 'INPUT' && getComputedStyle(node).overflow !== 'visible'
    );
  };

  /** Values of inputs and shown text. */
  const read = (start: Element): string => {
    if (start instanceof HTMLInputElement || start instanceof HTMLTextAreaElement) return start.value;
    if (start instanceof HTMLSelectElement)
      return [...start.selectedOptions].map(({ text }) => text).join(', ');
    const values: string[] = [];
    dom.walk(start, (node) => {
      if (isPopup(node)) return false;
      if (
        (node instanceof HTMLInputElement && !/^(hidden|checkbox|radio|password)$/.test(node.type)) ||
        node instanceof HTMLTextAreaElement
      )
        values.push(node.value);
      return true;
    });
    return dom.squeeze(`${values.join(' ')} ${dom.textOf(start, isPopup)}`);
  };

  /** The widest frame around the control that holds no other field. */
  const frames = (): readonly Element[] => {
    const list: Element[] = [trigger];
    for (let node = dom.parentOf(trigger); node && list.length < 9; node = dom.parentOf(node)) {
      if (/^(FORM|FIELDSET|BODY|MAIN|SECTION|TABLE|TR|UL|DIALOG)$/.test(node.tagName) || isPopup(node)) break;
      let others = 0;
      dom.walk(node, (inner) => {
        if (isPopup(inner)) return false;
        const isOther =
          inner.matches(fields) &&
          !dom.contains(trigger, inner) &&
          !dom.contains(inner, trigger) &&
          dom.isShown(inner);
        if (isOther) others += 1;
        return others === 0;
      });
      if (others > 0) break;
      list.push(node);
    }
    return list;
  };

  const chipsIn = (frame: Element): { label: string; remover: Element }[] => {
    const isRemover = (node: Element): boolean => {
      const words = `${node.getAttribute('aria-label') ?? ''} ${node.getAttribute('title') ?? ''} ${node.getAttribute('class') ?? ''} ${node.getAttribute('part') ?? ''} ${node.getAttribute('data-testid') ?? ''}`;
      return (
        /remove|delete|close|cancel|deselect/i.test(words) && !/clear[-_ ]?(all|indicator)|popup/i.test(words)
      );
    };
    const chips: { label: string; remover: Element }[] = [];
    dom.walk(frame, (node) => {
      if (isPopup(node)) return false;
      if (!isRemover(node) || !dom.isShown(node)) return true;
      // The chip is the nearest frame around its button that has words.
      let chip = dom.parentOf(node);
      const isButton = (inner: Element): boolean => inner === node;
      while (chip && chip !== frame && dom.textOf(chip, isButton) === '') chip = dom.parentOf(chip);
      if (!chip || chip === frame || dom.contains(chip, trigger)) return true;
      const label = dom.textOf(chip, isButton);
      const last = chips.at(-1);
      if (last?.label === label && dom.contains(last.remover, node)) return true;
      if (dom.textOf(node) === label && label.length > 2) return true;
      chips.push({ label, remover: node });
      return false;
    });
    return chips;
  };

  const focused = (): Element | null => {
    let focus = document.activeElement;
    while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
    return focus;
  };

  return {
    /** Returns true when the focused element accepts text. */
    isTyping(): boolean {
      const focus = focused();
      if (focus instanceof HTMLTextAreaElement) return !focus.readOnly;
      if (!(focus instanceof HTMLInputElement) || focus.readOnly) return false;
      return /^(text|search|tel|url|email|number)$/.test(focus.type) && focus.inputMode !== 'none';
    },
    /** Marks what was typed so far, so that the next key replaces it. */
    selectTyped(): void {
      const focus = focused();
      if (focus instanceof HTMLInputElement || focus instanceof HTMLTextAreaElement) focus.select();
    },
    typed(): string {
      const focus = focused();
      return focus instanceof HTMLInputElement || focus instanceof HTMLTextAreaElement ? focus.value : '';
    },
    readState(): FieldState {
      const around = frames();
      const outermost = around.at(-1) ?? trigger;
      const shown = around.map(read).find((text) => text !== '') ?? '';
      const chips = chipsIn(outermost);
      removers = chips.map(({ remover }) => remover);
      const expanded = trigger.getAttribute('aria-expanded');
      return {
        shown: shown.slice(0, 500),
        around: read(outermost).slice(0, 2_000),
        isInvalid: trigger.getAttribute('aria-invalid') === 'true' || trigger.matches(':user-invalid'),
        chips: chips.map(({ label }) => label),
        expanded: expanded === null ? null : expanded === 'true',
      };
    },
    /** Returns the element that opens the list: the input inside the field, when the field contains others as well. */
    opener(): Element {
      if (trigger.matches('input,textarea,button')) return trigger;
      let found: Element | null = null;
      dom.walk(trigger, (node) => {
        if (isPopup(node)) return false;
        if (!found && node.matches('input:not([type=hidden]),textarea') && dom.isShown(node)) found = node;
        return true;
      });
      return found ?? trigger;
    },
    remover: (index: number): Element | null => removers[index] ?? null,
  };
}

export type Field = ReturnType<typeof createField>;
