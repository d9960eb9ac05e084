import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compose } from '../compose.ts';
import { checkConfiguration } from '../doctor/config.ts';
import { readEnvironment } from '../environment.ts';
import { serve } from '../serve.ts';
import { ensureOrganizations } from './ensure-organizations.ts';
import { mergeSettings } from './merge-settings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-compose-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function configure(text: string): Promise<string> {
  const path = join(folder, `${Date.now()}.mjs`);
  await writeFile(path, text);
  return path;
}

it('a setting of the environment decides over the file, groups are merged and lists joined', () => {
  const file = { concurrency: 3, limits: { modelCallMs: 1, runFiles: 2 }, secretHosts: ['a.example'] };
  const environment = { concurrency: 8, limits: { modelCallMs: 9 }, secretHosts: ['b.example'] };
  expect(mergeSettings(file, environment)).toEqual({
    concurrency: 8,
    limits: { modelCallMs: 9, runFiles: 2 },
    secretHosts: ['a.example', 'b.example'],
  });
});

it('the number of runs at once is that of the environment, else of the file', async () => {
  const path = await configure('export default { settings: { concurrency: 3 } };');
  const variables = { RUNWRIGHT_DATA_DIR: folder, RUNWRIGHT_CONFIG: path };
  const ofFile = await compose(readEnvironment(variables), { worker: true, temporary: true });
  const ofEnvironment = await compose(readEnvironment({ ...variables, RUNWRIGHT_CONCURRENCY: '5' }), {
    worker: true,
    temporary: true,
  });
  expect([ofFile.concurrency, ofEnvironment.concurrency]).toEqual([3, 5]);
  await ofFile.engine.close();
  await ofEnvironment.engine.close();
});

it('a model of the file replaces those of the environment, and doctor asks it', async () => {
  const path = await configure(`export default { drivers: { model: {
    specVersion: 'v1', id: 'own', provider: 'own', can: {},
    generate: async () => ({ durationMs: 100 }),
  } } };`);
  const variables = { RUNWRIGHT_DATA_DIR: folder, RUNWRIGHT_CONFIG: path, OPENAI_API_KEY: 'k' };
  const { engine, model } = await compose(readEnvironment(variables), { worker: true, temporary: true });
  expect(model).toBe('own');
  await engine.close();
  const { finding, drivers } = await checkConfiguration(path);
  expect(finding).toEqual({ ok: true, found: `${path}; drivers model; model own answered in 0.1 s` });
  expect(drivers).toEqual(['model']);
});

it('a block type of the file is part of the OpenAPI document', async () => {
  const path = await configure(`export default { blocks: [{
    type: 'count_words',
    config: { type: 'object', properties: { text: { type: 'string', description: 'What is counted.' } } },
    output: { type: 'object' },
    run: async () => ({}),
  }] };`);
  const environment = readEnvironment({
    ...{ RUNWRIGHT_DATA_DIR: folder, RUNWRIGHT_CONFIG: path, RUNWRIGHT_PORT: '0' },
  });
  const { engine } = await compose(environment, { worker: false, temporary: true });
  const server = await serve(engine, environment);
  const document = await (await fetch(`${server.address}/openapi.json`)).text();
  expect(document).toContain('"title":"CountWordsBlock"');
  expect(document).toContain('What is counted.');
  await server[Symbol.asyncDispose]();
  await engine.close();
});

it('doctor names what is wrong with the file', async () => {
  const path = await configure('export default { drivers: () => 1 };');
  expect((await checkConfiguration(path)).finding).toMatchObject({
    ok: false,
    found: `Cannot use the configuration \`${path}\`: the function \`drivers\` returns no object. Return the drivers by name.`,
  });
});

it('organizations of the file are created once', async () => {
  const path = await configure('export default {};');
  const variables = { RUNWRIGHT_DATA_DIR: folder, RUNWRIGHT_CONFIG: path };
  const { engine } = await compose(readEnvironment(variables), { worker: false, temporary: true });
  await ensureOrganizations(engine, ['Shop', 'Shop']);
  await ensureOrganizations(engine, ['Shop']);
  const { items } = await engine.organizations.list();
  expect(items.filter(({ name }) => name === 'Shop')).toHaveLength(1);
  await engine.close();
});
