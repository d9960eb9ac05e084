/**
 * A server in a process of its own, started with `fork`: `node server-child.ts service|bare <folder> [<runs>]`. `service` is the engine over
 * SQLite behind its HTTP adapter; `bare` is one Fastify route that inserts one row, and one that reads a row, over node:sqlite.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { httpAdapter, serverOptions } from '@runwright/http-adapter';
import { sqliteStore } from '@runwright/store-sql';
import fastify from 'fastify';
import { noopBlock, noopEngine } from '../engine/noop-engine.ts';

/** Where the server listens, and what a start and a read ask for. */
export interface Listening {
  readonly address: string;
  readonly startBody: object;
  readonly startPath: string;
  readonly readPath: string;
}

const [kind, folder, runs = '1'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node server-child.ts service|bare <folder> [<runs>]');
process.on('disconnect', () => process.exit());
process.send?.(kind === 'service' ? await service(folder) : await bare(folder));

async function service(path: string): Promise<Listening> {
  // The queued runs stay queued: what is measured is the request, not the work.
  const engine = await noopEngine({ concurrency: 0, store: await sqliteStore({ folder: path }) });
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

async function bare(path: string): Promise<Listening> {
  const database = new DatabaseSync(join(path, 'bare.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  database.exec(
    'create table run (id integer primary key, workflow_id text, status text, request text) strict',
  );
  const insert = database.prepare(
    'insert into run (workflow_id, status, request) values (?, ?, ?) returning *',
  );
  const read = database.prepare('select * from run where id = ?');
  insert.get('wpid_1', 'queued', '{}');
  const app = fastify();
  app.post<{ Body: { workflow_id: string } }>('/start', async ({ body }) =>
    insert.get(body.workflow_id, 'queued', JSON.stringify(body)),
  );
  app.get('/read', async () => read.get(1));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, startBody: { workflow_id: 'wpid_1' }, startPath: '/start', readPath: '/read' };
}
