import type { List, Seen } from '../controls/control-list.ts';
import type { Dom } from '../dom/dom.ts';
import type { Groups } from '../tree/groups.ts';
import type { Context, Sheet } from '../tree/tree-builder.ts';
import type { Nature } from '../visibility/tag-traits.ts';

/** What was decided of an element before what is inside is read. */
export interface Entered {
  readonly listing: ReturnType<List['list']>;
  readonly role: string;
  readonly inert: boolean;
  readonly top: boolean;
}

/** Derives what an element means for what is inside. */
export function makeContexts(dom: Dom, list: List, groups: Groups, nature: Nature) {
  const { attribute } = dom;
  const { isHeading, isMessage, sectioning } = nature;

  return {
    /** The context of the root. */
    outermost: (): Context => ({
      listed: null,
      eaten: false,
      level: 0,
      alert: false,
      inert: false,
      top: false,
      nested: false,
      path: '',
      far: false,
      unit: null,
      box: [0, 0, innerWidth, innerHeight],
    }),

    /** The context of what is inside an element; that of the element itself when nothing changes. */
    inside(
      node: Element,
      { name, shown, isInline, kin }: Seen,
      outer: Context,
      { listing, role, inert, top }: Entered,
      isFar: Sheet['isFar'],
    ): Context {
      const heading = isHeading(name)
        ? Number(name[1])
        : !kin.isBare && attribute(node, 'role') === 'heading'
          ? Math.min(6, Math.max(1, Number(attribute(node, 'aria-level')) || 2))
          : 0;
      const isLabel = name === 'label' && list.isLabelOfListed(node);
      if (isInline && !listing && !heading && !isLabel && !role && inert === outer.inert && top === outer.top)
        return outer;
      const isTitle = (name === 'caption' || name === 'legend') && !outer.eaten && groups.isTitle(node);
      return {
        listed: listing ? { box: listing.item.box, kind: listing.item.kind, element: node } : outer.listed,
        eaten: outer.eaten || isLabel || isTitle || (listing?.eats ?? false),
        level: heading || outer.level,
        alert: outer.alert || isMessage(node, kin),
        inert,
        top,
        nested: outer.nested || sectioning.has(name),
        far: !isInline || listing ? isFar(shown) : outer.far,
        box: !isInline || listing ? shown : outer.box,
        path: role ? `${outer.path}/${role}` : outer.path,
        unit: role === 'row' || role === 'entry' ? node : outer.unit,
      };
    },
  };
}

export type Contexts = ReturnType<typeof makeContexts>;
