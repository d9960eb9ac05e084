import type { CheckedList, PlacedNode } from './check-blocks.ts';
import type { ParsedDefinition } from './parsed-definition.ts';

/** The place of a block in a definition. */
export interface BlockPlace {
  readonly placed: PlacedNode;
  readonly list: CheckedList;
  /** The places of the loops around it, the outermost first. */
  readonly loops: readonly BlockPlace[];
}

/** The places of all blocks, by label; of blocks with the same label the first counts. */
export function blockPlaces(parsed: ParsedDefinition): ReadonlyMap<string, BlockPlace> {
  const byPath = new Map<string, BlockPlace>();
  const byLabel = new Map<string, BlockPlace>();
  for (const list of parsed.lists) {
    const loop = byPath.get(list.path.slice(0, -1).join('/'));
    const loops = loop ? [...loop.loops, loop] : [];
    for (const placed of list.nodes) {
      const place = { placed, list, loops };
      byPath.set(placed.path.join('/'), place);
      if (!byLabel.has(placed.node.label)) byLabel.set(placed.node.label, place);
    }
  }
  return byLabel;
}
