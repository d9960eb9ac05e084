/** Where a text stands: the points in front of its first and behind its last character, in CSS pixels of the frame's viewport. */
export interface TextRange {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

/** A character of one of the texts of a document. */
export interface TextPosition {
  /** Index of the text. */
  readonly text: number;
  readonly offset: number;
}

/** Creates an object that holds the texts that the document shows now. */
export function createShownTexts() {
  const silent = new Set(['script', 'style', 'noscript', 'template', 'textarea', 'option', 'title']);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const nodes: Node[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const around = node.parentElement;
    if (!around || silent.has(around.localName)) continue;
    if (around.checkVisibility({ opacityProperty: true, visibilityProperty: true })) nodes.push(node);
  }
  const boxOf = (node: Node, offset: number): DOMRect => {
    const range = document.createRange();
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    return range.getBoundingClientRect();
  };
  return {
    texts: (): readonly string[] => nodes.map((node) => node.nodeValue ?? ''),
    /** Scrolls what stands between two characters into view and returns where it is; null when it has gone. */
    range(first: TextPosition, last: TextPosition): TextRange | null {
      const [start, end] = [nodes[first.text], nodes[last.text]];
      if (!start?.isConnected || !end?.isConnected) return null;
      if (first.offset >= (start.nodeValue ?? '').length || last.offset >= (end.nodeValue ?? '').length)
        return null;
      start.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const [left, right] = [boxOf(start, first.offset), boxOf(end, last.offset)];
      return {
        from: { x: left.left + 0.5, y: left.top + left.height / 2 },
        to: { x: right.right - 0.5, y: right.top + right.height / 2 },
      };
    },
    selected: (): string => String(getSelection() ?? ''),
  };
}
