import type { Dom } from './dom.ts';
import type { Groups } from './groups.ts';
import type { Ids } from './ids.ts';
import type { Layers } from './layers.ts';
import type { SettleNumbers } from './likeness.ts';
import type { List, Seen } from './list.ts';
import type { Names } from './names.ts';
import type { RawBox, RawFrame, RawRequest } from './raw.ts';
import type { SelectorOf } from './selectors.ts';
import type { BlankSheet, Context } from './sheet.ts';
import type { Testimony } from './testimony.ts';
import type { Shade, Visibility } from './visibility.ts';

/** The parts that the walk is made of. */
export interface WalkParts {
  readonly dom: Dom;
  readonly names: Names;
  readonly list: List;
  readonly groups: Groups;
  readonly ids: Ids;
  readonly layers: Layers;
  readonly visibility: Visibility;
  readonly blankSheet: BlankSheet;
  readonly settleNumbers: SettleNumbers;
  readonly selectorOf: SelectorOf;
  readonly testimony: Testimony;
}

/** The one pass over a document: reads only, never waits. Runs inside the page: no name from outside. */
export function makeWalk({
  dom,
  names,
  list,
  groups,
  ids,
  layers,
  visibility,
  blankSheet,
  settleNumbers,
  selectorOf,
  testimony,
}: WalkParts) {
  const { tag, attribute } = dom;
  const now = performance.now.bind(performance);
  const skipped = new Set(
    'script style template head noscript meta link title datalist param source track base object embed'.split(
      ' ',
    ),
  );
  const closed = new Set('input select textarea canvas audio video img br hr progress meter'.split(' '));
  const inline = /^(inline|contents|ruby)/;
  const messageClass = /(^|[\s_-])(error|alert|invalid|warning|danger|toast|notification)s?($|[\s_-])/i;
  /** Deeper than parsers nest; only scripts build such a tree, and the stack has an end. */
  const maximumDepth = 1_500;

  return function read(request: RawRequest): RawFrame {
    const startedAt = now();
    const sheet = blankSheet();
    let nodes = 0;
    let depth = 0;
    let stopped = false;
    let hasTop = false;
    if (request.hears) testimony.hear();
    ids.startAt(request.from);
    const firstNew = ids.upTo();

    const visit = (node: Node, shade: Shade, context: Context): void => {
      if (stopped) return;
      const type = dom.type(node);
      if (type === 3) sheet.addText(dom.data(node), context);
      else if (type === 1 && dom.isElement(node) && depth < maximumDepth) {
        const sink = sheet.sink();
        const depthBefore = depth;
        depth += 1;
        try {
          element(node, shade, context);
        } catch {
          // A getter of the page threw; what it belongs to is left out, the rest is read.
          sheet.restore(sink);
        }
        depth = depthBefore;
      }
    };

    const element = (node: Element, shade: Shade, context: Context): void => {
      nodes += 1;
      const isCheck = (nodes & 255) === 0;
      if (nodes >= request.maximumNodes || (isCheck && now() - startedAt > request.softTimeMs)) {
        stopped = true;
        return;
      }
      const name = tag(node);
      if (skipped.has(name)) return;
      const style = dom.style(node);
      const display = style.display;
      if (display === 'none') {
        if (name === 'input' && attribute(node, 'type').toLowerCase() === 'file')
          list.listHidden(sheet, node, context);
        return;
      }
      const isField = name === 'input' || name === 'select';
      const opacity = shade.opacity * Number(style.opacity);
      const position = style.position;
      const box = dom.box(node);
      const shown = visibility.shownBox(box, shade, position);
      const floats = position === 'absolute' || position === 'fixed';
      if (opacity <= 0.01 || (floats && visibility.isClippedAway(style))) {
        if (isField) list.listHidden(sheet, node, context, box);
        return;
      }
      const isContents = display === 'contents';
      const isShown = style.visibility === 'visible' && (visibility.isBig(shown) || isContents);
      if (!isShown && isField) {
        list.listHidden(sheet, node, context, box);
        return;
      }
      if (name === 'iframe' || name === 'frame') {
        if (isShown && box[2] >= 10 && box[3] >= 10) slot(node, box);
        return;
      }
      const cursor = style.cursor;
      const isInline = inline.test(display);
      if (!isInline) sheet.flush();
      const inside = enter(
        node,
        {
          name,
          style,
          position,
          shown,
          box,
          cursor,
          cursorAround: shade.cursor,
          isShown,
          isInline,
          isBare: dom.isBare(node),
        },
        context,
      );
      if (!closed.has(name) && inside.kind !== 'textbox') {
        const isRoot = name === 'body' || name === 'html';
        // Text has no use for what elements inherit.
        const inner = dom.holdsElements(node) && !isRoot;
        const shadeInside = inner
          ? visibility.inside(shade, style, box, { position, opacity, cursor })
          : shade;
        children(node, name, isRoot ? { ...shade, cursor } : shadeInside, inside.context, isShown);
      }
      if (!isInline) sheet.flush();
      inside.leave();
    };

    const children = (
      node: Element,
      name: string,
      shade: Shade,
      context: Context,
      isShown: boolean,
    ): void => {
      const isClosed = name === 'details' && !dom.has(node, 'open');
      // Text of an element that is not shown does not print; elements inside it may be shown all the same.
      const inner = isShown || context.eaten ? context : { ...context, box: [0, 0, 0, 0] as const };
      dom.eachChild(node, (child) => {
        if (isClosed && !(dom.isElement(child) && /^(summary|slot)$/.test(tag(child)))) return;
        visit(child, shade, inner);
      });
    };

    /** Lists the element and opens its group, if it is one; `leave` ends both. */
    const enter = (node: Element, seen: Seen, outer: Context) => {
      const { name, style, shown, isShown, isBare } = seen;
      const inert = outer.inert || (!isBare && dom.has(node, 'inert'));
      const before = sheet.sink();
      const at = before.length;
      const listedBefore = sheet.listed();
      const opens =
        isShown &&
        !outer.eaten &&
        layers.opensLayer(node, style, { position: seen.position, box: shown, isBare });
      const top = outer.top || opens;
      if (opens) hasTop = true;
      const role =
        isShown && !outer.eaten ? groups.roleOf(node, outer.nested, isBare) || (opens ? 'layer' : '') : '';
      const listing = isShown && !inert ? list.list(sheet, node, seen, { ...outer, top }) : null;
      const own = role ? sheet.open() : null;
      if (name === 'img' && !listing && !outer.eaten && isShown) picture(node, shown);
      const heading = /^h[1-6]$/.test(name)
        ? Number(name[1])
        : !isBare && attribute(node, 'role') === 'heading'
          ? 2
          : 0;
      const isBlock = !seen.isInline;
      const isLabel = name === 'label' && list.isLabelOfListed(node);
      const isTitle = (name === 'caption' || name === 'legend') && !outer.eaten;
      const changes =
        listing || heading || isBlock || isLabel || inert !== outer.inert || top !== outer.top || role;
      const context: Context = changes
        ? {
            listed: listing ? { box: listing.item.box, kind: listing.item.kind } : outer.listed,
            eaten: outer.eaten || isLabel || isTitle || (listing?.eats ?? false),
            level: heading || outer.level,
            alert: outer.alert || (!isBare && isMessage(node)),
            inert,
            top,
            nested: outer.nested || /^(main|article|section|aside|li|dialog)$/.test(name),
            box: isBlock || listing ? shown : outer.box,
            path: role ? `${outer.path}/${role}` : outer.path,
            unit: role === 'row' || role === 'entry' ? node : outer.unit,
          }
        : outer;
      const leave = (): void => {
        if (own) {
          sheet.close(before);
          if (own.length > 0) {
            sheet.push({
              type: 'group',
              role,
              name: names.groupName(node),
              box: shown,
              top: opens,
              content: own,
            });
          }
        }
        if (
          listing &&
          list.isSuperfluous(listing.item, sheet.listed() - listedBefore - 1, before.slice(at))
        ) {
          sheet.remove(listing.item, before);
        }
      };
      return { context, leave, kind: listing?.item.kind };
    };

    const slot = (node: Element, box: RawBox): void => {
      const style = dom.style(node);
      const pixels = (text: string): number => Number.parseFloat(text) || 0;
      const left = node.clientLeft + pixels(style.paddingLeft);
      const top = node.clientTop + pixels(style.paddingTop);
      sheet.push({
        type: 'slot',
        number: ids.numberOf(node),
        title: attribute(node, 'title') || attribute(node, 'aria-label') || attribute(node, 'name'),
        box: [box[0] + left, box[1] + top, Math.max(0, box[2] - 2 * left), Math.max(0, box[3] - 2 * top)],
      });
    };

    const picture = (node: Element, box: RawBox): void => {
      const alternative = dom.squeeze(attribute(node, 'alt'));
      if (!alternative || box[2] < 16 || box[3] < 16) return;
      const source = dom.property(node, 'currentSrc') || dom.property(node, 'src');
      const address = typeof source === 'string' && source.startsWith('http') ? source.slice(0, 4096) : '';
      sheet.push({ type: 'image', name: names.cut(alternative), source: address, box });
    };

    const isMessage = (node: Element): boolean =>
      /^(alert|status|alertdialog)$/.test(attribute(node, 'role')) ||
      /^(polite|assertive)$/.test(attribute(node, 'aria-live')) ||
      messageClass.test(attribute(node, 'class'));

    /** Marks what is covered; tells whether the top layer takes most of the background. */
    const cover = (): boolean => {
      let behind = 0;
      let covered = 0;
      for (const { item, element: node, context } of sheet.hits) {
        const [x, y, width, height] = item.box;
        const isInView = x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0;
        if (!isInView || width <= 1 || height <= 1) continue;
        const result = layers.probe(node, item.box);
        if (!context.top) behind += 1;
        if ('point' in result) continue;
        if (!context.top) covered += 1;
        item.flags.push(`covered-by ${layers.coverName(result.cover)}`);
      }
      return hasTop && behind > 0 && covered >= 0.6 * behind;
    };

    const select = (): void => {
      const until = now() + request.selectorMs;
      for (const { item, element: node } of sheet.hits) {
        if (now() > until) return;
        item.css = selectorOf(node).css.slice(0, 500);
      }
    };

    const root = document.documentElement;
    if (root) visit(root, visibility.start, outermost());
    sheet.flush();
    settleNumbers(sheet.hits, firstNew);
    select();
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
      unread: stopped ? Math.max(0, document.getElementsByTagName('*').length - nodes) : 0,
      lateAttach: testimony.isLate(),
      unsafeHtml: testimony.hasUnsafeHtml(),
      modal: cover(),
      next: ids.upTo(),
      content: sheet.content,
      tookMs: now() - startedAt,
    };
  };

  function outermost(): Context {
    const none = {
      listed: null,
      eaten: false,
      level: 0,
      alert: false,
      inert: false,
      top: false,
      nested: false,
      path: '',
      unit: null,
    };
    return { ...none, box: [0, 0, innerWidth, innerHeight] };
  }
}
