import type { ComposedTree } from './composed-tree.ts';

/** A choice of a list that is made of anything, as the page shows it. */
export interface ShownChoice {
  readonly label: string;
  readonly value: string;
  readonly disabled: boolean;
  /** Null when nothing about it says. */
  readonly selected: boolean | null;
  /** It opens further choices: null when it does not, else whether they are shown. */
  readonly expanded: boolean | null;
  readonly role: string;
}

/** The choices that are shown, and what is known of their list. */
export interface ShownChoices {
  readonly choices: readonly ShownChoice[];
  /** Several may be chosen, as far as the list says. */
  readonly isMultiple: boolean;
  /** Something says that choices are still coming. */
  readonly isBusy: boolean;
}

/**
 * Finds the choices that a control offers: those of the list that it names, else those that appeared since `markShown`.
 * Elements keep the place that the last `list` gave them.
 */
export function createChoices(dom: ComposedTree, trigger: Element) {
  const proper = /^(option|menuitem|menuitemradio|menuitemcheckbox|treeitem)$/;
  const member = /^(option|menuitem|menuitemradio|menuitemcheckbox|treeitem|radio|tab)$/;
  const container = /^(listbox|menu|menubar|tree|radiogroup|tablist|toolbar|group)$/;
  let before = new WeakSet<Element>();
  let found: Element[] = [];
  let isCollecting = false;

  const attribute = (node: Element, name: string): string => node.getAttribute(name) ?? '';
  const isProper = (node: Element): boolean => proper.test(dom.roleOf(node));
  const isOwnOption = (node: Element): boolean => node.tagName === 'OPTION';

  const labelOf = (node: Element): string => {
    const isTree = dom.roleOf(node) === 'treeitem';
    const isInner = (inner: Element): boolean =>
      (isTree ? dom.roleOf(inner) === 'treeitem' : isProper(inner)) ||
      /^(group|tree|menu)$/.test(dom.roleOf(inner));
    const labels: unknown = Reflect.get(node, 'labels');
    const label = labels instanceof NodeList ? labels[0] : null;
    return (
      dom.squeeze(attribute(node, 'aria-label')) ||
      dom.textOf(node, isInner) ||
      (label instanceof Element ? dom.textOf(label) : '') ||
      dom.squeeze(attribute(node, 'title')) ||
      dom.squeeze(node.textContent ?? '')
    ).slice(0, 300);
  };
  const ownValue = (node: Element): string => {
    for (const name of ['data-value', 'value', 'data-key', 'data-id']) {
      const value = node.getAttribute(name);
      if (value !== null) return value;
    }
    const value: unknown = Reflect.get(node, 'value');
    return typeof value === 'string' ? value : '';
  };
  const stateOf = (node: Element): boolean | null => {
    const box =
      node instanceof HTMLInputElement ? node : node.querySelector('input[type=checkbox],input[type=radio]');
    for (const name of ['aria-checked', 'aria-selected', 'aria-pressed']) {
      const value = node.getAttribute(name);
      if (value === 'true' || value === 'false') return value === 'true';
    }
    if (box instanceof HTMLInputElement && /^(checkbox|radio)$/.test(box.type)) return box.checked;
    const state = attribute(node, 'data-state');
    if (/^(checked|on|active)$/.test(state)) return true;
    if (/^(unchecked|off|inactive)$/.test(state)) return false;
    return /(^|[\s_-])(selected|checked)($|\s)/.test(attribute(node, 'class')) ? true : null;
  };
  const expandedOf = (node: Element): boolean | null => {
    const value = node.getAttribute('aria-expanded');
    if (value === 'true' || value === 'false') return value === 'true';
    const isParent =
      node.hasAttribute('aria-haspopup') ||
      /(^|[\s_-])expand($|\s)/.test(attribute(node, 'class')) ||
      node.querySelector('[class*="expand-icon"],[class*="arrow-right"],[class*="postfix"]') !== null;
    return isParent ? false : null;
  };

  /** Elements that look as if they were to be pressed, the outermost of those that do. */
  const weakIn = (nodes: readonly Element[]): Element[] => {
    const box = trigger.getBoundingClientRect();
    const likely = nodes.filter((node) => {
      const parent = dom.parentOf(node);
      const starts =
        getComputedStyle(node).cursor === 'pointer' &&
        (!parent || getComputedStyle(parent).cursor !== 'pointer');
      const isOff = dom.isDisabled(node) && !(parent && dom.isDisabled(parent));
      if (
        !starts &&
        !isOff &&
        !/^(LI|BUTTON|A|LABEL)$/.test(node.tagName) &&
        !(Number(node.getAttribute('tabindex') ?? -1) >= 0)
      )
        return false;
      const { left, top, width, height } = node.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isOver = x > box.left && x < box.right && y > box.top && y < box.bottom;
      return !isOver && labelOf(node) !== '' && labelOf(node).length <= 200;
    });
    const inside = new Map<Element, number>();
    for (const node of likely) {
      for (let outer = dom.parentOf(node); outer; outer = dom.parentOf(outer))
        inside.set(outer, (inside.get(outer) ?? 0) + 1);
    }
    const leaves = likely.filter((node) => (inside.get(node) ?? 0) < 2);
    return leaves.filter((node) => !leaves.some((outer) => outer !== node && dom.contains(outer, node)));
  };

  const properIn = (start: Element): Element[] => {
    const list: Element[] = [];
    dom.walk(start, (node) => {
      if (isProper(node) && dom.isShown(node) && !isOwnOption(node)) list.push(node);
      return true;
    });
    return single(list);
  };

  const isLeaf = (node: Element): boolean => dom.isShown(node) && dom.textOf(node) === '';

  /** One that is all of another one is the same choice. */
  const single = (nodes: readonly Element[]): Element[] =>
    nodes.filter(
      (node) =>
        !nodes.some(
          (outer) => outer !== node && dom.contains(outer, node) && labelOf(outer) === labelOf(node),
        ),
    );

  /** A node of a tree holds its inside as well: what is pressed is the part with its name. */
  const partToPress = (node: Element): Element => {
    if (dom.roleOf(node) !== 'treeitem') return node;
    const label = labelOf(node);
    let part: Element | null = null;
    let hasInner = false;
    dom.walk(node, (inner) => {
      const isOther = isProper(inner) && labelOf(inner) !== label;
      if (isOther && dom.isShown(inner)) hasInner = true;
      if (isOther) return false;
      if (dom.isShown(inner) && dom.textOf(inner) === label) part = inner;
      return true;
    });
    return hasInner ? (part ?? node) : node;
  };

  const everything = (): Element[] => {
    const list: Element[] = [];
    dom.walk(document.documentElement, (node) => {
      if (dom.isShown(node)) list.push(node);
      return node.tagName !== 'SELECT';
    });
    return list;
  };

  /** Lists that the control, or what has the focus inside it, names as its own. */
  const namedLists = (): Element[] => {
    const holders = [trigger, ...trigger.querySelectorAll('[aria-controls],[aria-owns]')];
    const active = document.activeElement;
    if (active && active !== document.body) holders.push(active);
    return holders.flatMap((node) =>
      `${attribute(node, 'aria-controls')} ${attribute(node, 'aria-owns')}`
        .split(/\s+/)
        .filter((id) => id !== '')
        .map((id) => dom.byId(node, id) ?? trigger)
        .filter((list) => !dom.contains(list, trigger)),
    );
  };

  const describe = (node: Element): ShownChoice => ({
    label: labelOf(node),
    value: ownValue(node),
    disabled: dom.isDisabled(node),
    selected: stateOf(node),
    expanded: expandedOf(node),
    role: dom.roleOf(node),
  });

  const isBusy = (): boolean =>
    found.some(
      (node) => node.getAttribute('aria-busy') === 'true' || /loading/.test(attribute(node, 'class')),
    );

  const answer = (nodes: readonly Element[]): ShownChoices => {
    found = [...nodes];
    const list = found[0] && dom.closest(found[0], (node) => node.hasAttribute('aria-multiselectable'));
    return {
      choices: found.map(describe),
      isMultiple:
        list?.getAttribute('aria-multiselectable') === 'true' ||
        found.some((node) => dom.roleOf(node) === 'menuitemcheckbox'),
      isBusy: isBusy(),
    };
  };

  return {
    /** Marks the elements that are shown, so that `list` returns those that appear later. */
    markShown(): void {
      isCollecting = true;
      before = new WeakSet(everything());
    },
    /** Returns the choices that the control offers now. */
    list(): ShownChoices {
      const named = [
        ...new Set(namedLists().flatMap((list) => [...(isProper(list) ? [list] : []), ...properIn(list)])),
      ];
      if (!isCollecting) return answer(named);
      const fresh = everything().filter((node) => !before.has(node) && !dom.contains(node, trigger));
      const freshProper = fresh.filter((node) => isProper(node) && !isOwnOption(node));
      // A list that was open already has nothing new; a level that has just opened is all that counts.
      if (freshProper.length > 0) return answer(single(freshProper));
      if (named.length > 0) return answer(named);
      const own = properIn(trigger);
      return answer(own.length > 0 ? own : weakIn(fresh));
    },
    /** The group that the control itself is a member, or the frame, of. */
    members(): ShownChoices {
      if (trigger instanceof HTMLInputElement && trigger.type === 'radio' && trigger.name !== '') {
        const root = trigger.getRootNode();
        const all =
          root instanceof Document || root instanceof ShadowRoot ? root.querySelectorAll('input') : [];
        return answer(
          [...all].filter(
            (one) => one.type === 'radio' && one.name === trigger.name && one.form === trigger.form,
          ),
        );
      }
      const role = dom.roleOf(trigger);
      const isToggle = trigger.hasAttribute('aria-pressed');
      if (!isToggle && !member.test(role) && !container.test(role)) return answer([]);
      const isOne = (node: Element): boolean =>
        isToggle
          ? node.hasAttribute('aria-pressed')
          : member.test(role)
            ? dom.roleOf(node) === role
            : member.test(dom.roleOf(node)) || (node instanceof HTMLInputElement && node.type === 'radio');
      const isFrame = (node: Element): boolean =>
        role === 'treeitem' ? dom.roleOf(node) === 'tree' : container.test(dom.roleOf(node));
      const frame = container.test(role) ? trigger : dom.closest(dom.parentOf(trigger) ?? trigger, isFrame);
      const list: Element[] = [];
      const collect = (start: Element): void =>
        dom.walk(start, (node) => {
          if (isOne(node)) list.push(node);
          return true;
        });
      for (
        let start = frame ?? dom.parentOf(trigger);
        start && list.length < 2;
        start = dom.parentOf(start)
      ) {
        list.length = 0;
        collect(start);
        if (frame) break;
      }
      return answer(list);
    },
    element(index: number): Element | null {
      const node = found[index];
      return node ? partToPress(node) : null;
    },
    /** Returns the button that expands a node of a tree without selecting it. */
    expander(index: number): Element | null {
      const node = found[index];
      let opener: Element | null = null;
      if (node)
        dom.walk(node, (inner) => {
          if (opener || dom.roleOf(inner) === 'treeitem') return false;
          const said = `${attribute(inner, 'class')} ${attribute(inner, 'part')}`;
          if (/switcher|expand-|expander|toggle|chevron|arrow|caret/.test(said) && isLeaf(inner))
            opener = inner;
          return true;
        });
      return opener;
    },
    /** The place of the choice that the next Enter would take; -1 when none is marked. */
    active(): number {
      let focus = document.activeElement;
      while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
      const id = focus?.getAttribute('aria-activedescendant') ?? '';
      const named = id && focus ? dom.byId(focus, id) : null;
      return found.findIndex(
        (node) =>
          node === focus ||
          node === named ||
          node.matches('[data-highlighted],[data-focus],[data-focused],[data-active]'),
      );
    },
    /** Scrolls the list by so many of its own heights; false at its end. */
    scroll(part: number): boolean {
      const region = regionOf();
      if (!region) return false;
      const from = region.scrollTop;
      region.scrollBy({ top: region.clientHeight * part, behavior: 'instant' });
      return Math.abs(region.scrollTop - from) > 1;
    },
    /** Puts the list to a part of its length, 0 to 1; answers its length in heights of its own, 0 when it cannot move. */
    scrollToFraction(part: number): number {
      const region = regionOf();
      if (!region) return 0;
      region.scrollTo({ top: (region.scrollHeight - region.clientHeight) * part, behavior: 'instant' });
      return region.scrollHeight / Math.max(1, region.clientHeight);
    },
  };

  function regionOf(): Element | null {
    const start = found.find((node) => node.isConnected);
    return start
      ? dom.closest(
          start,
          (node) =>
            node.scrollHeight > node.clientHeight + 1 &&
            node.clientHeight > 0 &&
            node !== document.body &&
            node !== document.documentElement &&
            getComputedStyle(node).overflowY !== 'visible',
        )
      : null;
  }
}

export type Choices = ReturnType<typeof createChoices>;
