/**
 * A server in a process of its own, started with `fork`: `node server-child.ts service|bare <where> [<runs>]`. `where` is a folder for SQLite,
 * the address of a PostgreSQL, or `memory` for a service that stores nothing. `service` is the engine behind its HTTP adapter, without workers; `bare` is one Fastify route that inserts
 * one row, and one that reads a row.
 */
import { httpAdapter, serverOptions } from '@runwright/http-adapter';
import { pgbossQueue } from '@runwright/queue-pgboss';
import { postgresStore, sqliteStore } from '@runwright/store-sql';
import fastify from 'fastify';
import { noopBlock, noopEngine } from '../engine/noop-engine.ts';
import { postgresTable, sqliteTable } from './bare-table.ts';

/** Where the server listens, and what a start and a read ask for. */
export interface Listening {
  readonly address: string;
  readonly startBody: object;
  readonly startPath: string;
  readonly readPath: string;
}

const [kind, where, runs = '1'] = process.argv.slice(2);
if (where === undefined)
  throw new Error('Usage: node server-child.ts service|bare <folder or address> [<runs>]');
const isPostgres = /^postgres(ql)?:/.test(where);
process.on('disconnect', () => process.exit());
process.send?.(kind === 'service' ? await service(where) : await bare(where));

async function service(place: string): Promise<Listening> {
  // The queued runs stay queued: what is measured is the request, not the work.
  const engine = await noopEngine({
    concurrency: 0,
    ...(await storage(place)),
  });
  const workflowId = await engine.save([noopBlock('only')]);
  const runId = await engine.start(workflowId);
  for (let started = 1; started < Number(runs); started += 500) {
    await Promise.all(Array.from({ length: 500 }, () => engine.start(workflowId)));
  }
  const app = fastify(serverOptions());
  await app.register(httpAdapter, {
    engine: engine.engine,
    version: '0',
    authenticate: async () => engine.organizationId,
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    address,
    startBody: { workflow_id: workflowId },
    startPath: '/v1/run/workflows',
    readPath: `/v1/runs/${runId}`,
  };
}

async function storage(place: string) {
  if (place === 'memory') return {};
  if (isPostgres)
    return { store: await postgresStore({ url: place }), queue: await pgbossQueue({ url: place }) };
  return { store: await sqliteStore({ folder: place }) };
}

async function bare(place: string): Promise<Listening> {
  const table = await (isPostgres ? postgresTable(place) : sqliteTable(place));
  await table.insert('wpid_1', '{}');
  const app = fastify();
  app.post<{ Body: { workflow_id: string } }>('/start', ({ body }) =>
    table.insert(body.workflow_id, JSON.stringify(body)),
  );
  app.get('/read', () => table.read());
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, startBody: { workflow_id: 'wpid_1' }, startPath: '/start', readPath: '/read' };
}
