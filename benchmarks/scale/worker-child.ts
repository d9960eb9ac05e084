/** A worker that knows no-op blocks, in a process of its own, started with `fork`: `node worker-child.ts <url> <concurrency>`. */
import { pgbossQueue } from '@runwright/queue-pgboss';
import { postgresStore } from '@runwright/store-sql';
import { noopEngine } from '../engine/noop-engine.ts';

const [url = '', concurrency = '8'] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
await noopEngine({
  concurrency: Number(concurrency),
  store: await postgresStore({ url }),
  queue: await pgbossQueue({ url }),
});
process.send?.('ready');
