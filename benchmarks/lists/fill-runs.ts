import type { Client } from 'pg';

/** Fills the runs of the organization `o_1`: one every minute until `newest`, with a few workflows, statuses and types. */
export async function fillRuns(
  client: Client,
  { runs, newest }: { readonly runs: number; readonly newest: number },
): Promise<void> {
  await client.query('set search_path = runwright');
  await client.query(
    `insert into runs (run_id, workflow_run_id, kind, organization_id, workflow_id, workflow_permanent_id, status,
       request, parameters, settings, trigger_type, errors, step_count, created_at, modified_at, revision, token,
       last_sequence, run_type, lost_workers, search_text, finished_at)
     select 'wr_' || n, 'wr_' || n, 'workflow', 'o_1', 'w_' || n % 50, 'wpid_' || n % 50,
       case when n % 10000 = 1 then 'terminated' when n % 10 = 2 then 'failed' else 'completed' end,
       '{"workflow_id":"w_1"}', '{}',
       '{"metadata":{"customer":"' || case when n % 3 = 0 then 'bob' else 'ann' end || '","batch":"' || n % 1000 || '"}}', 'api', '[]', 3, $2::bigint - n * 60000::bigint, $2, 1, 1, 0,
       case when n % 10000 = 3 then 'cua_b' when n % 10 = 3 then 'task_v1' else 'workflow_run' end, 0,
       'wr_' || n || e'\\nread the orders of portal-' || n % 100 || '.test, batch ' || n % 1000 || ' invoice ' || n || ' end',
       $2
     from generate_series(1, $1::int) as n`,
    [runs, newest],
  );
  await client.query('vacuum analyze runs');
  await client.query('vacuum analyze run_search');
  await client.query('vacuum analyze run_metadata');
}
