import type { Dom } from './dom.ts';
import type { Evidence } from './evidence.ts';
import type { Names } from './names.ts';

/** Which elements print as a container: landmarks, forms, lists, tables. Runs inside the page: no name from outside. */
export function makeGroups(dom: Dom, names: Names, evidence: Evidence) {
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

  /** Elements whose children repeat, as of the last walk. */
  const repeated = new WeakSet<Element>();
  const inline =
    /^(a|abbr|b|button|code|em|i|input|label|mark|s|select|small|span|strong|sub|sup|svg|time|u)$/;

  /** Many children of one shape are a list, whatever they are made of. */
  const isRepeated = (element: Element): boolean => {
    if (element.childElementCount <= 12) return false;
    const shapes = new Map<string, number>();
    for (const child of element.children) {
      const shape = `${child.localName}.${attribute(child, 'class').split(/\s+/)[0] ?? ''}`;
      shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
    }
    return Math.max(...shapes.values()) >= 0.8 * element.childElementCount;
  };

  /** A row that only names the columns. */
  const isHead = (row: Element): boolean => {
    const parent = dom.parentOf(row);
    if (parent && tag(parent) === 'thead') return true;
    return row.childElementCount > 1 && [...row.children].every((cell) => tag(cell) === 'th');
  };

  /** The role under which an element prints as a group, or an empty string. */
  const roleOf = (element: Element, isNested: boolean, isBare: boolean): string => {
    const repeats = isRepeated(element);
    if (repeats) repeated.add(element);
    else repeated.delete(element);
    const role = isBare ? '' : evidence.roleOf(element);
    if (role) {
      if (role === 'presentation' || role === 'none') return '';
      if (role === 'region' || role === 'group') return names.groupName(element) ? 'region' : '';
      const known = Object.hasOwn(byRole, role) ? byRole[role] : undefined;
      if (known) return known;
    }
    const name = tag(element);
    if (name === 'tr' && isHead(element)) return 'columns';
    const known = Object.hasOwn(byTag, name) ? byTag[name] : undefined;
    if (known) return known;
    if (name === 'header' || name === 'footer') return isNested ? '' : name;
    if (name === 'section') return names.groupName(element) ? 'region' : '';
    if (name === 'tbody') return '';
    if (repeats) return 'list';
    const parent = dom.parentOf(element);
    const isEntry = parent && repeated.has(parent) && element.childElementCount > 0 && !inline.test(name);
    return isEntry ? 'entry' : '';
  };

  return { roleOf };
}

export type Groups = ReturnType<typeof makeGroups>;
