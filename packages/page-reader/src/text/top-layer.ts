import { type PageGroup, type PageNode, titleOf } from '../tree/page-tree.ts';
import { linesOf } from './lines/content-lines.ts';
import type { Line } from './lines/line.ts';
import type { LineContext } from './lines/line-context.ts';
import { quote } from './lines/print-item.ts';
import { itemsIn, leavesIn } from './lines/tree-queries.ts';

/** Takes the groups of the top layer out of the tree. */
export function splitTopLayer(content: readonly PageNode[]): {
  readonly top: readonly PageGroup[];
  readonly rest: readonly PageNode[];
} {
  const top: PageGroup[] = [];
  const strip = (node: PageNode): readonly PageNode[] => {
    if (node.type !== 'group') return [node];
    if (node.top) {
      top.push(node);
      return [];
    }
    const inner = node.content.flatMap(strip);
    // An empty cell keeps its column.
    if (inner.length === 0 && node.role !== 'cell') return [];
    const isSame = inner.length === node.content.length && inner.every((one, at) => one === node.content[at]);
    return [isSame ? node : { ...node, content: inner }];
  };
  const rest = content.flatMap(strip);
  return { top, rest };
}

/** Prints the page behind a modal layer: one line for each landmark, until it is expanded. */
export function linesBehindModal(
  content: readonly PageNode[],
  cover: string,
  context: LineContext,
): readonly Line[] {
  const landmarks = content.filter((node) => node.type === 'group' || node.type === 'frame');
  const loose = content.filter((node) => node.type !== 'group' && node.type !== 'frame');
  return [
    ...landmarks.flatMap((node) => collapsedLines([node], cover, context)),
    ...(loose.some((node) => itemsIn(node).length > 0) ? collapsedLines(loose, cover, context) : []),
  ];
}

function collapsedLines(nodes: readonly PageNode[], cover: string, context: LineContext): readonly Line[] {
  const [node] = nodes;
  const isOne = nodes.length === 1 && (node?.type === 'group' || node?.type === 'frame');
  const title =
    !isOne || !node
      ? 'page'
      : node.type === 'frame'
        ? `frame ${node.letter}`
        : node.type === 'group'
          ? titleOf(node)
          : 'page';
  const members = nodes
    .flatMap(itemsIn)
    .slice(0, 20)
    .map(({ element }) => element.id);
  const fold =
    node?.type === 'frame'
      ? context.folds.named(node.letter, title)
      : context.folds.ofMembers(`behind/${title}`, members, title);
  if (fold.part) return linesOf(nodes, { ...context, keepsFar: true });
  const name = node?.type === 'frame' && node.title !== '' ? ` ${quote(node.title, 60)}` : '';
  const how = context.mode === 'action' ? ` (expand ${fold.id})` : '';
  context.folded(nodes.flatMap(leavesIn));
  return [
    {
      ...{ depth: 0, cut: 'never', opens: false, leaves: [], landmark: null },
      text: `${title}${name}  covered-by ${cover}${how}`,
    },
  ];
}
