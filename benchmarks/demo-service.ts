import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@runwright/client';

const command = new URL('../packages/cli/src/main.ts', import.meta.url).pathname;
const workflowFile = new URL('../examples/orders.yaml', import.meta.url);

/** A service in a process of its own beside the demo site, with the demo workflow. */
export interface DemoService {
  readonly pid: number;
  readonly client: ReturnType<typeof createClient>;
  /** Address of the service. */
  readonly url: string;
  /** Address of the demo site. */
  readonly site: string;
  readonly workflowId: string;
}

/** Options of {@link withDemoService}. */
export interface DemoServiceOptions {
  readonly folder: string;
  readonly apiKey: string;
  /** Private host and port that runs may reach. Default: none. */
  readonly allowedHost?: string;
  /** Runs at once. Default: that of the service. */
  readonly concurrency?: number;
  /** Configuration file. Default: none. */
  readonly config?: string;
}

/** Starts `runwright start --demo` with its data in a folder, and ends it after `work`. Rejects when the process ends before. */
export async function withDemoService<Result>(
  options: DemoServiceOptions,
  work: (service: DemoService) => Promise<Result>,
): Promise<Result> {
  const { folder, apiKey, allowedHost, concurrency, config } = options;
  const settings = join(folder, 'settings.env');
  await writeFile(
    settings,
    [
      ...['RUNWRIGHT_PORT=0', `RUNWRIGHT_DATA_DIR=${folder}`, `RUNWRIGHT_API_KEY=${apiKey}`],
      ...(allowedHost === undefined ? [] : [`RUNWRIGHT_ALLOWED_HOSTS=${allowedHost}`]),
      ...(config === undefined ? [] : [`RUNWRIGHT_CONFIG=${config}`]),
      ...(concurrency === undefined ? [] : [`RUNWRIGHT_CONCURRENCY=${concurrency}`]),
    ].join('\n'),
  );
  const child = spawn(process.execPath, [`--env-file=${settings}`, command, 'start', '--demo'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    const { url, site } = await addressesOf(child);
    const client = createClient({ url, apiKey });
    const definition = await readFile(workflowFile, 'utf8');
    const { workflow_permanent_id: workflowId } = await client.workflows.create({
      yaml_definition: definition,
    });
    return await work({ pid: child.pid ?? 0, client, url, site, workflowId });
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

/** Returns the addresses that the process prints. */
function addressesOf(child: ReturnType<typeof spawn>) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    readonly url: string;
    readonly site: string;
  }>();
  let printed = '';
  child.once('exit', () => reject(new Error(`The service has ended:\n${printed}`)));
  child.stdout?.on('data', (bytes: Buffer) => {
    printed += String(bytes);
    const url = /serves (http:\S+)\s/.exec(printed)?.[1];
    const site = /Demo site\s+(http:\S+)\s/.exec(printed)?.[1];
    if (url && site) resolve({ url, site });
  });
  return promise;
}
