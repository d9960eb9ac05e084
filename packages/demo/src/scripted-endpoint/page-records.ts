import type { View } from './parse-view.ts';

/** One thing that a page lists, by column. */
export type PageRecord = Readonly<Record<string, string>>;

/** What a page lists: the rows of its first real table, else its cards. */
export function recordsOf(view: View): readonly PageRecord[] {
  const table = view.tables.find((rows) => rows.length > 1);
  return table ? tableRecords(table) : cardRecords(view.text);
}

/** Rows that have fewer cells than the header are sums and the like. */
function tableRecords([header = [], ...rows]: readonly (readonly string[])[]): readonly PageRecord[] {
  return rows
    .filter((cells) => cells.length === header.length)
    .map((cells) => Object.fromEntries(header.map((column, index) => [column, cells[index] ?? ''])));
}

/**
 * Cards of the portal's catalog: a line `Category · SKU`, a heading, a description, a price with its unit, the stock.
 */
function cardRecords(text: string): readonly PageRecord[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line, index) => {
    const [, category, sku] = /^(\w+) · ([A-Z]+-\d+)$/.exec(line) ?? [];
    const [, name] = /^#+ (.+)$/.exec(lines[index + 1] ?? '') ?? [];
    if (category === undefined || sku === undefined || name === undefined) return [];
    const [description = '', price = '', stock = ''] = lines.slice(index + 2, index + 5);
    const [, amount = price, unit = ''] = /^(\S+) per (.+)$/.exec(price) ?? [];
    return [{ name, sku, category, description, price: amount, unit, stock }];
  });
}
