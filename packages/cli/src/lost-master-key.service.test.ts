import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compose } from './compose.ts';
import { readEnvironment } from './environment.ts';
import { inProcessService } from './in-process-service.test-helpers.ts';

const masterKey = (seed: number) => Buffer.alloc(32, seed).toString('base64');
const secret = {
  ...{ name: 'Door', credential_type: 'secret' },
  credential: { secret_value: 'open sesame', secret_label: 'door' },
};

/** A service with a credential, whose key is a file in its folder unless the variables name one; it is stopped. */
async function stoppedService(variables: Readonly<Record<string, string>> = {}) {
  // The key of the tests on PostgreSQL is one of the environment.
  const service = await inProcessService({
    RUNWRIGHT_DATABASE_URL: '',
    RUNWRIGHT_MASTER_KEY: '',
    ...variables,
  });
  onTestFinished(() => service.close());
  await service.start();
  const { body } = await service.call('/v1/credentials', secret);
  await service.stop();
  return {
    service,
    credential: `/v1/credentials/${body.credential_id}`,
    file: join(service.folder, 'master.key'),
  };
}

it('a start without the key file of its database is refused, and makes no other key', {
  tags: ['security'],
}, async () => {
  const { service, credential, file } = await stoppedService();
  const kept = await readFile(file);
  await rm(file);
  await expect(service.start()).rejects.toThrow(/^The master key is missing/);
  expect(await readdir(service.folder)).not.toContain('master.key');
  await writeFile(file, kept);
  await service.start();
  expect((await service.call(credential)).status).toBe(200);
  expect((await service.call('/health')).body).toMatchObject({ status: 'ok', master_key: 'ok' });
});

it('a start with another key than that of its database is refused, and the right one opens it again', {
  tags: ['security'],
}, async () => {
  const { service, credential } = await stoppedService({ RUNWRIGHT_MASTER_KEY: masterKey(1) });
  const wrong = { RUNWRIGHT_MASTER_KEY: masterKey(2) };
  await expect(service.start(wrong)).rejects.toThrow(
    /^The master key in RUNWRIGHT_MASTER_KEY is not the one/,
  );
  await service.start();
  expect((await service.call(credential)).status).toBe(200);
});

it('an engine that keeps everything in memory makes no key file either', { tags: ['security'] }, async () => {
  const { service, file } = await stoppedService();
  await rm(file);
  const environment = readEnvironment({ RUNWRIGHT_DATA_DIR: service.folder });
  const { engine } = await compose(environment, { worker: false, temporary: true });
  await engine.close();
  expect(await readdir(service.folder)).not.toContain('master.key');
});
