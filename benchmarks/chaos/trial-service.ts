import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresServer } from '@runwright/testing/postgres';
import { openDatabase } from './database.ts';
import type { Targets } from './inject-faults.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { startS3 } from './s3-server.ts';
import { type ServiceProcess, serviceProcess, thisCommand } from './service-process.ts';
import { tcpProxy } from './tcp-proxy.ts';

/** A service of several processes, and everything that it needs. */
export interface TrialService extends Targets {
  /** Folder of all processes; their browsers have their profiles below. */
  readonly folder: string;
  readonly apiKey: string;
  /** The process with the HTTP API. */
  readonly api: ServiceProcess;
  readonly receiver: Receiver;
  /** Settings of all processes. */
  readonly variables: Readonly<Record<string, string>>;
}

const apiKey = 'rw_test_key_of_the_chaos_trial';
/** A crash of PostgreSQL may lose no commit; a loss of power is not tried, so nothing has to reach the disk. */
const durable = { synchronous_commit: 'on', full_page_writes: 'on' };

/**
 * Starts an API process and workers on PostgreSQL behind a proxy, and S3; ends all of them after `use`. `keep`: keeps the folder. `command`:
 * path of that of another version. Default: this one.
 */
export async function withTrialService<Result>(
  options: {
    readonly workers: number;
    readonly concurrency: number;
    readonly keep: boolean;
    readonly command?: string;
  },
  use: (service: TrialService) => Promise<Result>,
): Promise<Result> {
  const cleanup = new AsyncDisposableStack();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'runwright-chaos-'));
    if (!options.keep) cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const server = cleanup.use(await postgresServer({ settings: durable }));
    const proxy = cleanup.adopt(await tcpProxy(server.port), (it) => it.close());
    const s3 = cleanup.adopt(await startS3(join(folder, 's3')), (it) => it.close());
    const receiver = cleanup.adopt(await startReceiver(), (it) => it.close());
    const database = cleanup.adopt(openDatabase(server.url), (it) => it.close());
    const variables = {
      ...s3.variables,
      RUNWRIGHT_DATABASE_URL: server.url.replace(String(server.port), String(proxy.port)),
      RUNWRIGHT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      RUNWRIGHT_API_KEY: apiKey,
      RUNWRIGHT_ALLOWED_HOSTS: receiver.host,
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    };
    const { command = thisCommand } = options;
    const prepare = async (name: string, args: readonly string[]): Promise<ServiceProcess> =>
      cleanup.adopt(
        await serviceProcess({ name, folder: join(folder, name), args, variables, command }),
        async (it) => void (await it.end('SIGKILL')),
      );
    const api = await prepare('api', ['start', '--no-worker']);
    const workers: ServiceProcess[] = [];
    for (let index = 0; index < options.workers; index += 1) {
      workers.push(
        await prepare(`worker-${index}`, ['worker', '--concurrency', String(options.concurrency)]),
      );
    }
    await api.start();
    await Promise.all(workers.map((worker) => worker.start()));
    return await use({ folder, apiKey, api, workers, server, proxy, receiver, database, variables });
  } finally {
    await cleanup.disposeAsync();
  }
}
