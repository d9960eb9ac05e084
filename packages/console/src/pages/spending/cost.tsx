import type { RunsUse } from '../../api/spending.ts';
import { formatMoney } from '../../lib/format.ts';

/** Returns what runs cost as text, which tells when the price of a model is not known. */
export function costText({ cost, unpriced_run_count: unpriced }: RunsUse): string {
  if (unpriced === 0) return formatMoney(cost);
  return cost === 0 ? 'not known' : `at least ${formatMoney(cost)}`;
}

/** What runs cost. */
export function Cost({ use }: { readonly use: RunsUse }) {
  return <span className="money">{costText(use)}</span>;
}
