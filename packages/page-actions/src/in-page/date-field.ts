import type { ComposedTree } from './composed-tree.ts';

/** One part of a day or time that takes digits on its own. */
export interface DateSegment {
  readonly part: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'period' | null;
  readonly now: number | null;
  readonly text: string;
}

/** State of a field for dates or times. */
export interface DateFieldState {
  /** Something says that the field is one of dates or times. */
  readonly isDate: boolean;
  readonly takesText: boolean;
  readonly hints: readonly string[];
  readonly value: string;
  readonly language: string;
  readonly segments: readonly DateSegment[];
  readonly isInvalid: boolean;
  /** Another field of the same picker follows, for the end of a range. */
  readonly hasEnd: boolean;
}

/** Reads a field of dates or times. */
export function createDateField(dom: ComposedTree, trigger: Element) {
  const words = /date-?picker|time-?picker|calendar|flatpickr|(^|[\s_-])(date|time|picker)($|[\s_-])/i;
  const attribute = (node: Element, name: string): string => node.getAttribute(name) ?? '';
  const inputOf = (): HTMLInputElement | null =>
    trigger instanceof HTMLInputElement ? trigger : trigger.querySelector('input');

  const isSegment = (node: Element): boolean =>
    dom.roleOf(node) === 'spinbutton' && !(node instanceof HTMLInputElement);
  const segmentsIn = (frame: Element): Element[] => {
    const list: Element[] = [];
    dom.walk(frame, (node) => {
      if (isSegment(node)) list.push(node);
      return true;
    });
    return list;
  };
  const groups = (): Element[] => {
    if (!isSegment(trigger) && segmentsIn(trigger).length < 2) return [];
    const start = isSegment(trigger)
      ? (dom.closest(dom.parentOf(trigger) ?? trigger, (node) => segmentsIn(node).length > 1) ?? trigger)
      : trigger;
    return [start];
  };
  const segments = (): Element[] => groups().flatMap(segmentsIn);

  const partOf = (node: Element, all: readonly Element[]): DateSegment['part'] => {
    const named = `${attribute(node, 'data-type')} ${attribute(node, 'aria-label')}`.toLowerCase();
    const parts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
    const known =
      parts.find((part) => attribute(node, 'data-type') === part) ??
      parts.find((part) => new RegExp(`\\b${part}s?\\b`).test(named));
    if (/dayperiod|meridiem|am\/pm/.test(named)) return 'period';
    if (known) return known;
    const [low, high] = [Number(attribute(node, 'aria-valuemin')), Number(attribute(node, 'aria-valuemax'))];
    if (high >= 1_000) return 'year';
    if (high >= 28 && high <= 31) return 'day';
    if (high === 59)
      return all.filter((one) => Number(attribute(one, 'aria-valuemax')) === 59).indexOf(node) > 0
        ? 'second'
        : 'minute';
    if (high === 23 || (high === 12 && low === 0)) return 'hour';
    return high === 12 ? 'month' : null;
  };

  const pair = (): HTMLInputElement[] => {
    const input = inputOf();
    const frame =
      input && dom.closest(input, (node) => node.querySelectorAll('input:not([type=hidden])').length > 1);
    if (!input || !frame) return [];
    const isPicker = words.test(attribute(frame, 'class')) || /date|range/i.test(frame.tagName);
    const inputs = [...frame.querySelectorAll('input')].filter(
      (one) => one.type !== 'hidden' && dom.isShown(one),
    );
    return isPicker && inputs.length === 2 ? inputs : [];
  };

  return {
    read(): DateFieldState {
      const input = inputOf();
      const all = segments();
      const around: Element[] = [];
      for (let node: Element | null = trigger; node && around.length < 4; node = dom.parentOf(node)) {
        if (/^(FORM|BODY|MAIN|FIELDSET)$/.test(node.tagName)) break;
        if (node !== trigger && node.querySelectorAll('input:not([type=hidden]),select,textarea').length > 2)
          break;
        around.push(node);
      }
      const hints = ['placeholder', 'data-format', 'data-date-format', 'aria-placeholder', 'title', 'pattern']
        .map((name) => (input ? attribute(input, name) : ''))
        .concat(attribute(trigger, 'placeholder'))
        .filter((hint) => hint !== '');
      const says = (node: Element): boolean => words.test(`${attribute(node, 'class')} ${node.localName}`);
      // A field that is written for people stands beside the one that is sent.
      const isNamed = around.some(
        (node) => says(node) || (node !== trigger && [...node.querySelectorAll('input')].some(says)),
      );
      const hasHint = hints.some((hint) =>
        /^(?=.*[dDjJtT])(?=.*[mM])(?=.*[yYjJaA])[dmyDMYjJtTaA.,/\s-]+$/.test(hint),
      );
      const opens = around.some((node) =>
        [...node.querySelectorAll('button,[role=button]')].some((button) =>
          /\b(calendar|choose (date|time)|pick a date|open (date|time))/i.test(
            attribute(button, 'aria-label'),
          ),
        ),
      );
      const pairs = pair();
      // The browser's own fields of dates are set as a whole.
      const isPlain = !input || /^(text|tel|search|)$/.test(input.type);
      return {
        isDate: all.length > 1 || (isPlain && (isNamed || hasHint || opens)),
        takesText: input !== null && input === trigger && !input.readOnly && input.inputMode !== 'none',
        hints,
        value: input?.value ?? dom.textOf(trigger),
        language:
          dom.closest(trigger, (node) => attribute(node, 'lang') !== '')?.getAttribute('lang') ??
          navigator.language,
        segments: all.map((node) => {
          const now = node.getAttribute('aria-valuenow');
          return {
            part: partOf(node, all),
            now: now === null || now === '' ? null : Number(now),
            text: dom.squeeze(node.textContent ?? ''),
          };
        }),
        isInvalid: around.some(
          (node) =>
            attribute(node, 'aria-invalid') === 'true' || node.querySelector('[aria-invalid=true]') !== null,
        ),
        hasEnd: pairs.length === 2 && pairs[0] === input,
      };
    },
    /** Takes the focus away from whatever has it. */
    blur(): void {
      let focus = document.activeElement;
      while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
      if (focus instanceof HTMLElement && focus !== document.body) focus.blur();
    },
    segment: (index: number): Element | null => segments()[index] ?? null,
    /** The field for the end of a range. */
    end: (): Element | null => pair()[1] ?? null,
    /** The button beside the field that opens its calendar. */
    opener(): Element | null {
      for (
        let node: Element | null = trigger, hops = 0;
        node && hops < 5;
        node = dom.parentOf(node), hops += 1
      ) {
        for (const button of node.querySelectorAll(
          'button,[role=button],a,[class*="suffix"],[class*="icon"],[class*="trigger"]',
        )) {
          const said = `${attribute(button, 'aria-label')} ${attribute(button, 'title')} ${attribute(button, 'class')}`;
          if (
            /calendar|date|time|clock|picker|trigger/i.test(said) &&
            !/clear/i.test(said) &&
            dom.isShown(button)
          )
            return button;
        }
        if (node.tagName === 'FORM') break;
      }
      return null;
    },
  };
}
