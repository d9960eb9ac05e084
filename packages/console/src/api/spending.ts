import type { Charge, Spending, SpendingQuery } from '@runwright/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

/** What runs of a day or a workflow have used. */
export type RunsUse = Pick<Spending['days'][number], 'run_count' | 'tokens' | 'cost' | 'unpriced_run_count'>;

/** Entries of the ledger of one request. */
const chargesPageSize = 50;

/** Reads what runs have spent on models in some days, again and again while it is shown. */
export function useSpending(query: SpendingQuery) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.spending(query),
    queryFn: ({ signal }) => client.billing.spending(query, { signal }),
    refetchInterval: 30_000,
    placeholderData: (previous) => previous,
  });
}

/** Reads the credits of the current period. */
export function useBillingState() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.billing,
    queryFn: ({ signal }) => client.billing.state({ signal }),
    refetchInterval: 30_000,
  });
}

/** Reads the ledger page by page, the newest entries first. */
export function useCharges() {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: queryKeys.charges,
    queryFn: ({ pageParam, signal }) =>
      client.billing.chargesPage({ page: pageParam, page_size: chargesPageSize }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, hasNext }) => (hasNext ? page + 1 : undefined),
    // An entry that is added between two requests moves another one from a page to the next.
    select: ({ pages }): readonly Charge[] => [
      ...new Map(pages.flatMap(({ items }) => items).map((charge) => [charge.charge_key, charge])).values(),
    ],
  });
}

/** Adds up what runs have used. */
export function sumOf(rows: readonly RunsUse[]): RunsUse {
  return rows.reduce<RunsUse>(
    (sum, row) => ({
      run_count: sum.run_count + row.run_count,
      tokens: sum.tokens + row.tokens,
      cost: sum.cost + row.cost,
      unpriced_run_count: sum.unpriced_run_count + row.unpriced_run_count,
    }),
    { run_count: 0, tokens: 0, cost: 0, unpriced_run_count: 0 },
  );
}
