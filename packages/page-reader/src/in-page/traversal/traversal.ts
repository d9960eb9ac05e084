import type { List, Seen } from '../controls/control-list.ts';
import type { Dom } from '../dom/dom.ts';
import type { Ids } from '../identity/element-ids.ts';
import type { SettleNumbers } from '../identity/element-matching.ts';
import type { MainWorldReport } from '../main-world/main-world-report.ts';
import type { Names } from '../names/element-names.ts';
import type { Layers } from '../occlusion/layers.ts';
import type { Covering } from '../occlusion/occlusion.ts';
import type { BlankFloating } from '../occlusion/overlap-index.ts';
import type { RawBox, RawFrame, RawRequest } from '../raw-frame.ts';
import type { Groups } from '../tree/groups.ts';
import type { BlankSheet, Context } from '../tree/tree-builder.ts';
import type { Unseen } from '../visibility/hidden-text.ts';
import type { Kin, Kinship, Look } from '../visibility/style-cache.ts';
import type { Nature } from '../visibility/tag-traits.ts';
import type { Shade, Visibility } from '../visibility/visibility.ts';
import type { Slots } from './frame-slots.ts';
import type { Contexts } from './inner-context.ts';
import type { PlanRead } from './read-plan.ts';

/** The parts that the walk is made of. */
export interface WalkParts {
  readonly dom: Dom;
  readonly names: Names;
  readonly list: List;
  readonly groups: Groups;
  readonly ids: Ids;
  readonly layers: Layers;
  readonly visibility: Visibility;
  readonly mainWorld: MainWorldReport;
  readonly planRead: PlanRead;
  readonly nature: Nature;
  readonly kinship: Kinship;
  readonly covering: Covering;
  readonly slots: Slots;
  readonly contexts: Contexts;
  readonly unseen: Unseen;
  readonly blankSheet: BlankSheet;
  readonly blankFloating: BlankFloating;
  readonly settleNumbers: SettleNumbers;
}

/** The one pass over a document: reads only, never waits. */
export function makeWalk({
  dom,
  names,
  list,
  groups,
  ids,
  layers,
  visibility,
  mainWorld,
  planRead,
  nature,
  kinship,
  covering,
  slots,
  contexts,
  unseen,
  blankSheet,
  blankFloating,
  settleNumbers,
}: WalkParts) {
  const { tag, attribute } = dom;
  const { skipped, closed, stretches, neutral, isHeading } = nature;
  const { isSilent, isStretch, isPlain, isDrawing, iconSize } = nature;
  const now = performance.now.bind(performance);
  const { getElementsByTagName } = Element.prototype;
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
    const sheet = blankSheet(request);
    const floating = blankFloating();
    const plan = planRead(request.maximumNodes, (first) => {
      if (request.listeners === 'ask') mainWorld.ask(first);
      else if (request.listeners === 'given') mainWorld.take(request.report, first);
      return request.listeners === 'none' ? null : mainWorld.total();
    });
    let nodes = 0;
    let unread = plan.unread;
    let depth = 0;
    /** A last resort, far beyond what a read takes on a busy machine: a view with a count of what is missing beats none. */
    let isOver = false;
    list.begin(request.mode);
    groups.begin();
    unseen.begin();
    ids.startAt(request.from);
    const firstNew = ids.upTo();

    const children = (
      node: Element,
      name: string,
      root: ShadowRoot | null,
      shade: Shade,
      context: Context,
      kin: Kin,
    ): void => {
      const isClosed = name === 'details' && !dom.has(node, 'open');
      const assigned = name === 'slot' ? dom.assigned(node) : null;
      if (assigned) {
        for (const child of assigned) visit(child, shade, context, kin);
        return;
      }
      for (let child = dom.first(root ?? node); child; child = dom.next(child)) {
        if (isClosed && !(dom.isElement(child) && /^(summary|slot)$/.test(tag(child)))) continue;
        visit(child, shade, context, kin);
      }
    };

    /** The only text of an element without elements: no need to look at its nodes. */
    const ownText = (node: Element, name: string, shade: Shade, context: Context): void => {
      if (!context.eaten && name !== 'details') addText(dom.textUnder(node), node, shade, context);
    };

    const addText = (text: string, holder: Element | null, shade: Shade, context: Context): void => {
      if (text.trim() !== '' && !context.far) {
        if (shade.window === null && unseen.isBeyondPage(context.box)) return;
        if (holder && unseen.hidesText(holder)) return;
      }
      sheet.addText(text, context);
    };

    const visit = (node: Node, shade: Shade, context: Context, outer: Kin): void => {
      const type = dom.type(node);
      if (type === 3) {
        if (!context.eaten) addText(dom.data(node), dom.holderOf(node), shade, context);
        return;
      }
      if (type !== 1 || !dom.isElement(node) || plan.skips(node)) return;
      isOver ||= (nodes & 255) === 255 && now() > until;
      if (isOver || depth >= maximumDepth) {
        unread += 1 + Reflect.apply(getElementsByTagName, node, ['*']).length;
        return;
      }
      const sink = sheet.sink();
      const depthBefore = depth;
      depth += 1;
      try {
        element(node, shade, context, outer);
      } catch (cause) {
        // A page without its root would look empty.
        if (depthBefore <= 1) throw cause;
        // What could not be read is left out, the rest is read.
        sheet.restore(sink);
        unread += 1;
      }
      depth = depthBefore;
    };

    const element = (node: Element, shade: Shade, context: Context, outer: Kin): void => {
      nodes += 1;
      const name = tag(node);
      if (skipped.has(name)) return;
      if (name === 'area') {
        // Browsers differ in whether it has a style of its own; its picture tells whether it is shown.
        list.listArea(sheet, node, context);
        return;
      }
      const kin = kinship.of(node, name, outer);
      if (context.far && passThrough(node, name, shade, context, kin)) return;
      const recalled = kinship.recall(kin, context.far);
      let style: Look = recalled ?? kinship.note(kin, dom.style(node));
      let known: RawBox | null = null;
      if (recalled && !isFarAndPlain(node, name, shade, context, kin, style)) {
        known = dom.box(node);
        if (!sheet.isFar(known)) style = dom.style(node);
      }
      const display = style.display;
      if (display === 'none') {
        if (name === 'input' && attribute(node, 'type').toLowerCase() === 'file')
          list.listHidden(sheet, node, context);
        return;
      }
      const isField = name === 'input' || name === 'select';
      const opacity = shade.opacity === 0 ? 0 : shade.opacity * Number(style.opacity);
      const position = style.position;
      const isVisible = style.visibility === 'visible';
      const cursor = style.cursor;
      if (!context.far && unseen.isErased(style)) {
        if (isField) list.listHidden(sheet, node, context, known ?? dom.box(node));
        return;
      }
      if (
        display === 'inline' &&
        opacity > 0.01 &&
        position === 'static' &&
        cursor === shade.cursor &&
        isStretch(node, name, kin)
      ) {
        // Its box is of no use: what it holds is shown where the text around it is.
        const inner = isVisible || context.eaten ? context : { ...context, box: nowhere };
        const [before, after] = nature.gaps(node, name, display, context);
        if (before) sheet.gap();
        if (dom.firstElement(node) === null) ownText(node, name, shade, inner);
        else children(node, name, null, shade, inner, kin);
        if (after) sheet.gap();
        return;
      }
      const isFar = known === null && isFarAndPlain(node, name, shade, context, kin, style);
      const box = isFar ? context.box : (known ?? dom.box(node));
      const shown = isFar ? box : visibility.shownBox(box, shade, position);
      const floats = position === 'absolute' || position === 'fixed';
      if (opacity <= 0.01 || (floats && visibility.isClippedAway(style))) {
        if (isField) list.listHidden(sheet, node, context, box);
        return;
      }
      const isShown = isVisible && (visibility.isBig(shown) || display === 'contents');
      if (!isShown && isField) {
        list.listHidden(sheet, node, context, box);
        return;
      }
      if (name === 'iframe' || name === 'frame') {
        if (!isShown || box[2] < 10 || box[3] < 10) return;
        floating.note(node, shown);
        const opens = layers.opensLayer(node, style, { position, box: shown, isBare: kin.isBare });
        slots.add(sheet, node, { box, shown, shade, position }, { top: context.top, opens });
        return;
      }
      if (isShown && !isFar) floating.note(node, shown);
      const isInline = inline.test(display);
      const [before, after] = isInline ? nature.gaps(node, name, display, context) : noGaps;
      if (!isInline) sheet.flush();
      else if (before) sheet.gap();
      enter(
        node,
        { name, style, position, shown, box, cursor, shade, isShown, isInline, kin },
        context,
        shade,
        opacity,
        isFar,
      );
      if (after) sheet.gap();
    };

    /** Nothing depends on where it is exactly. */
    const isFarAndPlain = (
      node: Element,
      name: string,
      shade: Shade,
      context: Context,
      kin: Kin,
      style: Look,
    ): boolean =>
      context.far &&
      style.position === 'static' &&
      style.cursor === shade.cursor &&
      isPlain(node, name, kin, style);

    /**
     * Goes on inside an element far from the viewport that only stacks or styles what it holds, without a look at more
     * of its style than says so: a property costs as much as everything else here.
     */
    const passThrough = (node: Element, name: string, shade: Shade, context: Context, kin: Kin): boolean => {
      const isText = stretches.has(name);
      const level = isHeading(name) ? Number(name[1]) : 0;
      if (!isText && !level && !neutral.has(name)) return false;
      if (!isSilent(node, name, kin) || (!isText && groups.mayGroup(node))) return false;
      // A heading prints also where it is far.
      if ((level || !kin.look) && !dom.renders(node, level > 0)) return false;
      const style = kin.look ?? kinship.note(kin, dom.style(node));
      const position = style.position;
      const isInPlace =
        position === 'static' || (position === 'relative' && shade.clip === shade.absoluteClip);
      if (!isInPlace || style.cursor !== shade.cursor) return false;
      if (!isText && style.overflowX !== 'visible') return false;
      const inner = level ? { ...context, level } : context;
      if (!isText) sheet.flush();
      if (dom.firstElement(node) === null) ownText(node, name, shade, inner);
      else children(node, name, null, shade, inner, kin);
      if (!isText) sheet.flush();
      return true;
    };

    /** Lists the element, opens its group if it is one, reads what is inside and ends both. */
    const enter = (
      node: Element,
      seen: Seen,
      outer: Context,
      shade: Shade,
      opacity: number,
      isFar: boolean,
    ): void => {
      const { name, style, shown, isShown, isInline, kin } = seen;
      const { isBare } = kin;
      const inert = outer.inert || (!isBare && dom.has(node, 'inert'));
      const before = sheet.sink();
      const listedBefore = sheet.listed();
      const mayGroup = isShown && !outer.eaten;
      const opens =
        mayGroup && !isFar && layers.opensLayer(node, style, { position: seen.position, box: shown, isBare });
      const top = outer.top || opens;
      const role = mayGroup ? groups.roleOf(node, outer.nested, isBare, style) || (opens ? 'layer' : '') : '';
      // A layer, row or cell that listens itself prints in its own place, not in that of what is around it.
      const early = opens || groups.holdsItself(role, outer.path) ? sheet.open() : null;
      const into = early ?? before;
      const at = into.length;
      const around = top === outer.top ? outer : { ...outer, top };
      const mayList = !inert && (isShown || style.visibility === 'visible');
      const listing = mayList && !isFar ? list.list(sheet, node, seen, around) : null;
      const own = early ?? (role ? sheet.open() : null);
      if (!listing && mayGroup && (name === 'img' || isDrawing(node, name, kin))) picture(node, shown);
      if (name === 'progress' || name === 'meter') sheet.addText(` ${list.reading(node)} `, around);

      const icon = name === 'svg' ? iconSize(node, seen) : 0;
      if (icon === 0 && !closed.has(name)) {
        const context = contexts.inside(node, seen, outer, { listing, role, inert, top }, sheet.isFar);
        // Text of an element that is not shown does not print; elements inside it may be shown all the same.
        const inner = isShown || context.eaten ? context : { ...context, box: nowhere };
        const root = dom.rootIn(node);
        const generates = isShown && !isFar && !inner.eaten && !inner.far;
        if (generates) sheet.addText(nature.generated(node, '::before'), inner);
        if (root === null && name !== 'slot' && dom.firstElement(node) === null)
          ownText(node, name, shade, inner);
        else {
          const isRoot = name === 'body' || name === 'html';
          const { position, cursor, box } = seen;
          const inside = isRoot
            ? { ...shade, cursor }
            : visibility.inside(shade, style, box, { position, opacity, cursor });
          children(node, name, root, inside, inner, kin);
        }
        if (generates) sheet.addText(nature.generated(node, '::after'), inner);
      }

      if (!isInline) sheet.flush();
      if (own) {
        sheet.close(before);
        const found = { role, box: shown, top: opens, content: own };
        const group = groups.closed(node, found, { into: before, path: outer.path, isWhole: !isOver });
        if (group) sheet.push(group);
      }
      if (listing && list.isSuperfluous(listing.item, sheet.listed() - listedBefore - 1, into.slice(at))) {
        sheet.remove(listing.item, into);
      }
    };

    const picture = (node: Element, box: RawBox): void => {
      const alternative = dom.squeeze(attribute(node, 'alt') || attribute(node, 'aria-label'));
      if (!alternative || box[2] < 16 || box[3] < 16) return;
      const source = dom.property(node, 'currentSrc') || dom.property(node, 'src');
      const address = typeof source === 'string' && source.startsWith('http') ? source.slice(0, 4096) : '';
      sheet.push({ type: 'image', name: names.cut(alternative), source: address, box });
    };

    if (root) visit(root, visibility.start, contexts.outermost(), kinship.begin(request.mode === 'action'));
    sheet.flush();
    settleNumbers(sheet.hits, firstNew);
    return {
      url: location.href,
      title: document.title.slice(0, 300),
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
      farText: sheet.farText(),
      lateAttach: mainWorld.isLate(),
      unsafeHtml: mainWorld.hasUnsafeHtml(),
      layered: layers.shutOff(),
      ...covering.mark(sheet, floating),
      next: ids.upTo(),
      content: sheet.content,
      tookMs: now() - startedAt,
    };
  };
}
