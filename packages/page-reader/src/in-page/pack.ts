import type { RawFrame, RawItem, RawNode } from './raw.ts';

/**
 * A node as it travels: type, box, then its parts in a fixed order; parts at the end that say nothing are left out.
 * Words that come again and again stand in a list of their own.
 */
export type PackedNode = readonly unknown[];

/**
 * Writes a frame as short as it may be: what is carried from the page to the host is written, escaped and read twice.
 * Runs inside the page: no name from outside.
 */
export function makePack() {
  return function pack({ content, ...frame }: RawFrame): string {
    const words: string[] = [];
    const places = new Map<string, number>();
    const word = (text: string): number => {
      const known = places.get(text);
      if (known !== undefined) return known;
      places.set(text, words.length);
      words.push(text);
      return words.length - 1;
    };
    const { origin } = location;
    /** An address of the same origin begins with a slash, which no other does. */
    const address = (href: string): string =>
      href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
    const short = (parts: unknown[]): PackedNode => {
      while (parts.at(-1) === 0) parts.pop();
      return parts;
    };

    const optionsOf = ({ options }: RawItem): readonly unknown[] | 0 =>
      options?.map(({ label, value: own, selected }) => [label, own === label ? 0 : own, selected ? 1 : 0]) ??
      0;
    /** In one piece: lists that are spread into others take half of the time of a long page. */
    const itemOf = (node: RawItem, x: number, y: number, width: number, height: number): unknown[] => [
      1,
      x,
      y,
      width,
      height,
      node.number,
      word(node.kind),
      word(node.tag),
      word(node.why),
      node.name,
      node.value ?? 0,
      node.href === null ? 0 : address(node.href),
      node.flags.length > 0 ? node.flags.map(word) : 0,
      node.hints.length > 0 ? node.hints : 0,
      optionsOf(node),
    ];
    const packNode = (node: RawNode): PackedNode => {
      const x = Math.round(node.box[0]);
      const y = Math.round(node.box[1]);
      const width = Math.round(node.box[2]);
      const height = Math.round(node.box[3]);
      switch (node.type) {
        case 'group': {
          const content = node.content.map(packNode);
          return [0, x, y, width, height, word(node.role), node.name, node.top ? 1 : 0, content];
        }
        case 'item':
          return short(itemOf(node, x, y, width, height));
        case 'text':
          return short([2, x, y, width, height, node.text, node.level, node.alert ? 1 : 0]);
        case 'image':
          return [3, x, y, width, height, node.name, node.source];
        default:
          return [
            ...[4, x, y, width, height, node.number, node.title, ...node.seen.map(Math.round)],
            ...[node.top ? 1 : 0, node.mayBeCovered ? 1 : 0],
          ];
      }
    };
    return JSON.stringify({ ...frame, content: content.map(packNode), words, origin });
  };
}

export type Pack = ReturnType<typeof makePack>;
