import type { BillingState, Charge, PageQuery, Spending, SpendingQuery } from '../api-types.ts';
import { bodyOf, type CallOptions, type Connection, callOf } from '../connection.ts';
import { type ListPage, pageOf } from '../list-page.ts';

/** Calls about credits and costs. */
export interface Billing {
  /** Credits of the current period. */
  state(options?: CallOptions): Promise<BillingState>;
  /** What was charged, the newest first. */
  charges(query?: PageQuery, options?: CallOptions): Promise<readonly Charge[]>;
  chargesPage(query?: PageQuery, options?: CallOptions): Promise<ListPage<Charge>>;
  /** Tokens and cost of models by day and by workflow, with the limits of the service. */
  spending(query?: SpendingQuery, options?: CallOptions): Promise<Spending>;
}

/** Creates the calls about credits and costs. */
export function billing({ api }: Connection): Billing {
  const charges = (query: PageQuery, options?: CallOptions) =>
    api.GET('/api/v1/billing/charges', { params: { query }, ...callOf(options) });
  return {
    state: (options) => bodyOf(api.GET('/api/v1/billing/state', callOf(options))),
    charges: (query = {}, options) => bodyOf(charges(query, options)),
    chargesPage: (query = {}, options) => pageOf(charges(query, options), query),
    spending: (query = {}, options) =>
      bodyOf(api.GET('/v1/spending', { params: { query }, ...callOf(options) })),
  };
}
