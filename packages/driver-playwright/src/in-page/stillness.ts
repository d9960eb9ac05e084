/**
 * Watches a document for changes that a person would see. Runs inside the page: no name from outside.
 * The observer is told of changes and makes none; `stop` ends it.
 */
export function watchStillness() {
  const quietMs = 150;
  const floorMs = 60;
  const busy =
    '[aria-busy="true"],[role="progressbar"]:not([aria-valuenow]),[class*="skeleton"],[class*="spinner"]';
  const now = performance.now.bind(performance);
  const later = window.setTimeout.bind(window);
  const nextFrame = window.requestAnimationFrame.bind(window);
  const repeats = new Map<Node, number>();
  const startedAt = now();
  const busyBefore = new Set(document.querySelectorAll(busy));
  const focusBefore = document.activeElement;
  const scrollBefore = `${scrollX} ${scrollY}`;
  let changes = 0;
  let lastAt = startedAt;

  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, removedNodes } of records) {
      if (type === 'childList' && addedNodes.length + removedNodes.length === 0) continue;
      const times = (repeats.get(target) ?? 0) + 1;
      repeats.set(target, times);
      const isText = [...addedNodes, ...removedNodes].every((node) => node.nodeType !== Node.ELEMENT_NODE);
      // One node that changes again and again is an animation or a clock, not an answer.
      if (times > (isText ? 3 : 40)) continue;
      changes += 1;
      lastAt = now();
    }
  });
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['class', 'style', 'hidden', 'open', 'value', 'checked', 'disabled', 'src'].concat([
      'aria-expanded',
      'aria-selected',
      'aria-checked',
      'aria-pressed',
      'aria-busy',
      'aria-hidden',
      'aria-invalid',
    ]),
  });

  const pause = (ms: number): Promise<void> => new Promise((resolve) => later(resolve, ms));
  // Frames are not drawn in a tab that is not shown, so a timer stands in.
  const frame = (): Promise<void> =>
    new Promise((resolve) => {
      nextFrame(() => resolve());
      later(resolve, 50);
    });

  const isWaiting = (): boolean =>
    [...document.querySelectorAll(busy)].some((element) => {
      if (busyBefore.has(element) || !element.checkVisibility()) return false;
      const { bottom, top, width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 && bottom > 0 && top < innerHeight;
    });

  return {
    /** Resolves when nothing has changed for a while, or after `capMs`. */
    async quiet(capMs: number): Promise<{ changes: number; isCapped: boolean; isWaiting: boolean }> {
      const until = now() + capMs;
      const calmAt = () =>
        changes === 0 ? startedAt + floorMs : Math.max(lastAt + quietMs, startedAt + floorMs);
      for (;;) {
        const remaining = Math.min(calmAt(), until) - now();
        if (remaining > 0) await pause(remaining);
        await frame();
        await frame();
        if (now() >= until) return { changes, isCapped: true, isWaiting: isWaiting() };
        if (now() >= calmAt()) return { changes, isCapped: false, isWaiting: isWaiting() };
      }
    },
    /** What has changed since the watch began. */
    effects: (): { changes: number; hasMoved: boolean; hasFocused: boolean } => ({
      changes,
      hasMoved: scrollBefore !== `${scrollX} ${scrollY}`,
      hasFocused: focusBefore !== document.activeElement,
    }),
    stop: (): void => observer.disconnect(),
  };
}
