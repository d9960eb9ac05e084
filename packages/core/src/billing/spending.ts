import type { Problem, Run, Store } from '@runwright/contract';
import { invalidInput, valueError } from '@runwright/definition';
import type { RunsUse, Spending, SpendingQuery } from '../api/spending.ts';

const dayMs = 24 * 60 * 60 * 1000;
const maxDays = 366;
const pageSize = 1000;
/** Pages of runs that one answer reads. */
const maxPages = 20;
const maxWorkflows = 100;

/** Creates the call that sums up what the model calls of runs have used. */
export function createSpending({
  store,
  now,
  caps,
}: {
  readonly store: Pick<Store, 'runs' | 'workflows' | 'modelUse'>;
  readonly now: () => number;
  readonly caps: Spending['caps'];
}): (organizationId: string, query?: SpendingQuery) => Promise<Spending> {
  return async (organizationId, query = {}) => {
    const { first, last } = daysOf(query, now());
    const days = new Map<string, RunsUse>();
    for (let at = first; at <= last; at += dayMs) days.set(dayOf(at), noRuns);
    const workflows = new Map<string | null, RunsUse>();
    const latest = new Map<string | null, Run>();

    // Runs that are created meanwhile would move others to the next page, which would count them twice.
    const range = { createdAfter: first, createdBefore: Math.min(last + dayMs - 1, now()) };
    let isComplete = false;
    for (let page = 1; page <= maxPages && !isComplete; page += 1) {
      const found = await store.runs.list({ organizationId, ...range, page, pageSize });
      for (const run of found.items) {
        const id = run.kind === 'task' ? null : run.workflowPermanentId;
        const day = dayOf(run.createdAt);
        days.set(day, withRun(days.get(day) ?? noRuns, run));
        workflows.set(id, withRun(workflows.get(id) ?? noRuns, run));
        if (!latest.has(id)) latest.set(id, run);
      }
      isComplete = found.next === null;
    }

    const most = [...workflows].sort(([, a], [, b]) => b.cost - a.cost || b.tokens - a.tokens);
    const titleOf = async (id: string | null): Promise<string | null> => {
      const run = latest.get(id);
      if (id === null || !run) return null;
      return (await store.workflows.getVersion(organizationId, run.workflowId))?.title ?? null;
    };
    const listed = most
      .slice(0, maxWorkflows)
      .map(async ([id, use]) => ({ workflowPermanentId: id, title: await titleOf(id), ...use }));
    return {
      days: [...days].map(([day, use]) => ({ day, ...use })),
      workflows: await Promise.all(listed),
      caps,
      today: await useOfToday(organizationId),
      isComplete,
    };
  };

  /** Without limits for days, the store counts nothing. */
  async function useOfToday(organizationId: string): Promise<Spending['today']> {
    if (caps.dayCost === null && caps.dayTokens === null) return null;
    const { day, tokens, cost } = await store.modelUse.get(organizationId, dayOf(now()));
    return { day, tokens, cost };
  }
}

const noRuns: RunsUse = { runs: 0, tokens: 0, cost: 0, unpricedRuns: 0 };

function withRun({ runs, tokens, cost, unpricedRuns }: RunsUse, { modelUse }: Run): RunsUse {
  return {
    runs: runs + 1,
    tokens: tokens + (modelUse?.tokens ?? 0),
    cost: cost + (modelUse?.cost ?? 0),
    unpricedRuns: unpricedRuns + (modelUse !== null && modelUse.cost === null ? 1 : 0),
  };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The first instants of the first and the last day of a query. */
function daysOf({ from, to }: SpendingQuery, now: number): { readonly first: number; readonly last: number } {
  const last = to === undefined ? startOf(dayOf(now)) : startOf(to);
  const first = from === undefined ? (last ?? now) - 29 * dayMs : startOf(from);
  const problems: Problem[] = [];
  if (last === null) problems.push(valueError(['to'], noDay));
  if (first === null) problems.push(valueError(['from'], noDay));
  if (first !== null && last !== null && (first > last || last - first >= maxDays * dayMs))
    problems.push(valueError(['from'], `it has to be a day before \`to\`, by less than ${maxDays} days`));
  if (first !== null && last !== null && problems.length === 0) return { first, last };
  throw invalidInput('The spending cannot be read', problems);
}

const noDay = 'it is no day; write it like `2026-03-31`';

function startOf(day: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const at = Date.parse(day);
  return Number.isNaN(at) || dayOf(at) !== day ? null : at;
}
