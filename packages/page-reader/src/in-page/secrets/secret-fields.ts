import type { Dom } from '../dom/dom.ts';

/**
 * Fields whose value must not be shown: password fields, fields that a secret was typed into, and the boxes that belong to
 * such a field when a code is split into one box per character; a page spreads what is typed into one over all of them.
 */
export function makeSecretFields(dom: Dom) {
  /** Boxes stand this many levels below their common element at most. */
  const mostLevels = 6;
  /** Boxes of one code at most; more fields that look alike are a table. */
  const mostBoxes = 12;
  /** Characters that a box takes at most. */
  const mostCharacters = 6;
  /** Maximum number of elements that are searched for boxes. */
  const mostElements = 2_000;
  const marked = new WeakSet<Element>();
  /** Elements around the boxes of a code, with how its boxes look; boxes that are drawn anew belong to it, too. */
  const groups = new WeakMap<Element, BoxShape>();
  let hasGroups = false;

  interface BoxShape {
    readonly width: number;
    /** 0: narrow, whatever it takes. */
    readonly characters: number;
  }

  /** Returns the shape of a field; null for one that cannot be a box of a code. */
  const boxShapeOf = (element: Element): BoxShape | null => {
    if (dom.tag(element) !== 'input') return null;
    if (!/^(|text|tel|number|password|search)$/.test(dom.attribute(element, 'type').toLowerCase()))
      return null;
    const [, , width = 0, height = 0] = dom.box(element);
    if (width > 0 && width < 100 && width < height * 2.5) return { width, characters: 0 };
    const characters = dom.property(element, 'maxLength');
    const isShort = typeof characters === 'number' && characters > 0 && characters <= mostCharacters;
    return isShort ? { width, characters } : null;
  };

  const isSameShape = (one: BoxShape, other: BoxShape): boolean =>
    one.characters === other.characters && Math.abs(one.width - other.width) <= one.width / 4;

  const countIn = (group: Element, look: BoxShape): number => {
    let elements = 0;
    let count = 0;
    const visit = (node: Node): void => {
      if (!dom.isElement(node) || elements > mostElements) return;
      elements += 1;
      const found = boxShapeOf(node);
      if (found && isSameShape(look, found)) count += 1;
      dom.eachChild(node, visit);
    };
    visit(group);
    return elements > mostElements ? mostBoxes + 1 : count;
  };

  const isBoxOfGroup = (element: Element): boolean => {
    const look = hasGroups ? boxShapeOf(element) : null;
    if (!look) return false;
    let above = dom.parentOf(element);
    for (let level = 0; above && level < mostLevels; level += 1) {
      const group = groups.get(above);
      if (group && isSameShape(group, look)) return true;
      above = dom.parentOf(above);
    }
    return false;
  };

  return {
    /** From now on nobody sees the value of this field, and of the boxes that it belongs to. */
    mark(element: Element): void {
      marked.add(element);
      const look = boxShapeOf(element);
      if (!look) return;
      let above = dom.parentOf(element);
      for (let level = 0; above && level < mostLevels; level += 1) {
        const count = countIn(above, look);
        if (count > mostBoxes) return;
        if (count > 1) {
          groups.set(above, look);
          hasGroups = true;
          return;
        }
        above = dom.parentOf(above);
      }
    },
    isSecret: (element: Element): boolean =>
      marked.has(element) ||
      (dom.tag(element) === 'input' && dom.attribute(element, 'type').toLowerCase() === 'password') ||
      isBoxOfGroup(element),
  };
}

export type SecretFields = ReturnType<typeof makeSecretFields>;
