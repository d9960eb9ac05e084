/** A page of a list. The service counts no totals: a page is followed by another one, or is the last. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Counts from 1. */
  readonly page: number;
  /** Whether a page follows; ask for it with `page` + 1. */
  readonly hasNext: boolean;
}

/** Returns the page of a response, as its header `Link` tells it. */
export async function pageOf<Item>(
  result: Promise<{ readonly data?: readonly Item[]; readonly response: Response }>,
  { page = 1 }: { readonly page?: number },
): Promise<ListPage<Item>> {
  const { data = [], response } = await result;
  return { items: data, page, hasNext: /;\s*rel="?next"?/.test(response.headers.get('link') ?? '') };
}

/** Reads all pages of a list. */
export async function allPages<Item>(
  read: (page: number) => Promise<ListPage<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let number = 1; ; number += 1) {
    const page = await read(number);
    items.push(...page.items);
    if (!page.hasNext) return items;
  }
}
