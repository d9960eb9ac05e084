import type { PageNode } from '../../tree/page-tree.ts';

/** A repetition of things of one shape; each unit is what belongs together in the flow of the page. */
export interface Repetition {
  readonly type: 'repetition';
  readonly units: readonly (readonly PageNode[])[];
}

/** More equal things in a row than this are a repetition. */
export const repetitionThreshold = 12;
/** A unit that is no group is at most so many nodes. */
const longestUnit = 8;

/** Fields are each looked for by name: a long form is no repetition. */
const fields = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'select',
  'date',
  'file',
  'spinbutton',
  'slider',
]);

/** Finds repetitions of more than twelve equal things among siblings. What belongs to none stays as it is. */
export function findRepetitions(content: readonly PageNode[]): readonly (PageNode | Repetition)[] {
  if (content.length <= repetitionThreshold) return content;
  const shapes = content.map(shapeOf);
  const found: (PageNode | Repetition)[] = [];
  for (let index = 0; index < content.length; ) {
    const repetition = repetitionAt(content, shapes, index);
    const node = content[index];
    if (repetition) {
      found.push(repetition);
      index += repetition.units.reduce((sum, unit) => sum + unit.length, 0);
    } else {
      if (node) found.push(node);
      index += 1;
    }
  }
  return found;
}

function repetitionAt(
  content: readonly PageNode[],
  shapes: readonly string[],
  from: number,
): Repetition | null {
  for (let length = 1; length <= longestUnit; length += 1) {
    // Most places are told apart by their first thirteen shapes.
    if (shapes[from] !== shapes[from + length]) continue;
    const unit = content.slice(from, from + length);
    if (!isFoldable(unit)) continue;
    let end = from + length;
    while (end < content.length && shapes[end] === shapes[end - length]) end += 1;
    const count = Math.floor((end - from) / length);
    if (count <= repetitionThreshold) continue;
    const units = Array.from({ length: count }, (_, index) =>
      content.slice(from + index * length, from + (index + 1) * length),
    );
    return { type: 'repetition', units };
  }
  return null;
}

/** Text alone is never folded: it is read, not chosen from. */
function isFoldable(unit: readonly PageNode[]): boolean {
  const isField = (node: PageNode) => node.type === 'item' && fields.has(node.element.kind);
  return unit.some((node) => node.type === 'item' || isRepeated(node)) && !unit.some(isField);
}

function isRepeated(node: PageNode): boolean {
  return node.type === 'group' && /^(row|entry|list|table|group|region)$/.test(node.role);
}

function shapeOf(node: PageNode): string {
  switch (node.type) {
    case 'item':
      return `item ${node.element.kind}`;
    case 'text':
      return `text ${node.level} ${node.message}`;
    case 'group':
      return `group ${node.role}`;
    default:
      return node.type;
  }
}
