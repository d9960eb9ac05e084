import type { Interactivity } from '../controls/interactivity.ts';
import type { Dom } from '../dom/dom.ts';
import type { RawCell, RawGroup, RawNode, RawRow } from '../raw-frame.ts';

/**
 * Finds the rows and cells of tables, of grids made of roles and of boxes that CSS lays out as tables, and keeps empty
 * cells in their place.
 */
export function makeTables(dom: Dom, interactivity: Interactivity) {
  const { tag, attribute } = dom;
  /** Wrappers between a row and its cells that are looked into. */
  const mostWrappers = 3;
  const mostColumns = 1_000;
  const mostRows = 65_534;
  const headCells = '[role="columnheader"]';
  const dataCells = '[role="cell"],[role="gridcell"],[role="rowheader"]';
  const cellRole = /^(cell|gridcell|columnheader|rowheader)$/;
  /** A cell whose nearest row, by the roles of the groups around, is not in another cell or table. */
  const insideRow = /\/(row|columns)(\/(?!cell|table)\w+)*$/;

  /** Rows without roles or tags of cells inside: elements whose children are cells by their style, or all of them. */
  let styledRows = new WeakSet<Element>();
  let plainRows = new WeakSet<Element>();
  /** Rows of the current read that were handed over, and the cells with the list they are in. */
  let rows = new WeakSet<Element>();
  let cells = new WeakMap<Element, { readonly group: RawGroup; readonly into: RawNode[] }>();

  const isPresentational = (element: Element): boolean => {
    const role = interactivity.roleOf(element);
    return role === 'presentation' || role === 'none';
  };

  /** Tests whether a `tr`, `td` or `th` belongs to a table that only places its content. */
  const isLayout = (part: Element): boolean => {
    let above = dom.parentOf(part);
    for (let hop = 0; above && hop < 3; hop += 1, above = dom.parentOf(above)) {
      if (tag(above) === 'table') return isPresentational(above);
    }
    return false;
  };

  const isEmpty = (element: Element): boolean =>
    dom.firstElement(element) === null && dom.textUnder(element).trim() === '';

  /** A row that only names the columns. */
  const isHead = (row: Element): boolean => {
    const parent = dom.parentOf(row);
    if (parent && tag(parent) === 'thead') return true;
    if (row.childElementCount > 1 && tag(row) === 'tr') {
      const [corner, ...others] = row.children;
      const isHeader = (cell: Element): boolean =>
        tag(cell) === 'th' || interactivity.roleOf(cell) === 'columnheader';
      if (!corner || !others.every(isHeader)) return false;
      return isHeader(corner) || (others.length > 1 && isEmpty(corner));
    }
    return row.querySelector(headCells) !== null && row.querySelector(`${dataCells},td`) === null;
  };

  /** A row of plain boxes, each of which is a cell. */
  const isPlainRow = (row: Element): boolean =>
    row.childElementCount > 1 &&
    [...row.children].every((child) => tag(child) === 'div' && !dom.has(child, 'role')) &&
    row.querySelector(`${headCells},${dataCells}`) === null;

  const rowRole = (row: Element): string => (isHead(row) ? 'columns' : 'row');

  /** The part of a table that an element without a role of its own is by its style. */
  const styledRole = (element: Element, display: string): string => {
    if (display === 'table' || display === 'inline-table') {
      const first = dom.firstElement(element);
      return first && /^table-(row|header-group|row-group)$/.test(dom.style(first).display) ? 'table' : '';
    }
    if (display === 'table-row' && element.childElementCount > 1) {
      styledRows.add(element);
      return 'row';
    }
    const row = dom.parentOf(element);
    if (!row) return '';
    if (plainRows.has(row)) return 'cell';
    return display === 'table-cell' && styledRows.has(row) ? 'cell' : '';
  };

  /**
   * The part of a table that an element is: `table`, `row`, `columns`, `cell` or an empty string; null when tables have
   * no say in it.
   *
   * @param role as the page states it
   * @param known the group that its role or tag makes it
   */
  const partOf = (element: Element, role: string, known: string, display: string): string | null => {
    if (known === 'row') {
      const isNative = tag(element) === 'tr';
      if (isNative && role !== 'row' && isLayout(element)) return '';
      if (!isNative && isPlainRow(element)) plainRows.add(element);
      return rowRole(element);
    }
    if (known === 'cell') {
      const isStated = cellRole.test(role);
      return !isStated && isLayout(element) ? '' : 'cell';
    }
    if (role !== '' || !/^(list|entry|)$/.test(known)) return null;
    return styledRole(element, display) || null;
  };

  const span = (element: Element, native: string, stated: string, most: number): number => {
    const isNative = /^t[dh]$/.test(tag(element));
    const text = attribute(element, isNative ? native : stated).trim();
    const found = /^\+?\d+/.test(text) ? Number.parseInt(text, 10) : 1;
    return Math.min(found, most);
  };

  const index = (element: Element): number =>
    Math.min(mostRows, Math.max(0, Number.parseInt(attribute(element, 'aria-colindex'), 10) || 0));

  const placeOfCell = (cell: Element): RawCell | null => {
    const columns = Math.max(1, span(cell, 'colspan', 'aria-colspan', mostColumns));
    const rowCount = span(cell, 'rowspan', 'aria-rowspan', mostRows);
    const column = index(cell);
    return column > 0 || columns > 1 || rowCount !== 1 ? { column, columns, rows: rowCount } : null;
  };

  const isShownBox = (element: Element): boolean => dom.style(element).display !== 'none';

  const placeOfRow = (row: Element): RawRow | null => {
    const column = index(row);
    let isFirst = false;
    let skipped = 0;
    if (tag(row) === 'tr') {
      let before = row.previousElementSibling;
      for (; before && !rows.has(before); before = before.previousElementSibling) {
        if (tag(before) === 'tr' && isShownBox(before)) skipped += 1;
      }
      isFirst = before === null;
    }
    rows.add(row);
    return column > 0 || isFirst || skipped > 0 ? { column, isFirst, skipped } : null;
  };

  const isCell = (element: Element, row: Element): boolean => {
    if (plainRows.has(row)) return dom.parentOf(element) === row;
    if (styledRows.has(row))
      return dom.parentOf(element) === row && dom.style(element).display === 'table-cell';
    const role = interactivity.roleOf(element);
    return cellRole.test(role) || (role === '' && /^t[dh]$/.test(tag(element)));
  };

  /** Puts an empty cell where the page shows a cell of which nothing else was found. */
  const addEmptyCells = (row: Element, { content, box }: RawGroup & { content: RawNode[] }): void => {
    if (content.length === row.childElementCount && [...row.children].every((child) => cells.has(child)))
      return;
    if (!content.some((node) => node.type === 'group')) return;
    let into = content;
    // What is listed of the row itself comes first.
    let at = content[0]?.type === 'item' && content[0].box === box ? 1 : 0;
    const visit = (parent: Element, depth: number): void =>
      dom.eachChild(parent, (child) => {
        if (!dom.isElement(child)) return;
        const known = cells.get(child);
        if (known) {
          into = known.into;
          at = into.indexOf(known.group) + 1;
        } else if (isCell(child, row)) {
          if (!isShownBox(child)) return;
          into.splice(at, 0, {
            type: 'group',
            role: 'cell',
            name: '',
            box,
            top: false,
            content: [],
            ...cellOf(child),
          });
          at += 1;
        } else if (depth < mostWrappers && tag(child) !== 'table' && dom.holdsElements(child)) {
          visit(child, depth + 1);
        }
      });
    visit(row, 1);
  };

  const cellOf = (cell: Element): { cell?: RawCell } => {
    const place = placeOfCell(cell);
    return place ? { cell: place } : {};
  };

  return {
    /** Begins a read. */
    begin(): void {
      styledRows = new WeakSet();
      plainRows = new WeakSet();
      rows = new WeakSet();
      cells = new WeakMap();
    },

    partOf,

    /** Tests whether an element is a cell by its place in a row. */
    isPlainCell: (element: Element): boolean => {
      const row = dom.parentOf(element);
      return row !== null && plainRows.has(row);
    },

    /** Tests whether what is listed of a row or a cell belongs inside of it. `path`: the roles around. */
    listsInside: (role: string, path: string): boolean =>
      role === 'row' || role === 'columns' || (role === 'cell' && insideRow.test(path)),

    /**
     * A group as it is handed over: rows with their empty cells, both with their place in the table; null when there is
     * nothing in it.
     */
    finishGroup(
      element: Element,
      group: RawGroup & { readonly content: RawNode[] },
      { into, path, isWhole }: GroupPlacement,
    ): RawGroup | null {
      const { role, content } = group;
      if (role === 'cell' && insideRow.test(path)) {
        const cell = { ...group, ...cellOf(element) };
        cells.set(element, { group: cell, into });
        return cell;
      }
      if (role !== 'row' && role !== 'columns') return content.length > 0 ? group : null;
      if (isWhole) addEmptyCells(element, group);
      if (content.length === 0) return null;
      const row = placeOfRow(element);
      return row ? { ...group, row } : group;
    },
  };
}

/** Position of a group in the tree. */
export interface GroupPlacement {
  /** The list that it goes into. */
  readonly into: RawNode[];
  /** Roles of the groups around, outermost first. */
  readonly path: string;
  /** Everything in it was read. */
  readonly isWhole: boolean;
}

export type Tables = ReturnType<typeof makeTables>;
