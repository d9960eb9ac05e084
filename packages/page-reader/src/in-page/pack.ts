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
    const some = (list: readonly unknown[]): readonly unknown[] | 0 => (list.length > 0 ? list : 0);

    const itemOf = ({ number, kind, tag, why, name, value, href, flags, hints, options }: RawItem) => [
      ...[number, word(kind), word(tag), word(why), name, value ?? 0],
      ...[href === null ? 0 : address(href), some(flags.map(word)), some(hints)],
      options?.map(({ label, value: own, selected }) => [label, own === label ? 0 : own, selected ? 1 : 0]) ??
        0,
    ];
    const packNode = (node: RawNode): PackedNode => {
      const [x, y, width, height] = node.box;
      const box = [Math.round(x), Math.round(y), Math.round(width), Math.round(height)];
      switch (node.type) {
        case 'group':
          return [0, ...box, word(node.role), node.name, node.top ? 1 : 0, node.content.map(packNode)];
        case 'item':
          return short([1, ...box, ...itemOf(node)]);
        case 'text':
          return short([2, ...box, node.text, node.level, node.alert ? 1 : 0]);
        case 'image':
          return [3, ...box, node.name, node.source];
        default:
          return [4, ...box, node.number, node.title];
      }
    };
    return JSON.stringify({ ...frame, content: content.map(packNode), words, origin });
  };
}

export type Pack = ReturnType<typeof makePack>;
