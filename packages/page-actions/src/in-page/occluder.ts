/** An element that covers another one at the point of a press. */
export interface Occluder {
  /** A menu or a hint, which Escape closes. */
  readonly closesOnEscape: boolean;
  /** Role and name of the layer, as far as it says so itself. */
  readonly called: string;
}

/** Tells what a cover is. */
export function readOccluder(cover: Element): Occluder {
  const fleeting = cover.closest('[role="menu"],[role="listbox"],[role="tooltip"],[popover]:popover-open');
  const layer =
    fleeting ??
    cover.closest(
      'dialog,[role="dialog"],[role="alertdialog"],[role="banner"],[role="status"],[role="alert"],header,footer,nav,aside',
    ) ??
    cover;
  const role = layer.getAttribute('role') ?? layer.localName;
  const labelledBy = layer.getAttribute('aria-labelledby')?.split(/\s+/)[0];
  const root = layer.getRootNode();
  const title = labelledBy && root instanceof Document ? root.getElementById(labelledBy) : null;
  const name =
    layer.getAttribute('aria-label') ??
    title?.textContent ??
    layer.querySelector('h1,h2,h3,h4,legend')?.textContent ??
    layer.textContent ??
    '';
  const short = name.replace(/\s+/g, ' ').trim();
  const kind = /^(div|span|section)$/.test(role) ? 'a layer' : `the ${role}`;
  return {
    closesOnEscape: fleeting !== null,
    called: short ? `${kind} "${short.length > 60 ? `${short.slice(0, 60)}…` : short}"` : kind,
  };
}

/** The elements around one, innermost first, of which one may have an id. */
export function composedParent(element: Element): Element | null {
  const root = element.getRootNode();
  return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/**
 * Returns the name of the open modal dialog outside of which an element is; null when there is none.
 */
export function findBlockingModal(element: Element): string | null {
  const open = [...document.querySelectorAll('dialog:modal')];
  const isInside = (node: Node): boolean => {
    const root = node.getRootNode();
    return (
      open.some((dialog) => dialog.contains(node)) || (root instanceof ShadowRoot && isInside(root.host))
    );
  };
  const [first] = open;
  if (!first || isInside(element)) return null;
  const name = first.getAttribute('aria-label') ?? first.textContent ?? '';
  const short = name.replace(/\s+/g, ' ').trim();
  return `the dialog "${short.length > 60 ? `${short.slice(0, 60)}…` : short}"`;
}
