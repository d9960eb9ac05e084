import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from './api-client.ts';
import { type PlannedRun, runKinds } from './run-mix.ts';
import { childWorkflow, workflowOf } from './workflows.ts';

/** A run and the id that the API gave it; null when it did not answer. */
export type AnsweredStart = PlannedRun & { readonly runId: string | null };

/** Stores the workflows and starts each run at its time, whatever is broken then. */
export async function startRuns(
  api: ApiClient,
  planned: readonly PlannedRun[],
  receiver: string,
): Promise<readonly AnsweredStart[]> {
  const store = async (definition: object, key: string): Promise<string> =>
    (await api.post('/v1/workflows', { json_definition: definition }, key))?.workflow_permanent_id ?? '';
  const childId = await store(childWorkflow, 'workflow-inner');
  const ids = new Map<string, string>();
  for (const kind of runKinds) ids.set(kind, await store(workflowOf(kind, childId), `workflow-${kind}`));

  const began = performance.now();
  return await Promise.all(
    planned.map(async (run) => {
      await delay(Math.max(0, run.at - (performance.now() - began)));
      const answer = await api.post(
        '/v1/run/workflows',
        {
          workflow_id: ids.get(run.kind),
          parameters: { base: receiver, id: run.id, account: run.account },
          webhook_url: `${receiver}/webhook/${run.id}`,
        },
        `start-${run.id}`,
      );
      return { ...run, runId: answer?.run_id ?? null };
    }),
  );
}
