import type { ControlList, VisitedElement } from '../controls/control-list.ts';
import type { Dom } from '../dom/dom.ts';
import type { Groups } from '../tree/groups.ts';
import type { TreeBuilder, TreeContext } from '../tree/tree-builder.ts';
import type { TagTraits } from '../visibility/tag-traits.ts';

/** Decisions about an element that are made before its content is read. */
export interface ElementDecision {
  readonly listing: ReturnType<ControlList['list']>;
  readonly role: string;
  readonly inert: boolean;
  readonly top: boolean;
}

/** Derives what an element means for what is inside. */
export function makeInnerContexts(dom: Dom, controls: ControlList, groups: Groups, tagTraits: TagTraits) {
  const { attribute } = dom;
  const { isHeading, messageOf, sectioningTags } = tagTraits;

  return {
    /** The context of the root. */
    outermost: (): TreeContext => ({
      listed: null,
      isTextConsumed: false,
      level: 0,
      message: null,
      inert: false,
      top: false,
      nested: false,
      path: '',
      far: false,
      unit: null,
      box: [0, 0, innerWidth, innerHeight],
    }),

    /** The context of what is inside an element; that of the element itself when nothing changes. */
    innerContext(
      node: Element,
      { name, shown, isInline, styleGroup }: VisitedElement,
      outer: TreeContext,
      { listing, role, inert, top }: ElementDecision,
      isFar: TreeBuilder['isFar'],
    ): TreeContext {
      const heading = isHeading(name)
        ? Number(name[1])
        : !styleGroup.isBare && attribute(node, 'role') === 'heading'
          ? Math.min(6, Math.max(1, Number(attribute(node, 'aria-level')) || 2))
          : 0;
      const isLabel = name === 'label' && controls.isLabelOfListed(node);
      if (isInline && !listing && !heading && !isLabel && !role && inert === outer.inert && top === outer.top)
        return outer;
      const isTitle =
        (name === 'caption' || name === 'legend') && !outer.isTextConsumed && groups.isTitle(node);
      return {
        listed: listing ? { box: listing.item.box, kind: listing.item.kind, element: node } : outer.listed,
        isTextConsumed: outer.isTextConsumed || isLabel || isTitle || (listing?.consumesText ?? false),
        level: heading || outer.level,
        message: messageOf(node, styleGroup) ?? outer.message,
        inert,
        top,
        nested: outer.nested || sectioningTags.has(name),
        far: !isInline || listing ? isFar(shown) : outer.far,
        box: !isInline || listing ? shown : outer.box,
        path: role ? `${outer.path}/${role}` : outer.path,
        unit: role === 'row' || role === 'entry' ? node : outer.unit,
      };
    },
  };
}

export type InnerContexts = ReturnType<typeof makeInnerContexts>;
