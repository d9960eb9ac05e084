import type { VisitedElement } from '../controls/control-list.ts';
import type { RawBox, RawFrame, RawRequest } from '../raw-frame.ts';
import type { TreeContext } from '../tree/tree-builder.ts';
import type { StyleGroup, StyleSubset } from '../visibility/style-cache.ts';
import type { InheritedVisibility } from '../visibility/visibility.ts';
import type { TraversalDeps } from './traversal-deps.ts';

/** Reads a document in one synchronous pass. */
export function makeTraversal({
  dom,
  names,
  controls,
  groups,
  ids,
  layers,
  visibility,
  mainWorld,
  planRead,
  tagTraits,
  styleCache,
  occlusion,
  slots,
  innerContexts,
  hiddenText,
  createTreeBuilder,
  createOverlapIndex,
  reassignNumbers,
}: TraversalDeps) {
  const { tag, attribute } = dom;
  const { skippedTags, atomicTags, inlineTextTags, neutralTags, isHeading } = tagTraits;
  const { isStyleOnly, isInlineText, isPlainBox, isDrawnImage, iconShapeCount } = tagTraits;
  const now = performance.now.bind(performance);
  const inline = /^(inline|contents|ruby)/;
  /** Deeper than parsers nest; only scripts build such a tree, and the stack has an end. */
  const maximumDepth = 1_500;
  const noGaps: readonly [boolean, boolean] = [false, false];
  const nowhere: RawBox = [0, 0, 0, 0];

  return function read(request: RawRequest): RawFrame {
    const root = document.documentElement;
    // What the page makes the browser do is not the reader's time.
    if (root) dom.box(root);
    const startedAt = now();
    const until = startedAt + request.maximumMs;
    const builder = createTreeBuilder(request);
    const overlapIndex = createOverlapIndex();
    const plan = planRead(request.maximumNodes, (first) => {
      if (request.listeners === 'ask') mainWorld.ask(first);
      else if (request.listeners === 'given') mainWorld.readReport(request.report, first);
      return request.listeners === 'none' ? null : mainWorld.total();
    });
    let nodes = 0;
    let unread = plan.unread;
    let depth = 0;
    /** A last resort, far beyond what a read takes on a busy machine: a view with a count of what is missing beats none. */
    let isOver = false;
    controls.begin(request.mode);
    groups.begin();
    hiddenText.begin();
    ids.startAt(request.from);
    const firstNew = ids.nextNumber();

    const children = (
      node: Element,
      name: string,
      root: ShadowRoot | null,
      inherited: InheritedVisibility,
      context: TreeContext,
      styleGroup: StyleGroup,
    ): void => {
      const isClosed = name === 'details' && !dom.has(node, 'open');
      const assigned = name === 'slot' ? dom.assigned(node) : null;
      if (assigned) {
        for (const child of assigned) visit(child, inherited, context, styleGroup);
        return;
      }
      for (let child = dom.first(root ?? node); child; child = dom.next(child)) {
        if (isClosed && !(dom.isElement(child) && /^(summary|slot)$/.test(tag(child)))) continue;
        visit(child, inherited, context, styleGroup);
      }
    };

    /** Adds the text of an element without child elements in one piece. */
    const addOwnText = (
      node: Element,
      name: string,
      inherited: InheritedVisibility,
      context: TreeContext,
    ): void => {
      if (!context.isTextConsumed && name !== 'details')
        addText(dom.textUnder(node), node, inherited, context);
    };

    const addText = (
      text: string,
      holder: Element | null,
      inherited: InheritedVisibility,
      context: TreeContext,
    ): void => {
      if (text.trim() !== '' && !context.far) {
        if (inherited.scrollport === null && hiddenText.isBeyondPage(context.box)) return;
        if (holder && hiddenText.hidesText(holder)) return;
      }
      builder.addText(text, context);
    };

    const visit = (
      node: Node,
      inherited: InheritedVisibility,
      context: TreeContext,
      outer: StyleGroup,
    ): void => {
      const type = dom.type(node);
      if (type === 3) {
        if (!context.isTextConsumed) addText(dom.data(node), dom.holderOf(node), inherited, context);
        return;
      }
      if (type !== 1 || !dom.isElement(node) || plan.skips(node)) return;
      isOver ||= (nodes & 255) === 255 && now() > until;
      if (isOver || depth >= maximumDepth) {
        unread += plan.countElements(node);
        return;
      }
      const target = builder.target();
      const depthBefore = depth;
      depth += 1;
      try {
        element(node, inherited, context, outer);
      } catch (cause) {
        // A page without its root would look empty.
        if (depthBefore <= 1) throw cause;
        // What could not be read is left out, the rest is read.
        builder.restore(target);
        unread += 1;
      }
      depth = depthBefore;
    };

    const element = (
      node: Element,
      inherited: InheritedVisibility,
      context: TreeContext,
      outer: StyleGroup,
    ): void => {
      nodes += 1;
      const name = tag(node);
      if (skippedTags.has(name)) return;
      if (name === 'area') {
        // Browsers differ in whether it has a style of its own; its picture tells whether it is shown.
        controls.listArea(builder, node, context);
        return;
      }
      const styleGroup = styleCache.groupOf(node, name, outer);
      if (context.far && skipFarWrapper(node, name, inherited, context, styleGroup)) return;
      const recalled = styleCache.cachedStyle(styleGroup, context.far);
      let style: StyleSubset = recalled ?? styleCache.record(styleGroup, dom.style(node));
      let known: RawBox | null = null;
      if (recalled && !isFarAndPlain(node, name, inherited, context, styleGroup, style)) {
        known = dom.box(node);
        if (!builder.isFar(known)) style = dom.style(node);
      }
      const display = style.display;
      if (display === 'none') {
        if (name === 'input' && attribute(node, 'type').toLowerCase() === 'file')
          controls.listHidden(builder, node, context);
        return;
      }
      const isField = name === 'input' || name === 'select';
      const opacity = inherited.opacity === 0 ? 0 : inherited.opacity * Number(style.opacity);
      const position = style.position;
      const isVisible = style.visibility === 'visible';
      const cursor = style.cursor;
      if (!context.far && hiddenText.isErased(style)) {
        if (isField) controls.listHidden(builder, node, context, known ?? dom.box(node));
        return;
      }
      if (
        display === 'inline' &&
        opacity > 0.01 &&
        position === 'static' &&
        cursor === inherited.cursor &&
        isInlineText(node, name, styleGroup)
      ) {
        // Its box is of no use: what it holds is shown where the text around it is.
        const inner = isVisible || context.isTextConsumed ? context : { ...context, box: nowhere };
        const [before, after] = tagTraits.wordGaps(node, name, display, context);
        if (before) builder.addGap();
        if (dom.firstElement(node) === null) addOwnText(node, name, inherited, inner);
        else children(node, name, null, inherited, inner, styleGroup);
        if (after) builder.addGap();
        return;
      }
      const isFar = known === null && isFarAndPlain(node, name, inherited, context, styleGroup, style);
      const box = isFar ? context.box : (known ?? dom.box(node));
      const shown = isFar ? box : visibility.shownBox(box, inherited, position);
      const floats = position === 'absolute' || position === 'fixed';
      if (opacity <= 0.01 || (floats && visibility.isClippedAway(style))) {
        if (isField) controls.listHidden(builder, node, context, box);
        return;
      }
      const isShown = isVisible && (visibility.isBig(shown) || display === 'contents');
      if (!isShown && isField) {
        controls.listHidden(builder, node, context, box);
        return;
      }
      if (name === 'iframe' || name === 'frame') {
        if (!isShown || box[2] < 10 || box[3] < 10) return;
        overlapIndex.addElement(node, shown);
        const opens = layers.opensLayer(node, style, { position, box: shown, isBare: styleGroup.isBare });
        slots.add(builder, node, { box, shown, inherited, position }, { top: context.top, opens });
        return;
      }
      if (isShown && !isFar) overlapIndex.addElement(node, shown);
      const isInline = inline.test(display);
      const [before, after] = isInline ? tagTraits.wordGaps(node, name, display, context) : noGaps;
      if (!isInline) builder.flush();
      else if (before) builder.addGap();
      enter(
        node,
        { name, style, position, shown, box, cursor, inherited, isShown, isInline, styleGroup },
        context,
        inherited,
        opacity,
        isFar,
      );
      if (after) builder.addGap();
    };

    /** Nothing depends on where it is exactly. */
    const isFarAndPlain = (
      node: Element,
      name: string,
      inherited: InheritedVisibility,
      context: TreeContext,
      styleGroup: StyleGroup,
      style: StyleSubset,
    ): boolean =>
      context.far &&
      style.position === 'static' &&
      style.cursor === inherited.cursor &&
      isPlainBox(node, name, styleGroup, style);

    /**
     * Goes on inside an element far from the viewport that only stacks or styles what it holds, without a look at more
     * of its style than says so: a property costs as much as everything else here.
     */
    const skipFarWrapper = (
      node: Element,
      name: string,
      inherited: InheritedVisibility,
      context: TreeContext,
      styleGroup: StyleGroup,
    ): boolean => {
      const isText = inlineTextTags.has(name);
      const level = isHeading(name) ? Number(name[1]) : 0;
      if (!isText && !level && !neutralTags.has(name)) return false;
      if (!isStyleOnly(node, name, styleGroup) || (!isText && groups.mayGroup(node))) return false;
      // A heading prints also where it is far.
      if ((level || !styleGroup.style) && !dom.renders(node, level > 0)) return false;
      const style = styleGroup.style ?? styleCache.record(styleGroup, dom.style(node));
      const position = style.position;
      const isInPlace =
        position === 'static' || (position === 'relative' && inherited.clip === inherited.absoluteClip);
      if (!isInPlace || style.cursor !== inherited.cursor) return false;
      if (!isText && style.overflowX !== 'visible') return false;
      const inner = level ? { ...context, level } : context;
      if (!isText) builder.flush();
      if (dom.firstElement(node) === null) addOwnText(node, name, inherited, inner);
      else children(node, name, null, inherited, inner, styleGroup);
      if (!isText) builder.flush();
      return true;
    };

    /** Lists the element, opens its group if it is one, reads what is inside and ends both. */
    const enter = (
      node: Element,
      seen: VisitedElement,
      outer: TreeContext,
      inherited: InheritedVisibility,
      opacity: number,
      isFar: boolean,
    ): void => {
      const { name, style, shown, isShown, isInline, styleGroup } = seen;
      const { isBare } = styleGroup;
      const inert = outer.inert || (!isBare && dom.has(node, 'inert'));
      const before = builder.target();
      const listedBefore = builder.listedCount();
      const mayGroup = isShown && !outer.isTextConsumed;
      const opens =
        mayGroup && !isFar && layers.opensLayer(node, style, { position: seen.position, box: shown, isBare });
      const top = outer.top || opens;
      const role = mayGroup ? groups.roleOf(node, outer.nested, isBare, style) || (opens ? 'layer' : '') : '';
      // A layer, row or cell that listens itself prints in its own place, not in that of what is around it.
      const early = opens || groups.listsInside(role, outer.path) ? builder.open() : null;
      const into = early ?? before;
      const at = into.length;
      const around = top === outer.top ? outer : { ...outer, top };
      const mayList = !inert && (isShown || style.visibility === 'visible');
      const listing = mayList && !isFar ? controls.list(builder, node, seen, around) : null;
      const own = early ?? (role ? builder.open() : null);
      if (!listing && mayGroup && (name === 'img' || isDrawnImage(node, name, styleGroup)))
        picture(node, shown);
      if (name === 'progress' || name === 'meter') builder.addText(` ${controls.meterText(node)} `, around);

      const icon = name === 'svg' ? iconShapeCount(node, seen) : 0;
      if (icon === 0 && !atomicTags.has(name)) {
        const context = innerContexts.innerContext(
          node,
          seen,
          outer,
          { listing, role, inert, top },
          builder.isFar,
        );
        // Text of an element that is not shown does not print; elements inside it may be shown all the same.
        const inner = isShown || context.isTextConsumed ? context : { ...context, box: nowhere };
        const root = dom.rootIn(node);
        const generates = isShown && !isFar && !inner.isTextConsumed && !inner.far;
        if (generates) builder.addText(tagTraits.generatedText(node, '::before'), inner);
        if (root === null && name !== 'slot' && dom.firstElement(node) === null)
          addOwnText(node, name, inherited, inner);
        else {
          const isRoot = name === 'body' || name === 'html';
          const { position, cursor, box } = seen;
          const inside = isRoot
            ? { ...inherited, cursor }
            : visibility.inherit(inherited, style, box, { position, opacity, cursor });
          children(node, name, root, inside, inner, styleGroup);
        }
        if (generates) builder.addText(tagTraits.generatedText(node, '::after'), inner);
      }

      if (!isInline) builder.flush();
      if (own) {
        builder.close(before);
        const found = { role, box: shown, top: opens, content: own };
        const group = groups.groupFor(node, found, { into: before, path: outer.path, isWhole: !isOver });
        if (group) builder.push(group);
      }
      if (
        listing &&
        controls.isRedundant(listing.item, builder.listedCount() - listedBefore - 1, into.slice(at))
      ) {
        builder.remove(listing.item, into);
      }
    };

    const picture = (node: Element, box: RawBox): void => {
      const alternative = dom.squeeze(attribute(node, 'alt') || attribute(node, 'aria-label'));
      if (!alternative || box[2] < 16 || box[3] < 16) return;
      const source = dom.property(node, 'currentSrc') || dom.property(node, 'src');
      const address = typeof source === 'string' && source.startsWith('http') ? source.slice(0, 4096) : '';
      builder.push({ type: 'image', name: names.cut(alternative), source: address, box });
    };

    if (root)
      visit(root, visibility.initial, innerContexts.outermost(), styleCache.begin(request.mode === 'action'));
    builder.flush();
    reassignNumbers(builder.listedElements, firstNew);
    return {
      url: location.href,
      title: names.cut(document.title, 300),
      viewport: { width: innerWidth, height: innerHeight },
      scroll: {
        x: scrollX,
        y: scrollY,
        width: root?.scrollWidth ?? 0,
        height: Math.max(root?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0),
      },
      nodes,
      unread,
      unknownRoots: mainWorld.unknownRoots(),
      farText: builder.farText(),
      lateAttach: mainWorld.isLate(),
      unsafeHtml: mainWorld.hasUnsafeHtml(),
      hasBlockingLayer: layers.endRead(),
      ...occlusion.flagOccluded(builder, overlapIndex),
      next: ids.nextNumber(),
      content: builder.content,
      tookMs: now() - startedAt,
    };
  };
}
