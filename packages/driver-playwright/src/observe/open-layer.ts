/** Returns true when a dialog, a menu or another layer is open over the page. */
export function hasOpenLayer(): boolean {
  const largeShare = 0.3;
  if (document.querySelector(':modal, :popover-open')) return true;
  const boxOf = (element: Element): DOMRect | null => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return null;
    const box = element.getBoundingClientRect();
    const isInView = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    return isInView && box.width > 1 && box.height > 1 ? box : null;
  };
  /** Lies over the page instead of standing in it. */
  const floats = (element: Element | null): boolean => {
    for (let at = element; at && at !== document.body; at = at.parentElement)
      if (/^(fixed|absolute)$/.test(getComputedStyle(at).position)) return true;
    return false;
  };
  const named = document.querySelectorAll(
    '[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"],[aria-modal="true"],dialog[open]',
  );
  if ([...named].some((element) => boxOf(element) && floats(element))) return true;
  // What lies over the middle of the viewport and stays there when the page is scrolled.
  for (let at = document.elementFromPoint(innerWidth / 2, innerHeight / 2); at; at = at.parentElement) {
    if (at === document.body || getComputedStyle(at).position !== 'fixed') continue;
    const box = boxOf(at);
    // An application may have fixed its whole page, and then nothing else is under it.
    const isOver = document.documentElement.scrollHeight > innerHeight;
    if (box && isOver && box.width * box.height > largeShare * innerWidth * innerHeight) return true;
  }
  return false;
}
