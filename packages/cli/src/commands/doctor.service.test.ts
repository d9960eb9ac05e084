import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '@runwright/core';
import { demoScript } from '@runwright/demo';
import { httpAdapter, serverOptions } from '@runwright/http-adapter';
import { messagesEndpoint, scriptedEndpoint } from '@runwright/testing';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveAdminSocket } from '../admin-socket.ts';
import { openDataFolder } from '../data-folder.ts';
import { browserFinding, checkBrowser } from '../doctor/browser.ts';
import { checkDataFolder, checkStore } from '../doctor/data-folder.ts';
import { checkNode, checkPort } from '../doctor/machine.ts';
import { checkMasterKey } from '../doctor/master-key.ts';
import { checkModel, contextFinding } from '../doctor/model.ts';
import { checkProxies } from '../doctor/proxies.ts';
import { checkSettings } from '../doctor/settings.ts';
import { readEnvironment } from '../environment.ts';
import { openStore } from '../open-storage.ts';

describe('doctor', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runwright-doctor-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('accepts Node from 22.18 on, and tells an older one how to get there', () => {
    expect([checkNode('22.18.0').ok, checkNode('26.1.0').ok]).toEqual([true, true]);
    expect(checkNode('22.17.9')).toMatchObject({ ok: false, fix: expect.stringContaining('22.18') });
    expect(checkNode('20.20.2').ok).toBe(false);
  });

  it('finds a port that is taken', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect(await checkPort('127.0.0.1', port)).toMatchObject({
      ok: false,
      fix: expect.stringContaining('RUNWRIGHT_PORT'),
    });
    server.close();
    await once(server, 'close');
    expect(await checkPort('127.0.0.1', port)).toMatchObject({ ok: true });
  });

  it('finds a data folder that cannot be one, and opens a store in one that can', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    expect(await checkDataFolder(join(file, 'data'))).toMatchObject({
      ok: false,
      fix: expect.stringContaining('RUNWRIGHT_DATA_DIR'),
    });
    expect(await checkDataFolder(join(folder, 'data'))).toMatchObject({ ok: true });
    expect(
      await checkStore({ dataDir: join(folder, 'data'), databaseUrl: null, artifactsUrl: null }),
    ).toMatchObject({ ok: true });
  });

  it('finds misspelt settings, and shows others that do not exist', () => {
    const check = (...names: readonly string[]) =>
      checkSettings(readEnvironment(Object.fromEntries(names.map((name) => [name, '1']))));
    expect(check('RUNWRIGHT_PORT')).toEqual({ ok: true, found: 'every variable is known' });
    expect(check('RUNWRIGHT_PROT', 'RUNWRIGHT_FROBNICATION')).toMatchObject({
      ok: false,
      found: expect.stringMatching(
        /`RUNWRIGHT_PROT`.*Did you mean `RUNWRIGHT_PORT`\?.*`RUNWRIGHT_FROBNICATION`/,
      ),
    });
    expect(check('RUNWRIGHT_FROBNICATION')).toMatchObject({
      ok: true,
      found: expect.stringContaining('has no effect'),
    });
  });

  it('finds a master key that is missing, or not that of the database', { tags: ['security'] }, async () => {
    const settings = { dataDir: folder, databaseUrl: null, artifactsUrl: null, masterKey: null };
    expect((await checkMasterKey(settings, null)).found).toContain('none yet');
    const masterKey = new Uint8Array(32).fill(1);
    const engine = await createEngine({
      drivers: { store: await openStore(settings) },
      settings: { masterKey },
    });
    await engine.close();
    expect(await checkMasterKey(settings, null)).toMatchObject({
      ok: false,
      found: expect.stringMatching(/^missing: there is no `.*master\.key`/),
      fix: expect.stringContaining('backup'),
    });
    expect(await checkMasterKey(settings, masterKey)).toEqual({ ok: true, found: 'fits the database' });
    const other = Buffer.alloc(32, 2).toString('hex');
    expect(await checkMasterKey({ ...settings, masterKey: other }, masterKey)).toMatchObject({
      ok: false,
      found: expect.stringContaining('written with another one'),
    });
    expect(await checkMasterKey({ ...settings, databaseUrl: 'postgres://db.test/a' }, null)).toMatchObject({
      ok: false,
      fix: expect.stringContaining('set RUNWRIGHT_MASTER_KEY'),
    });
  });

  it('reads the file of proxies, which its owner alone may read', async () => {
    const path = join(folder, 'proxies.yaml');
    expect(await checkProxies(null)).toMatchObject({ ok: true });
    expect(await checkProxies(path)).toMatchObject({ ok: false, found: expect.stringContaining('ENOENT') });
    await writeFile(path, 'RESIDENTIAL_XX: http://proxy.example:8080');
    expect(await checkProxies(path)).toMatchObject({
      ok: false,
      found: expect.stringContaining('`RESIDENTIAL_XX`'),
    });
    await writeFile(path, 'RESIDENTIAL_DE: http://proxy.example:8080');
    await chmod(path, 0o640);
    expect(await checkProxies(path)).toMatchObject({ ok: false, fix: `chmod go= '${path}'` });
    await chmod(path, 0o600);
    expect(await checkProxies(path)).toEqual({ ok: true, found: path });
  });

  it('names what other users of the machine can read', { tags: ['security'] }, async () => {
    const data = join(folder, 'open');
    await mkdir(data);
    await chmod(data, 0o755);
    await writeFile(join(data, 'master.key'), 'x');
    await chmod(join(data, 'master.key'), 0o644);
    await writeFile(join(data, 'other'), 'not ours');
    const finding = await checkDataFolder(data);
    expect(finding).toMatchObject({ ok: false, fix: `chmod go= '${data}' '${join(data, 'master.key')}'` });

    await openDataFolder(data);
    expect((await stat(join(data, 'master.key'))).mode & 0o777).toBe(0o600);
    // The folder itself may be shared with others for a reason.
    expect(await checkDataFolder(data)).toMatchObject({ ok: false, fix: `chmod go= '${data}'` });
  });

  it('says that a browser which does not exist cannot be started', async () => {
    const environment = readEnvironment({
      RUNWRIGHT_DATA_DIR: folder,
      RUNWRIGHT_CHROMIUM: join(folder, 'none'),
    });
    expect(await checkBrowser(environment)).toMatchObject({
      ok: false,
      fix: expect.stringContaining('RUNWRIGHT_CHROMIUM'),
    });
  });

  it('says that root runs the browser without its sandbox', { tags: ['security'] }, () => {
    expect(browserFinding('Chromium 150', 0)).toMatchObject({
      ok: false,
      found: expect.stringMatching(/^Chromium 150\. .*without its sandbox/),
      fix: expect.stringContaining('another user: set RUNWRIGHT_USER'),
    });
    expect(browserFinding('Chromium 150', 1000)).toEqual({ ok: true, found: 'Chromium 150' });
    expect(browserFinding('Chromium 150', null).ok).toBe(true);
  });

  it('also calls the model of cua-b, when it is another one', async () => {
    const main = await scriptedEndpoint({ script: [{ purpose: 'text', answer: () => ({ word: 'ready' }) }] });
    await using claude = await messagesEndpoint({
      otherwise: ({ model }) =>
        model === 'claude-none'
          ? { status: 404, body: { error: { type: 'not_found_error', message: 'model: claude-none' } } }
          : [{ type: 'text', text: '{"word": "ready"}' }],
    });
    const keys = {
      ...{ OPENAI_API_KEY: main.apiKey, OPENAI_BASE_URL: main.url, RUNWRIGHT_MODEL: main.model },
      ...{ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: claude.url },
    };
    expect(await checkModel(readEnvironment(keys))).toMatchObject({
      ok: true,
      found: expect.stringMatching(/; for cua-b claude-sonnet-5-5 answered in/),
    });
    const alone = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: claude.url };
    const found = await checkModel(readEnvironment(alone));
    expect(found).toMatchObject({
      ok: true,
      found: expect.stringMatching(/^claude-sonnet-5-5 answered .*JSON object: /),
    });
    expect(found.found).not.toContain('cua-b');
    expect(await checkModel(readEnvironment({ ...alone, RUNWRIGHT_MODEL: 'claude-none' }))).toMatchObject({
      ok: false,
      fix: expect.stringContaining('ANTHROPIC_API_KEY'),
    });
    await main.close();
  });

  it('says that a context is too short for a step, or for an extraction, and what they need', () => {
    const at = (tokens: number) => contextFinding('m answered', { tokens, source: 'server' });
    expect(at(13_095)).toMatchObject({
      ok: false,
      found: expect.stringContaining('a step may need 13,096 tokens (a page view of 6,000,'),
      fix: expect.stringContaining('OLLAMA_CONTEXT_LENGTH'),
    });
    expect(at(13_096)).toMatchObject({
      ok: false,
      found: expect.stringContaining('an extraction may need 17,096 tokens'),
    });
    expect([at(17_096).ok, contextFinding('m answered', null).ok]).toEqual([true, true]);
  });

  it('makes one real call to the model: it answers, it refuses, there is none', async () => {
    const endpoint = await scriptedEndpoint({
      script: [{ purpose: 'text', answer: () => ({ word: 'ready' }) }],
    });
    const at = (key: string) =>
      readEnvironment({
        OPENAI_API_KEY: key,
        OPENAI_BASE_URL: endpoint.url,
        RUNWRIGHT_MODEL: endpoint.model,
      });
    expect(await checkModel(at(endpoint.apiKey))).toMatchObject({
      ok: true,
      found: expect.stringMatching(/answered.*context: unknown$/),
    });
    expect(await checkModel(at('wrong'))).toMatchObject({ ok: false, found: expect.stringContaining('401') });
    expect(await checkModel(readEnvironment({}))).toMatchObject({
      ok: false,
      found: 'no model is configured',
    });
    await endpoint.close();
    expect(await checkModel(at(endpoint.apiKey))).toMatchObject({ ok: false });
  });

  it('finds no problem with the scripted endpoint of the demo', async () => {
    await using endpoint = await scriptedEndpoint({ script: demoScript });
    const environment = readEnvironment({
      ...{ OPENAI_API_KEY: endpoint.apiKey, OPENAI_BASE_URL: endpoint.url, RUNWRIGHT_MODEL: endpoint.model },
    });
    expect(await checkModel(environment)).toMatchObject({
      ok: true,
      found: expect.stringContaining('JSON schema: yes, JSON object: yes, images: no, tools: no'),
    });
  });

  it('without a model it names the demo, which needs none', async () => {
    expect(await checkModel(readEnvironment({}))).toMatchObject({
      ok: false,
      fix: expect.stringContaining('`runwright start --demo` needs none'),
    });
  });

  it('a model that never answers with data is a problem, although it answers', async () => {
    const endpoint = await scriptedEndpoint({ script: [{ purpose: 'text', answer: () => 'ready' }] });
    const environment = readEnvironment({
      ...{ OPENAI_API_KEY: endpoint.apiKey, OPENAI_BASE_URL: endpoint.url, RUNWRIGHT_MODEL: endpoint.model },
    });
    expect(await checkModel(environment)).toMatchObject({
      ok: false,
      found: expect.stringContaining('it gives no data as an answer'),
      fix: expect.stringContaining('JSON'),
    });
    await endpoint.close();
  });

  it('beside a healthy service of the data folder store and port are ok', async () => {
    const data = join(folder, 'data');
    await openDataFolder(data);
    const store = await openStore({ dataDir: data, databaseUrl: null, artifactsUrl: null });
    const engine = await createEngine({ drivers: { store } });
    const socket = await serveAdminSocket(engine, data);
    const app = fastify(serverOptions());
    await app.register(httpAdapter, { engine, version: '1.2.3' });
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const port = Number(address.port);
    expect(await checkStore({ dataDir: data, databaseUrl: null, artifactsUrl: null })).toMatchObject({
      ok: true,
      found: expect.stringContaining('the service'),
    });
    expect(await checkPort('127.0.0.1', port, { isRunning: true })).toEqual({
      ok: true,
      found: `127.0.0.1:${port} is served by Runwright 1.2.3, health: ok`,
    });
    expect(await checkPort('127.0.0.1', port)).toMatchObject({
      ok: false,
      found: expect.stringContaining('another data folder'),
    });
    await app.close();
    await socket?.[Symbol.asyncDispose]();
    await engine.close();
  });

  it('a data folder that cannot be used is one sentence, not a stack trace', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    await expect(openDataFolder(join(file, 'data'))).rejects.toMatchObject({
      code: 'failed_precondition',
      message: expect.stringMatching(/^Cannot use the data folder `.*`: ENOTDIR.*RUNWRIGHT_DATA_DIR/),
    });
  });
});
