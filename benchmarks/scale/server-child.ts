/**
 * A server in a process of its own, started with `fork`: `node server-child.ts service|bare <url>`. `service` is the engine over PostgreSQL and
 * pg-boss behind its HTTP adapter, without workers; `bare` is one Fastify route that inserts one row.
 */
import { httpAdapter, serverOptions } from '@runwright/http-adapter';
import { pgbossQueue } from '@runwright/queue-pgboss';
import { postgresStore } from '@runwright/store-sql';
import fastify from 'fastify';
import pg from 'pg';
import { noopBlock, noopEngine } from '../engine/noop-engine.ts';

/** Where the server listens, and what a start asks for. */
export interface Listening {
  readonly url: string;
  readonly body: object;
}

const [kind, url = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
process.send?.(kind === 'service' ? await service() : await bare());

async function service(): Promise<Listening> {
  const store = await postgresStore({ url });
  const engine = await noopEngine({ concurrency: 0, store, queue: await pgbossQueue({ url }) });
  const workflowId = await engine.save([noopBlock('only')]);
  const app = fastify(serverOptions());
  await app.register(httpAdapter, {
    engine: engine.engine,
    version: '0',
    authenticate: async () => engine.organizationId,
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url: `${address}/v1/run/workflows`, body: { workflow_id: workflowId } };
}

async function bare(): Promise<Listening> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query(
    'create table if not exists bare_run (id bigserial primary key, workflow_id text, status text, request text)',
  );
  const app = fastify();
  app.post<{ Body: { workflow_id: string } }>('/start', async ({ body }) => {
    const { rows } = await pool.query({
      name: 'start',
      text: 'insert into bare_run (workflow_id, status, request) values ($1, $2, $3) returning *',
      values: [body.workflow_id, 'queued', JSON.stringify(body)],
    });
    return rows[0];
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url: `${address}/start`, body: { workflow_id: 'wpid_1' } };
}
