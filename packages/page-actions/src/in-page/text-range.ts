/** Where a text stands: the points in front of its first and behind its last character, in CSS pixels of the frame's viewport. */
export interface TextRange {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

/** Finds the first place of a text that is shown, scrolls it into view and returns it; null when it is nowhere. Blanks do not count. */
export function findTextRange(wanted: string): TextRange | null {
  const silent = new Set(['script', 'style', 'noscript', 'template', 'textarea', 'option', 'title']);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const places: { readonly node: Node; readonly offset: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const around = node.parentElement;
    if (!around || silent.has(around.localName)) continue;
    if (!around.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    for (const [offset, character] of [...(node.nodeValue ?? '').split('').entries()]) {
      if (/\s/.test(character)) continue;
      places.push({ node, offset });
      text += character.toLowerCase();
    }
  }
  const plain = wanted.replace(/\s+/g, '').toLowerCase();
  const at = plain === '' ? -1 : text.indexOf(plain);
  const first = places[at];
  const last = places[at + plain.length - 1];
  if (at < 0 || !first || !last) return null;
  first.node.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const boxOf = ({ node, offset }: { readonly node: Node; readonly offset: number }): DOMRect => {
    const range = document.createRange();
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    return range.getBoundingClientRect();
  };
  const [left, right] = [boxOf(first), boxOf(last)];
  return {
    from: { x: left.left + 0.5, y: left.top + left.height / 2 },
    to: { x: right.right - 0.5, y: right.top + right.height / 2 },
  };
}

/** Returns the text that is selected in the document. */
export function selectedText(): string {
  return String(getSelection() ?? '');
}
