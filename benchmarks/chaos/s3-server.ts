import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import S3rver from '@20minutes/s3rver';

/** An S3 server on loopback with one bucket. */
export interface S3Server {
  /** Settings of the processes that keep their artifacts there. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts one that keeps its objects in a folder. It answers one request at a time, because it writes into its files. */
export async function startS3(folder: string): Promise<S3Server> {
  const bucket = { name: 'runwright' };
  const s3 = new S3rver({ silent: true, directory: folder, vhostBuckets: false, configureBuckets: [bucket] });
  await s3.configureBuckets();
  const handle = s3.callback();
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    const isOver = new Promise((resolve) => response.once('close', resolve));
    last = last.then(() => {
      handle(request, response);
      return isOver;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    variables: {
      RUNWRIGHT_ARTIFACTS_URL: `s3://runwright/chaos?region=us-east-1&endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
