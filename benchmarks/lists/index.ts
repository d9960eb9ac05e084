import type { RunQuery, Store } from '@runwright/contract';
import { postgresStore } from '@runwright/store-sql';
import { findPostgres, postgresServer } from '@runwright/testing/postgres';
import { Client } from 'pg';
import { machine } from '../machine.ts';
import { fillRuns } from './fill-runs.ts';

const repeats = 15;
const day = 86_400_000;
const newest = Date.UTC(2026, 0, 1);

type Filter = Omit<RunQuery, 'organizationId' | 'page' | 'pageSize'> & {
  readonly page?: number;
  readonly pageSize?: number;
};

const lists: Readonly<Record<string, Filter>> = {
  'first page': {},
  'page of 1,000': { pageSize: 1000 },
  'page 1,000': { page: 1000 },
  'page 5,000, the last one': { page: 5000 },
  'status, common': { statuses: ['completed'] },
  'status, rare': { statuses: ['terminated'] },
  'status, none': { statuses: ['paused'] },
  'statuses, page 5,000': { statuses: ['completed', 'failed'], page: 5000 },
  'type, rare': { types: ['cua_b'] },
  'types, page 5,000': { types: ['task_v1', 'task_v2', 'workflow_run'], page: 5000 },
  'type and status, rare': { types: ['cua_b'], statuses: ['terminated'] },
  'workflow, large': { workflowPermanentId: 'wpid_0' },
  'workflow and status': { workflowPermanentId: 'wpid_0', statuses: ['failed'] },
  'workflow and status, none': { workflowPermanentId: 'wpid_0', statuses: ['paused'] },
  'a day': { createdAfter: newest - 100 * day, createdBefore: newest - 99 * day },
  'a day, status': {
    createdAfter: newest - 100 * day,
    createdBefore: newest - 99 * day,
    statuses: ['failed'],
  },
  'metadata, in 2 of 3': { metadata: { customer: 'ann' } },
  'metadata, in 2 of 3, page 5,000': { metadata: { customer: 'ann' }, page: 5000 },
  'metadata, in 1 of 1,000': { metadata: { batch: '777' } },
  'metadata, both': { metadata: { customer: 'ann', batch: '777' } },
  'metadata, in no run': { metadata: { batch: 'none' } },
  'metadata in 2 of 3, status': { metadata: { customer: 'ann' }, statuses: ['failed'] },
  'metadata in 2 of 3, status, none': { metadata: { customer: 'ann' }, statuses: ['paused'] },
  'text, in every run': { searchKey: 'orders' },
  'text, in every run, page 100, the last one': { searchKey: 'orders', page: 100 },
  'text, in 1 of 100': { searchKey: 'portal-7.test' },
  'text, in 1 of 1,000': { searchKey: 'batch 777 ' },
  'text, in 1 run': { searchKey: 'invoice 123456 ' },
  'text, in no run': { searchKey: 'nowhere' },
  'text of two letters, in no run': { searchKey: 'ü!' },
  'text in 1 of 1,000, status': { searchKey: 'batch 777 ', statuses: ['failed'] },
};

/** Times lists over 1,000,000 runs on PostgreSQL. `lists=<number>` takes another number of runs. */
export async function runLists(value: string): Promise<string> {
  const runs = Number(value || 1_000_000);
  if (findPostgres() === null) return '## lists: PostgreSQL is not installed\n';
  const server = await postgresServer({ settings: { shared_buffers: '512MB', max_wal_size: '8GB' } });
  try {
    const store = await postgresStore({ url: server.url });
    const client = new Client(server.url);
    await client.connect();
    await fillRuns(client, { runs, newest });
    await client.end();
    const rows: string[] = [];
    for (const [name, filter] of Object.entries(lists)) rows.push(await timed(store, name, filter));
    await store.close();
    return [
      `## lists: pages of ${runs.toLocaleString('en')} runs on PostgreSQL`,
      '',
      `${machine()}; ${repeats} calls each; pages of 10`,
      '',
      '| list | median, ms | p95, ms |',
      '|---|---:|---:|',
      ...rows,
      '',
    ].join('\n');
  } finally {
    await server.close();
  }
}

async function timed(store: Store, name: string, { page = 1, pageSize = 10, ...filter }: Filter) {
  const query = { organizationId: 'o_1', page, pageSize, ...filter };
  await store.runs.list(query);
  const times: number[] = [];
  for (let call = 0; call < repeats; call += 1) {
    const start = performance.now();
    await store.runs.list(query);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1);
  return `| ${name} | ${at(0.5)} | ${at(0.95)} |`;
}
