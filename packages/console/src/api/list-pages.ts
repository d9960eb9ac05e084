import type { CallOptions, ListPage } from '@runwright/client';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

/** Records of one request. */
export const listPageSize = 50;

/** What {@link useListPages} reads. */
export interface ListPagesOptions<Item> {
  readonly queryKey: QueryKey;
  readonly read: (page: number, options: CallOptions) => Promise<ListPage<Item>>;
  /** Id of a record, which tells the same record on two pages. */
  readonly idOf: (item: Item) => string;
  /** Time in ms between reads while the list is shown. Default: it is read again only after a change. */
  readonly refreshMs?: number;
}

/** Reads a list page by page. The result goes to `RecordList`. */
export function useListPages<Item>({ queryKey, read, idOf, refreshMs }: ListPagesOptions<Item>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.hasNext ? last.page + 1 : undefined),
    placeholderData: (previous) => previous,
    refetchInterval: refreshMs ?? false,
    // A record that is added between two requests moves one from a page to the next.
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ items }) => items).map((item) => [idOf(item), item])).values(),
    ],
  });
}
