/** Stability of a document. */
export interface DocumentStability {
  /** Changes that a person could see, since the watch began. */
  readonly changes: number;
  /** Milliseconds since the last of them, by the page's clock. */
  readonly calmMs: number;
  /** Something in the viewport says that it is working. */
  readonly isBusy: boolean;
  readonly hasScrolled: boolean;
  readonly hasFocused: boolean;
}

/**
 * Begins to watch a document. The watch is told of changes and makes none.
 * In a document that has just come, nothing was busy before.
 */
export function observeStability(isNew: boolean) {
  /** A node that changes again and again is an animation or a clock, not an answer. */
  const toleratedRepeats = 3;
  /** A container that takes one element after the other may be a list that is being filled, for a while. */
  const toleratedGrowth = 40;
  const now = Performance.prototype.now.bind(performance);
  const later = window.setTimeout.bind(window);
  const nextFrame = window.requestAnimationFrame.bind(window);
  const unseen = new Set(['SCRIPT', 'META', 'TEMPLATE', 'NOSCRIPT', 'BASE', 'TITLE', '#comment']);
  const states = 'class style hidden open value checked disabled selected src inert'.split(' ');
  const announced = 'expanded selected checked pressed busy hidden invalid valuenow'.split(' ');
  const observed = {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: [...states, ...announced.map((name) => `aria-${name}`)],
  };

  const said = '[aria-busy="true"],[role="progressbar"],progress';
  const controls = 'input,select,textarea,button,a';
  /** A class word such as `spinner` or `card-skeleton`; the `spinner` of a number field is a control. */
  const saysBusy = (element: Element): boolean => {
    if (element.matches(said)) return true;
    const words = (element.getAttribute('class') ?? '').toLowerCase().split(/[^a-z]+/);
    if (!words.some((word) => /^(skeleton|spinner)s?$/.test(word))) return false;
    // So is one that holds a list of times.
    return !element.matches(controls) && element.querySelector(`${controls},li,[role=option]`) === null;
  };
  const busyElements = (): Element[] =>
    [...document.querySelectorAll(`${said},[class*="skeleton" i],[class*="spinner" i]`)].filter(saysBusy);
  /** Shows how much of something there is, which may be for good. */
  const isMeasured = (element: Element): boolean =>
    element.hasAttribute('aria-valuenow') ||
    (element.localName === 'progress' && element.hasAttribute('value'));
  const isInView = (element: Element): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { bottom, top, left, right, width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  };

  /** Open shadow roots in and under a node: their changes are told to nobody outside. */
  const shadowsOf = (node: Node): ShadowRoot[] => {
    const under = node instanceof Element || node instanceof DocumentFragment || node instanceof Document;
    const hosts = under ? [node, ...node.querySelectorAll('*')] : [];
    return hosts.flatMap((host) =>
      host instanceof Element && host.shadowRoot ? [host.shadowRoot, ...shadowsOf(host.shadowRoot)] : [],
    );
  };

  const busyBefore = new WeakSet(isNew ? [] : busyElements());
  const focusBefore = document.activeElement;
  const scrollBefore = `${scrollX} ${scrollY}`;
  const repeats = new Map<Node, number>();
  const growth = new Map<Node, number>();
  let changes = 0;
  let lastAt = now();

  const isTolerated = (counts: Map<Node, number>, node: Node, most: number): boolean => {
    const times = (counts.get(node) ?? 0) + 1;
    counts.set(node, times);
    return times <= most;
  };
  const isSeen = (node: Node): boolean => !unseen.has(node.nodeName);
  /** Counts the records of one batch about one node once: a list that is sorted moves its items together. */
  const isChange = (target: Node, records: readonly MutationRecord[]): boolean => {
    if (!isSeen(target)) return false;
    const lists = records.filter(({ type }) => type === 'childList');
    const added = lists.flatMap(({ addedNodes }) => [...addedNodes].filter(isSeen));
    const removed = lists.flatMap(({ removedNodes }) => [...removedNodes].filter(isSeen));
    for (const root of added.flatMap(shadowsOf)) observer.observe(root, observed);
    if (lists.length === records.length && added.length + removed.length === 0) return false;
    const hasGrown = removed.length === 0 && added.some((node) => node instanceof Element);
    return hasGrown
      ? isTolerated(growth, target, toleratedGrowth)
      : isTolerated(repeats, target, toleratedRepeats);
  };
  const note = (records: readonly MutationRecord[]): void => {
    const byTarget = new Map<Node, MutationRecord[]>();
    for (const record of records) {
      const sameTarget = byTarget.get(record.target);
      if (sameTarget) sameTarget.push(record);
      else byTarget.set(record.target, [record]);
    }
    for (const [target, about] of byTarget) {
      if (!isChange(target, about)) continue;
      changes += 1;
      lastAt = now();
    }
  };
  const observer = new MutationObserver(note);
  for (const root of [document, ...shadowsOf(document)]) observer.observe(root, observed);

  // Frames are not drawn in a tab that is not shown, so a timer stands in.
  const frame = (): Promise<void> =>
    new Promise((resolve) => {
      if (document.hidden) return resolve();
      nextFrame(() => resolve());
      later(resolve, 50);
    });

  return {
    /** Returns the state after two more animation frames. */
    async read(): Promise<DocumentStability> {
      await frame();
      await frame();
      note(observer.takeRecords());
      const isBusy = (element: Element): boolean =>
        !busyBefore.has(element) && !(isNew && isMeasured(element)) && isInView(element);
      return {
        changes,
        calmMs: now() - lastAt,
        isBusy: busyElements().some(isBusy),
        hasScrolled: scrollBefore !== `${scrollX} ${scrollY}`,
        hasFocused: focusBefore !== document.activeElement,
      };
    },
    end: (): void => observer.disconnect(),
  };
}
