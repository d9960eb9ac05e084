/** Words that mean the same in tables and in schemas. */
const families: readonly (readonly string[])[] = [
  ['order', 'number', 'id', 'no', 'nr', 'po'],
  ['customer', 'client', 'buyer', 'company'],
  ['date', 'day', 'placed', 'ordered', 'on'],
  ['status', 'state'],
  ['total', 'amount', 'sum', 'price', 'cost', 'value'],
  ['product', 'name', 'title', 'item', 'description'],
  ['sku', 'article', 'code'],
  ['stock', 'availability', 'available', 'left'],
  ['quantity', 'qty', 'pieces', 'count'],
  ['category', 'shelf', 'kind'],
  ['unit', 'per', 'package'],
];

/** `orderNumber` and `order_number` as `order`, `number`. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

/** The column that a member of a schema means; null when none is near. */
export function bestColumn(columns: readonly string[], name: string): string | null {
  let best: { readonly column: string; readonly score: number } | null = null;
  for (const column of columns) {
    const score = similarity(column, name);
    if (score > (best?.score ?? 0)) best = { column, score };
  }
  return best?.column ?? null;
}

/** Whether a label is about what a member of a schema means: a word or two, near in meaning. */
export function isAbout(label: string, name: string): boolean {
  const words = wordsOf(label);
  return words.length > 0 && words.length <= 3 && similarity(label, name) > 0;
}

/** A word of its own counts most, a word of the same meaning a little. */
function similarity(column: string, name: string): number {
  const wanted = wordsOf(name);
  return wordsOf(column).reduce((sum, word) => {
    if (wanted.includes(word)) return sum + 3;
    const family = families.find((members) => members.includes(word)) ?? [];
    const related = wanted.filter((other) => family.includes(other));
    return sum + related.length;
  }, 0);
}
