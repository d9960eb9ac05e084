import type { Interactivity } from '../controls/interactivity.ts';
import type { Dom } from '../dom/dom.ts';
import type { ElementNames } from '../names/element-names.ts';
import type { RawGroup, RawNode } from '../raw-frame.ts';
import type { StyleSubset } from '../visibility/style-cache.ts';
import type { GroupPlacement, Tables } from './tables.ts';

/** Selects the elements that print as a container: landmarks, forms, lists, tables. */
export function makeGroups(dom: Dom, names: ElementNames, interactivity: Interactivity, tables: Tables) {
  const { tag, attribute } = dom;
  const byRole: Readonly<Record<string, string>> = {
    main: 'main',
    navigation: 'nav',
    banner: 'header',
    contentinfo: 'footer',
    complementary: 'aside',
    search: 'search',
    form: 'form',
    dialog: 'dialog',
    alertdialog: 'dialog',
    menu: 'menu',
    menubar: 'menu',
    listbox: 'listbox',
    tree: 'tree',
    tablist: 'tablist',
    toolbar: 'toolbar',
    radiogroup: 'group',
    table: 'table',
    grid: 'table',
    treegrid: 'table',
    row: 'row',
    cell: 'cell',
    gridcell: 'cell',
    columnheader: 'cell',
    rowheader: 'cell',
    list: 'list',
    listitem: 'entry',
  };
  const byTag: Readonly<Record<string, string>> = {
    main: 'main',
    nav: 'nav',
    aside: 'aside',
    search: 'search',
    form: 'form',
    dialog: 'dialog',
    fieldset: 'group',
    table: 'table',
    tr: 'row',
    td: 'cell',
    th: 'cell',
    ul: 'list',
    ol: 'list',
    li: 'entry',
  };

  /** Maximum number of children of one shape that do not make a list. */
  const listThreshold = 12;
  /** Of more children than this the first tell what the others are. */
  const sample = 60;
  /** Elements whose children repeat, as of the last read. */
  const repeated = new WeakSet<Element>();
  const inline =
    /^(a|abbr|b|button|code|em|i|input|label|mark|s|select|small|span|strong|sub|sup|svg|time|u)$/;

  /** Many children of one shape are a list, whatever they are made of. */
  const isRepeated = (element: Element): boolean => {
    if (element.childElementCount <= listThreshold) return false;
    const shapes = new Map<string, number>();
    let count = 0;
    for (let child = dom.first(element); child && count < sample; child = dom.next(child)) {
      if (!dom.isElement(child)) continue;
      const shape = `${tag(child)}.${attribute(child, 'class').split(/\s+/)[0] ?? ''}`;
      shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
      count += 1;
    }
    return Math.max(...shapes.values()) >= 0.8 * count;
  };

  /** The role under which an element prints as a group, or an empty string. */
  const roleOf = (element: Element, isNested: boolean, isBare: boolean, { display }: StyleSubset): string => {
    const repeats = isRepeated(element);
    if (repeats) repeated.add(element);
    else repeated.delete(element);
    const role = isBare ? '' : interactivity.roleOf(element);
    if (role) {
      if (role === 'presentation' || role === 'none') return '';
      if (role === 'region' || role === 'group') return names.groupName(element) ? 'region' : '';
      const known = Object.hasOwn(byRole, role) ? byRole[role] : undefined;
      if (known) return tables.partOf(element, role, known, display) ?? known;
    }
    const name = tag(element);
    const known = Object.hasOwn(byTag, name) ? byTag[name] : undefined;
    const part = tables.partOf(element, role, known ?? '', display);
    if (part !== null) return part;
    if (known) return known;
    if (name === 'header' || name === 'footer') return isNested ? '' : name;
    if (name === 'section') return names.groupName(element) ? 'region' : '';
    if (name === 'tbody') return '';
    if (repeats) return 'list';
    return isEntry(element) && !inline.test(name) ? 'entry' : '';
  };

  const isEntry = (element: Element): boolean => {
    const parent = dom.parentOf(element);
    return parent !== null && repeated.has(parent) && element.childElementCount > 0;
  };

  /** Tests whether an element without a role, and of a kind that is no group by itself, may be one by its place or content. */
  const mayGroup = (element: Element): boolean =>
    element.childElementCount > listThreshold || isEntry(element) || tables.isPlainCell(element);

  /** Tests whether a `caption` or `legend` prints as the name of the group around it. */
  const isTitle = (element: Element): boolean => {
    const parent = dom.parentOf(element);
    if (!parent || tag(parent) !== (tag(element) === 'caption' ? 'table' : 'fieldset')) return false;
    const role = interactivity.roleOf(parent);
    const isGroup = !role || (role !== 'presentation' && role !== 'none' && Object.hasOwn(byRole, role));
    return isGroup && names.groupName(parent) === names.textOf(element);
  };

  /** A group as it is handed over; null when there is nothing in it. */
  const groupFor = (element: Element, found: GroupDraft, around: GroupPlacement): RawGroup | null =>
    tables.finishGroup(element, { type: 'group', name: names.groupName(element), ...found }, around);

  const { begin, listsInside } = tables;
  return { begin, roleOf, mayGroup, isTitle, listsInside, groupFor };
}

/** A group as read, without its name. */
type GroupDraft = Pick<RawGroup, 'role' | 'box' | 'top'> & { readonly content: RawNode[] };

export type Groups = ReturnType<typeof makeGroups>;
