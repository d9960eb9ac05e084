import type { RawFrame, RawGroup, RawItem, RawNode } from './raw-frame.ts';

/**
 * A node as it travels: type, box, then its parts in a fixed order; parts at the end that say nothing are left out.
 * Words that come again and again stand in a list of their own.
 */
export type PackedNode = readonly unknown[];

/**
 * Writes a frame as short as it may be: what is carried from the page to the host is written, escaped and read twice.
 */
export function makePackFrame() {
  /** Maximum size of one answer in UTF-16 units, and the maximum length of a URL in answers that would exceed it. */
  const maximumSize = 4 * 1024 * 1024;
  const longAddress = 200;

  /** `lean`: without what is longest, which is counted as not read. */
  const packAs = ({ content, unread, ...frame }: RawFrame, lean: 0 | 1 | 2): string => {
    let dropped = 0;
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

    const optionsOf = ({ options }: RawItem): readonly unknown[] | 0 => {
      if (!options) return 0;
      if (lean > 0 && options.length > 8) {
        dropped += options.length;
        return 0;
      }
      return options.map(({ label, value: own, selected }) => [
        label,
        own === label ? 0 : own,
        selected ? 1 : 0,
      ]);
    };
    const addressOf = (href: string | null): string | 0 => {
      if (href === null) return 0;
      if (lean === 0 || href.length <= longAddress) return address(href);
      dropped += 1;
      return 0;
    };
    const textOf = (text: string): string => {
      if (lean < 2 || text === '') return text;
      dropped += 1;
      return '';
    };
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
      addressOf(node.href),
      node.flags.length > 0 ? node.flags.map(word) : 0,
      node.hints.length > 0 ? node.hints : 0,
      optionsOf(node),
    ];
    const placeOf = ({ cell, row }: RawGroup): readonly number[] | 0 => {
      if (cell) return [cell.column, cell.columns, cell.rows];
      return row ? [row.column, row.isFirst ? 1 : 0, row.skipped] : 0;
    };
    const messageNumber = (message: 'alert' | 'status' | null): number =>
      message === null ? 0 : message === 'alert' ? 1 : 2;
    const packNode = (node: RawNode): PackedNode => {
      const x = Math.round(node.box[0]);
      const y = Math.round(node.box[1]);
      const width = Math.round(node.box[2]);
      const height = Math.round(node.box[3]);
      switch (node.type) {
        case 'group': {
          const content = node.content.map(packNode);
          return short([
            ...[0, x, y, width, height, word(node.role), node.name, node.top ? 1 : 0, content],
            placeOf(node),
          ]);
        }
        case 'item':
          return short(itemOf(node, x, y, width, height));
        case 'text':
          return short([2, x, y, width, height, textOf(node.text), node.level, messageNumber(node.message)]);
        case 'image':
          return [
            3,
            x,
            y,
            width,
            height,
            node.name,
            lean > 0 && node.source.length > longAddress ? '' : node.source,
          ];
        default:
          return [
            ...[4, x, y, width, height, node.number, node.title, ...node.seen.map(Math.round)],
            ...[node.top ? 1 : 0, node.mayBeOccluded ? 1 : 0],
          ];
      }
    };
    const packed = content.map(packNode);
    return JSON.stringify({ ...frame, unread: unread + dropped, content: packed, words, origin });
  };

  return function pack(frame: RawFrame): string {
    const whole = packAs(frame, 0);
    if (whole.length <= maximumSize) return whole;
    const lean = packAs(frame, 1);
    return lean.length <= maximumSize ? lean : packAs(frame, 2);
  };
}

export type PackFrame = ReturnType<typeof makePackFrame>;
