/**
 * The service in a process of its own, as the product runs it: engine, SQLite store with synchronous=FULL, HTTP on a
 * loopback address. Told what to work off: `node service-child.ts <folder>`, started with `fork`.
 */
import { httpAdapter, serverOptions } from '@runwright/http-adapter';
import { sqliteStore } from '@runwright/store-sql';
import fastify from 'fastify';
import { type NoopEngine, noopBlock, noopEngine } from './noop-engine.ts';
import type { Workload } from './workloads.ts';

/** What the process tells: where it listens, that the workflow is saved, a run that can be canceled, the end of the work. */
export type FromService =
  | { readonly type: 'listening'; readonly address: string }
  | { readonly type: 'saved' }
  | { readonly type: 'began'; readonly runId: string }
  | { readonly type: 'done'; readonly ms: number };

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node service-child.ts <folder>');
const engine = await noopEngine({
  concurrency: 10,
  store: await sqliteStore({ folder }),
  limits: { definitionBlocks: 10_000, definitionBytes: 10 * 1024 * 1024 },
});
const app = fastify(serverOptions());
await app.register(httpAdapter, {
  engine: engine.engine,
  version: '0',
  authenticate: async () => engine.organizationId,
});
tell({ type: 'listening', address: await app.listen({ host: '127.0.0.1', port: 0 }) });
process.on('message', (load: Workload | 'close') => void (load === 'close' ? close() : workOff(load)));

async function workOff(load: Workload): Promise<void> {
  const workflowId = await engine.save(blocksOf(load));
  tell({ type: 'saved' });
  const startedAt = performance.now();
  if (load === 'runs') await manyRuns(engine, workflowId);
  else {
    const runId = await engine.start(workflowId);
    tell({ type: 'began', runId });
    await engine.finished(runId);
  }
  tell({ type: 'done', ms: performance.now() - startedAt });
}

/** Starts 10,000 runs, one request after the other as a client would, and waits for the last one. */
async function manyRuns({ start, finished }: NoopEngine, workflowId: string): Promise<void> {
  let last = '';
  for (let started = 0; started < 10_000; started += 50) {
    const runs = await Promise.all(Array.from({ length: 50 }, () => start(workflowId)));
    last = runs.at(-1) ?? last;
    await new Promise((resolve) => setImmediate(resolve));
  }
  tell({ type: 'began', runId: last });
  await finished(last);
}

function blocksOf(load: Workload): readonly object[] {
  if (load === 'runs') return [noopBlock('only')];
  if (load === 'blocks') return Array.from({ length: 5000 }, (_, n) => noopBlock(`b${n}`));
  const each = { label: 'each', loop_variable_reference: 'range(1000)', loop_blocks: [noopBlock('in_each')] };
  return [{ block_type: 'for_loop', ...each }];
}

function tell(message: FromService): void {
  process.send?.(message);
}

async function close(): Promise<void> {
  await app.close();
  await engine.close();
  process.disconnect();
}
