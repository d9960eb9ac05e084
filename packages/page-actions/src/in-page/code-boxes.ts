/**
 * Finds the boxes of a one-time code that is split into characters: fields of the same kind beside the given one that take one
 * character each. The box at `index`, counted from the first of them; null when there is none.
 */
export function findCodeBox(element: Element, length: number, index: number): Element | null {
  if (!(element instanceof HTMLInputElement)) return null;
  const isBox = (input: HTMLInputElement): boolean => {
    const { width, height } = input.getBoundingClientRect();
    const isSmall = width > 0 && width < 100 && width < height * 2.5;
    return (
      /^(text|tel|number|password)$/.test(input.type) && (input.maxLength === 1 || isSmall) && !input.disabled
    );
  };
  if (!isBox(element)) return null;
  const root = element.getRootNode();
  for (let node = element.parentElement; node; node = node.parentElement) {
    const boxes = [...node.querySelectorAll('input')].filter(isBox);
    if (boxes.length > length) return null;
    if (boxes.length === length) return boxes[index] ?? null;
    if (node === root) break;
  }
  return null;
}
