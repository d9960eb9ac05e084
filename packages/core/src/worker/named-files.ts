import { isRequestOmitted, type Run, type Store } from '@runwright/contract';
import { openStatuses } from '../runs/open-statuses.ts';

/** Runs that are read at once. */
const pageSize = 200;
const ids = /\b[af]_\d+/g;

/** Returns the ids of the files and artifacts that the requests and parameters of open runs name, by URI or by signed link. */
export async function filesNamedByOpenRuns(
  store: Pick<Store, 'runs'>,
  organizationId: string,
): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  // By time, because a run that ends meanwhile moves those of later pages.
  let last: Run | undefined;
  for (let page = 1; ; ) {
    const until = last ? { createdBefore: last.createdAt } : {};
    const { items } = await store.runs.list({
      organizationId,
      statuses: openStatuses,
      page,
      pageSize,
      ...until,
    });
    for (const run of items) {
      const { request, parameters } = (isRequestOmitted(run) && (await store.runs.find(run.runId))) || run;
      for (const [id] of JSON.stringify([request, parameters]).matchAll(ids)) named.add(id);
    }
    if (items.length < pageSize) return named;
    const next = items.at(-1);
    page = next?.createdAt === last?.createdAt ? page + 1 : 1;
    last = next;
  }
}
