import type { ComposedTree } from './composed-tree.ts';

/** A day in a calendar. */
export interface CalendarDay {
  readonly day: number;
  /** Months before (-1) or after (1) the one that the calendar shows. */
  readonly shift: -1 | 0 | 1;
  readonly disabled: boolean;
  /** Marked as chosen. */
  readonly selected: boolean;
}

/** One month of a calendar that is open. */
export interface CalendarPanel {
  /** Text above the days, with the values of fields in it. */
  readonly title: string;
  /** `yyyy-mm` by what a day in the middle says of itself; empty when it says nothing. */
  readonly month: string;
  readonly days: readonly CalendarDay[];
  readonly canGo: {
    readonly previousMonth: boolean;
    readonly nextMonth: boolean;
    readonly previousYear: boolean;
    readonly nextYear: boolean;
  };
}

/** Creates a reader of the calendars that a page shows. */
export function createCalendarReader(dom: ComposedTree, trigger: Element) {
  interface Panel {
    readonly grid: Element;
    readonly frame: Element;
    readonly cells: readonly Element[];
  }
  let panels: readonly Panel[] = [];
  const attribute = (node: Element, name: string): string => node.getAttribute(name) ?? '';

  const numberOf = (node: Element): number => {
    const text = dom.squeeze(node.textContent ?? '');
    const number = /^\d{1,2}$/.test(text) ? Number(text) : 0;
    return number >= 1 && number <= 31 ? number : 0;
  };

  const find = (): void => {
    const cells: Element[] = [];
    dom.walk(document.documentElement, (node) => {
      // The innermost element with nothing but the number.
      if (
        numberOf(node) > 0 &&
        dom.isShown(node) &&
        dom.childrenOf(node).every((child) => numberOf(child) === 0)
      ) {
        cells.push(node);
        return false;
      }
      return node.tagName !== 'SELECT';
    });
    const counts = new Map<Element, number>();
    for (const cell of cells)
      for (let outer = dom.parentOf(cell); outer; outer = dom.parentOf(outer))
        counts.set(outer, (counts.get(outer) ?? 0) + 1);
    const grids = new Set<Element>();
    for (const cell of cells) {
      const grid = dom.closest(cell, (node) => (counts.get(node) ?? 0) >= 28);
      if (grid && (counts.get(grid) ?? 0) <= 45) grids.add(grid);
    }
    panels = [...grids]
      .filter((grid) => ![...grids].some((other) => other !== grid && dom.contains(grid, other)))
      .map((grid) => {
        let frame = grid;
        for (
          let outer = dom.parentOf(grid), hops = 0;
          outer && hops < 7;
          outer = dom.parentOf(outer), hops += 1
        ) {
          if ((counts.get(outer) ?? 0) > 45 || outer === document.body) break;
          if (dom.contains(outer, trigger)) break;
          frame = outer;
          if (/\d{4}/.test(titleOf(frame, grid)) && openers(frame, grid).length > 1) break;
        }
        return { grid, frame, cells: cells.filter((cell) => dom.contains(grid, cell)) };
      });
  };

  function titleOf(frame: Element, grid: Element): string {
    const values: string[] = [];
    dom.walk(frame, (node) => {
      if (node === grid) return false;
      if (node instanceof HTMLInputElement) values.push(node.value);
      if (node instanceof HTMLSelectElement) values.push(node.selectedOptions[0]?.text ?? '');
      return true;
    });
    return dom.squeeze(`${dom.textOf(frame, (node) => node === grid)} ${values.join(' ')}`);
  }

  function openers(frame: Element, grid: Element): Element[] {
    const list: Element[] = [];
    dom.walk(frame, (node) => {
      if (node === grid) return false;
      const isButton =
        /^(BUTTON|A)$/.test(node.tagName) ||
        dom.roleOf(node) === 'button' ||
        (/(^|[\s_-])(prev|next|previous)/i.test(attribute(node, 'class')) &&
          node.querySelector('button,a,[role=button]') === null);
      if (isButton && dom.isShown(node)) {
        list.push(node);
        return false;
      }
      return true;
    });
    return list;
  }

  const saidBy = (node: Element): string =>
    [
      attribute(node, 'aria-label'),
      attribute(node, 'title'),
      attribute(node, 'class'),
      attribute(node, 'slot'),
      attribute(node, 'part'),
      node.textContent ?? '',
    ]
      .join(' ')
      .toLowerCase();

  /** The button that leads to another month or year. */
  const navigationButton = (
    { frame, grid }: Panel,
    direction: 'previous' | 'next',
    isYear: boolean,
  ): Element | null => {
    const words =
      direction === 'previous'
        ? /prev|back|earlier|zurück|précéd|anterior|‹|«|<|←/
        : /next|forward|later|nächst|weiter|suivant|siguiente|›|»|>|→/;
    const yearly = /year|jahr|année|año|super|double|d-arrow|«|»|<<|>>/;
    for (
      let outer: Element | null = frame, hops = 0;
      outer && hops < 4;
      outer = dom.parentOf(outer), hops += 1
    ) {
      if (dom.contains(outer, trigger)) break;
      const found = openers(outer, grid).filter((node) => {
        const inside = node.querySelector('[class],[data-testid]');
        const said = `${saidBy(node)} ${inside ? `${attribute(inside, 'class')} ${attribute(inside, 'data-testid')}`.toLowerCase() : ''}`;
        return (
          words.test(said) &&
          yearly.test(said.replace(/month[- ]year|monthyear/g, '')) === isYear &&
          !dom.isDisabled(node)
        );
      });
      if (found[0]) return found[0];
    }
    return null;
  };

  /** The attributes of a day and of what is directly around it. */
  const chain = (cell: Element, grid: Element): Element[] => {
    const list = [cell];
    for (
      let node = dom.parentOf(cell);
      node && node !== grid && list.length < 3 && numberOf(node) > 0;
      node = dom.parentOf(node)
    )
      list.push(node);
    return list;
  };
  const dayOf = (cell: Element, grid: Element): string => {
    for (const node of chain(cell, grid)) {
      for (const name of [
        'data-date',
        'data-day',
        'data-value',
        'data-iso',
        'datetime',
        'title',
        'aria-label',
      ]) {
        const text = attribute(node, name);
        const iso = /(\d{4})-(\d{2})-(\d{2})/.exec(text);
        if (iso) return iso[0];
        if (!/\d{4}/.test(text) || !/[a-z]{3}/i.test(text)) continue;
        const time = Date.parse(
          text
            .replace(/^[^\d]*?,?\s*(?=[A-Z][a-z]+ \d)/, '')
            .replace(/(\d)(st|nd|rd|th)\b/, '$1')
            .replace(/[^\w\s,].*$/, ''),
        );
        if (!Number.isNaN(time)) {
          const date = new Date(time);
          const pad = (part: number): string => String(part).padStart(2, '0');
          return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
        }
      }
    }
    return '';
  };

  const describe = (panel: Panel): CalendarPanel => {
    const { cells, grid, frame } = panel;
    const numbers = cells.map(numberOf);
    const first = numbers.indexOf(1);
    const second = numbers.findIndex((number, index) => index > first && number === 1);
    const end = second < 0 ? numbers.length : second;
    const isOff = (cell: Element): boolean =>
      chain(cell, grid).some(
        (node) =>
          dom.isDisabled(node) || /(^|[\s_-])(unselectable|not-allowed)/.test(attribute(node, 'class')),
      );
    const isChosen = (cell: Element): boolean =>
      chain(cell, grid).some(
        (node) =>
          node.getAttribute('aria-selected') === 'true' ||
          /(^|[\s_-])(selected|active|current)($|\s)/.test(attribute(node, 'class')),
      );
    const middle = cells[numbers.indexOf(15)];
    return {
      title: titleOf(frame, grid).slice(0, 300),
      month: middle ? dayOf(middle, grid).slice(0, 7) : '',
      days: cells.map((cell, index) => ({
        day: numbers[index] ?? 0,
        shift: index < first ? -1 : index >= end ? 1 : 0,
        disabled: isOff(cell),
        selected: isChosen(cell),
      })),
      canGo: {
        previousMonth: navigationButton(panel, 'previous', false) !== null,
        nextMonth: navigationButton(panel, 'next', false) !== null,
        previousYear: navigationButton(panel, 'previous', true) !== null,
        nextYear: navigationButton(panel, 'next', true) !== null,
      },
    };
  };

  /** Columns of hours, minutes and halves of the day, from left to right. */
  const columns = (): Element[][] => {
    const groups = new Map<Element, Element[]>();
    dom.walk(document.documentElement, (node) => {
      const isItem = /^(LI|BUTTON)$/.test(node.tagName) || dom.roleOf(node) === 'option';
      if (
        !isItem ||
        !/^(\d{1,2}|AM|PM|am|pm)(\s*(hours?|minutes?|seconds?))?$/.test(
          dom.squeeze(node.textContent ?? ''),
        ) ||
        !dom.isShown(node)
      )
        return true;
      const parent = dom.parentOf(node);
      if (parent) groups.set(parent, [...(groups.get(parent) ?? []), node]);
      return false;
    });
    return [...groups]
      .filter(([, items]) => items.length >= 2)
      .sort(([one], [other]) => one.getBoundingClientRect().left - other.getBoundingClientRect().left)
      .map(([, items]) => items);
  };

  return {
    read(): CalendarPanel[] {
      find();
      return panels.map(describe);
    },
    day: (panel: number, index: number): Element | null => panels[panel]?.cells[index] ?? null,
    navigationButton(panel: number, direction: 'previous' | 'next', isYear: boolean): Element | null {
      const found = panels[panel];
      return found ? navigationButton(found, direction, isYear) : null;
    },
    /** Sets month and year where the title has fields for them; false when it has none. */
    set(panel: number, year: number, month: number): boolean {
      const frame = panels[panel]?.frame;
      let done = 0;
      const tell = (field: Element): void => {
        field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
        field.dispatchEvent(new Event('change', { bubbles: true }));
      };
      for (const part of ['year', 'month'] as const) {
        for (const field of frame?.querySelectorAll('select,input[type=number]') ?? []) {
          if (field instanceof HTMLInputElement && part === 'year') {
            field.value = String(year);
            tell(field);
            done += 1;
          }
          if (!(field instanceof HTMLSelectElement)) continue;
          const isYears = [...field.options].some(({ text }) => /^\d{4}$/.test(text.trim()));
          if (isYears !== (part === 'year')) continue;
          const at = isYears
            ? [...field.options].findIndex(({ text }) => text.trim() === String(year))
            : month - 1;
          if (at < 0 || (!isYears && field.options.length !== 12)) continue;
          field.selectedIndex = at;
          tell(field);
          done += 1;
        }
      }
      return done > 0;
    },
    columns: (): string[][] =>
      columns().map((items) => items.map((item) => dom.squeeze(item.textContent ?? ''))),
    columnItem: (column: number, index: number): Element | null => columns()[column]?.[index] ?? null,
    /** The button that makes a choice count. */
    confirmButton(): Element | null {
      let found: Element | null = null;
      dom.walk(document.documentElement, (node) => {
        const isButton = node.tagName === 'BUTTON' || dom.roleOf(node) === 'button';
        if (
          isButton &&
          /^(ok|apply|set|done|confirm|select)$/i.test(dom.squeeze(node.textContent ?? '')) &&
          dom.isShown(node) &&
          !dom.isDisabled(node)
        ) {
          const inPopup = dom.closest(node, (outer) =>
            /picker|calendar|popper|popover|popup|dropdown|time|dialog/i.test(
              `${attribute(outer, 'class')} ${dom.roleOf(outer)}`,
            ),
          );
          if (inPopup && !dom.contains(inPopup, trigger)) found = node;
        }
        return !isButton;
      });
      return found;
    },
  };
}
