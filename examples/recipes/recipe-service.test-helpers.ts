import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { agentBlocks } from '@runwright/agent';
import { ioBlocks, sendEmail, smtpMailer, smtpServer } from '@runwright/blocks-io';
import { createClient, type ServiceClient } from '@runwright/client';
import { createConnect, createEngine, type Engine, egressPolicy, memorySecrets } from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';
import { httpAdapter, httpUrls, serverOptions } from '@runwright/http-adapter';
import { openaiModel } from '@runwright/model-openai';
import { demoScript, type ScriptedEndpoint, scriptedEndpoint } from '@runwright/testing';
import { browserUnderTest } from '@runwright/testing/browser';
import { fastify } from 'fastify';
import { SMTPServer } from 'smtp-server';
import { portalScript } from './portal.test-helpers.ts';

/** Everything that recipes are run against: one engine with one browser driver, its HTTP API, and sites on loopback. */
export interface RecipeService extends AsyncDisposable {
  readonly engine: Engine;
  readonly client: ServiceClient;
  readonly url: string;
  readonly apiKey: string;
  readonly model: ScriptedEndpoint;
  /** Raw mails that the mail server took. */
  readonly mails: readonly string[];
  /** Address of an S3 server with the bucket `reports`, which keeps its objects in `bucketFolder`. */
  readonly s3: string;
  readonly bucketFolder: string;
  /** Stores the file of a recipe and starts it. */
  start(
    file: string,
    parameters: Readonly<Record<string, unknown>>,
  ): ReturnType<ServiceClient['runs']['start']>;
}

/** Starts it. */
export async function startRecipeService(): Promise<RecipeService> {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-recipes-'));
  const model = await scriptedEndpoint({ script: [...portalScript, ...demoScript] });
  const { server: mailServer, port: mailPort, mails } = await startMailServer();
  const bucketFolder = join(folder, 's3');
  const bucket = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, vhostBuckets: false },
    directory: bucketFolder,
    configureBuckets: [{ name: 'reports' }],
  });
  const s3 = `http://127.0.0.1:${(await bucket.run()).port}`;

  const mail = smtpServer(`smtp://127.0.0.1:${mailPort}?tls=off`);
  const egress = egressPolicy({ allowedHosts: ['127.0.0.1'] });
  const scripted = openaiModel({ apiKey: model.apiKey, baseUrl: model.url, model: model.model });
  const app = fastify(serverOptions());
  const engine = await createEngine({
    blocks: [
      ...agentBlocks(),
      ...ioBlocks.filter(({ type }) => type !== 'send_email'),
      sendEmail({ server: mail }),
    ],
    urls: httpUrls({ publicUrl: 'http://127.0.0.1' }),
    drivers: {
      browser: playwrightDriver({ stateFolder: join(folder, 'browsers'), ...browserUnderTest() }),
      model: scripted,
      egress,
      mailer: smtpMailer({ server: mail, from: 'runs@shop.example', connect: createConnect(egress) }),
      secrets: [memorySecrets({ bucket_key_id: 'S3RVER', bucket_key_secret: 'S3RVER' })],
    },
    settings: { concurrency: 4, recordings: {} },
  });
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const { text: apiKey } = await engine.keys.create(organizationId, { name: 'recipes' });
  await app.register(httpAdapter, { engine, version: '1.0.0', allowedHosts: [] });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = createClient({ url, apiKey });
  return {
    ...{ engine, client, url, apiKey, model, mails, s3, bucketFolder },
    async start(file, parameters) {
      const yaml_definition = await readFile(new URL(file, import.meta.url), 'utf8');
      const workflow = await client.workflows.create({ yaml_definition });
      return await client.runs.start({ workflow_id: workflow.workflow_permanent_id, parameters } as never);
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await engine.close();
      await bucket.close();
      await new Promise<void>((resolve) => mailServer.close(() => resolve()));
      await model.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function startMailServer() {
  const mails: string[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, logger: false, disabledCommands: ['STARTTLS', 'AUTH'] },
    onData(stream, _session, done) {
      stream.toArray().then((parts) => {
        mails.push(Buffer.concat(parts).toString());
        done(null);
      }, done);
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return { server, port: (server.server.address() as AddressInfo).port, mails };
}
