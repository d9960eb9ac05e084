import type { DefinitionGraph, GraphEdge, GraphNode } from './definition-graph.ts';

/** Longest text of a user in a drawing, in characters. */
const longestText = 80;

/** A graph as a Mermaid flowchart: loops are frames around their bodies, conditionals rhombs, the last block a pill. */
export function toMermaid({ nodes, edges }: DefinitionGraph['json']): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `b${index}`]));
  const bodies = Map.groupBy(nodes, ({ loop }) => loop);
  const name = (id: string | null) => (id === null ? 'over' : (names.get(id) ?? 'over'));
  return [
    'flowchart TD',
    ...nodeLines(null, bodies, name, '  '),
    ...(edges.some(({ to }) => to === null) ? ['  over(("end"))'] : []),
    ...edges.map((edge) => `  ${name(edge.from)} ${arrowOf(edge)} ${name(edge.to)}`),
    '',
  ].join('\n');
}

type Bodies = ReadonlyMap<string | null, readonly GraphNode[]>;

function nodeLines(
  loop: string | null,
  bodies: Bodies,
  name: (id: string) => string,
  indent: string,
): readonly string[] {
  return (bodies.get(loop) ?? []).flatMap((node) => {
    const title = `"${escapeMermaidText(node.label)}<br/><i>${escapeMermaidText(node.type)}</i>"`;
    if (!bodies.has(node.id)) return [`${indent}${name(node.id)}${shapeOf(node, title)}`];
    return [
      `${indent}subgraph ${name(node.id)}[${title}]`,
      ...nodeLines(node.id, bodies, name, `${indent}  `),
      `${indent}end`,
    ];
  });
}

function shapeOf(node: GraphNode, title: string): string {
  if (node.isFinally) return `([${title}])`;
  return node.type === 'conditional' ? `{${title}}` : `[${title}]`;
}

function arrowOf({ kind, text }: GraphEdge): string {
  const shown = kind === 'failure' ? 'failure' : text;
  const line = kind === 'failure' || kind === 'finally' ? '-.->' : '-->';
  return shown === null ? line : `${line}|"${escapeMermaidText(shown)}"|`;
}

/**
 * A text as Mermaid shows it and reads nothing into it: everything but letters, digits, spaces and a few signs is written as
 * the number of its character. One line, cut after 80 characters.
 */
export function escapeMermaidText(text: string): string {
  const line = [...text.replace(/\s+/g, ' ').trim()];
  const cut = line.length > longestText ? [...line.slice(0, longestText - 1), '…'] : line;
  return cut.map((sign) => (plain.test(sign) ? sign : `#${sign.codePointAt(0)};`)).join('');
}

const plain = /^[\p{L}\p{M}\p{N} _.,+…-]$/u;
