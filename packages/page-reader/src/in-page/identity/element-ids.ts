/** Assigns numbers to elements; an element keeps its number for life. */
export function makeElementIds() {
  const numbers = new WeakMap<Element, number>();
  const elements = new Map<number, WeakRef<Element>>();
  let next = 1;

  return {
    /** The number of an element; a new one when it has none. */
    numberOf(element: Element): number {
      const known = numbers.get(element);
      if (known !== undefined) return known;
      const number = next;
      next += 1;
      numbers.set(element, number);
      elements.set(number, new WeakRef(element));
      return number;
    },
    knownNumber: (element: Element): number | undefined => numbers.get(element),
    element: (number: number): Element | undefined => elements.get(number)?.deref(),
    /** Transfers the number of a removed element to its replacement. */
    reassign(number: number, element: Element): void {
      numbers.set(element, number);
      elements.set(number, new WeakRef(element));
    },
    startAt(from: number): void {
      next = Math.max(next, from);
    },
    nextNumber: (): number => next,
  };
}

export type ElementIds = ReturnType<typeof makeElementIds>;
