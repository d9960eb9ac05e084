/**
 * A worker in a process of its own, started with `fork`: `node worker-child.ts <url> <concurrency> <folder> [<allowed host>]`. It says
 * `ready` when it is loaded, begins when it is told `go`, and on `stop` drains, says what it used, and ends.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { agentBlocks } from '@runwright/agent';
import { egressPolicy, folderArtifacts } from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';
import { pgbossQueue } from '@runwright/queue-pgboss';
import { postgresStore } from '@runwright/store-sql';
import { type NoopEngine, noopEngine } from '../engine/noop-engine.ts';
import { measureBrowsers } from './measure-browsers.ts';
import { processorTime } from './processor-time.ts';

/** What a worker used since it was started. */
export interface WorkerUse {
  /** Processor time of the process, in seconds. */
  readonly workerSeconds: number;
  /** Processor time of its browsers, in seconds. */
  readonly browserProcessorSeconds: number;
  /** Sum of the times for which a browser was open, in seconds. */
  readonly browserSeconds: number;
  readonly artifactBytes: number;
}

/** Lease of a run in ms, as the command sets it for PostgreSQL. */
const leaseMs = 8000;

const [url = '', concurrency = '8', folder = '', host = '127.0.0.1'] = process.argv.slice(2);
const artifacts = join(folder, 'artifacts');
const { driver, openSeconds } = measureBrowsers(playwrightDriver({ stateFolder: join(folder, 'browsers') }));
let engine: NoopEngine | null = null;
process.on('disconnect', () => process.exit());
process.on('message', (message: 'go' | 'stop') => void (message === 'go' ? go() : stop()));
process.send?.('ready');

async function go(): Promise<void> {
  engine = await noopEngine({
    concurrency: Number(concurrency),
    leaseMs,
    blocks: agentBlocks(),
    store: await postgresStore({ url }),
    queue: await pgbossQueue({ url }),
    drivers: {
      artifacts: folderArtifacts(artifacts),
      browser: driver,
      egress: egressPolicy({ allowedHosts: [host] }),
    },
  });
  process.send?.('started');
}

async function stop(): Promise<void> {
  await engine?.close();
  const { own, ended } = await processorTime(process.pid);
  process.send?.({
    workerSeconds: own,
    browserProcessorSeconds: ended,
    browserSeconds: openSeconds(),
    artifactBytes: await bytesIn(artifacts),
  } satisfies WorkerUse);
  process.disconnect();
}

async function bytesIn(path: string): Promise<number> {
  const names = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
