import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    s3Endpoint: string;
  }
}

/** A server on loopback that speaks S3. */
export interface S3Server {
  readonly endpoint: string;
  /** Stops it and removes its folder. */
  close(): Promise<void>;
}

/**
 * Starts a server with the bucket `runwright`; both its keys are `S3RVER`.
 *
 * @param options `checksSignatures`: refuses wrong signatures, and by mistake those of lists and of values with `'`, `*` or `(`; default false
 */
export async function startS3Server({ checksSignatures = false } = {}): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-s3-'));
  const bucket = { name: 'runwright' };
  const s3 = new S3rver({
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: [bucket],
    // It signs the address of a list with a slash that the SDK, like Amazon, does not write.
    allowMismatchedSignatures: !checksSignatures,
  });
  await s3.configureBuckets();
  const server = oneAtATime(s3.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** S3 replaces an object as a whole; the test server writes into its file, so it may answer only one request at a time. */
function oneAtATime(handle: RequestListener): Server {
  let last: Promise<unknown> = Promise.resolve();
  return createServer((request, response) => {
    const isOver = new Promise((resolve) => response.once('close', resolve));
    last = last.then(() => {
      handle(request, response);
      return isOver;
    });
  });
}

/** Starts the server that the tests of a project share; the returned function stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startS3Server();
  project.provide('s3Endpoint', server.endpoint);
  return () => server.close();
}
