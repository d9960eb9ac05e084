import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoCredentials, demoScript, demoSite, scriptedEndpoint } from '@runwright/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { record } from './commands/record.ts';
import { replay } from './commands/replay.ts';
import { createResourceStack } from './resources.ts';
import { browserVariables } from './shared-browser.test-helpers.ts';

const main = new URL('./main.ts', import.meta.url).pathname;
const cassettesPage = new URL('../../../docs/cassettes.md', import.meta.url).pathname;
const workflow = new URL('../../../examples/orders.yaml', import.meta.url).pathname;

let folder: string;
let recording: string;
let recorded: Ended;
/** Ports on which site and model were while the run was recorded. */
let ports: readonly number[];

interface Ended {
  readonly code: number;
  readonly output: string;
}

type Variables = Readonly<Record<string, string>>;
type Runwright = (args: readonly string[], variables: Variables) => Promise<Ended>;

/** The variables of a command: these, and none of a model besides. */
function environmentOf(variables: Variables): Variables {
  const { PATH = '' } = process.env;
  return {
    ...{ PATH, NO_COLOR: '1', RUNWRIGHT_DATA_DIR: join(folder, 'data'), RUNWRIGHT_RECORD: 'none' },
    ...browserVariables(),
    ...variables,
  };
}

/** Runs the command in a process of its own. */
const asProcess: Runwright = (args, variables) =>
  new Promise((resolve) => {
    const options = { env: environmentOf(variables), maxBuffer: 2 ** 26 };
    execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : 1, output: `${stdout}\n${stderr}` });
    });
  });

/** Calls the command in this process, with its environment variables for the time of the call. */
const inProcess: Runwright = async ([name, path = '', ...options], variables) => {
  const { env, exitCode } = process;
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const listeners = signals.map((signal) => process.listeners(signal));
  const lines: string[] = [];
  const print = (...parts: unknown[]) => void lines.push(parts.join(' '));
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')];
  for (const spy of spies) spy.mockImplementation(print);
  process.env = { ...environmentOf(variables) };
  try {
    const value = (option: string) => options[options.indexOf(option) + 1] ?? '';
    const param = options.includes('-p') ? [value('-p')] : [];
    await (name === 'record' ? record(path, { param, out: value('--out') }) : replay(path));
    return { code: process.exitCode ? 1 : 0, output: lines.join('\n') };
  } catch (error) {
    return { code: 1, output: String(error) };
  } finally {
    Object.assign(process, { env, exitCode });
    for (const [index, signal] of signals.entries())
      for (const listener of process.listeners(signal))
        if (!listeners[index]?.includes(listener)) process.removeListener(signal, listener);
    for (const spy of spies) spy.mockRestore();
  }
};

/** Listens where site and model were, and counts who connects. */
async function listenOn(all: readonly number[]) {
  let connections = 0;
  const servers = all.map((port) =>
    createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(port, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return {
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) server.close();
    },
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-record-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

describe.each([
  { place: 'in the process of its test', runwright: inProcess, tags: [] },
  { place: 'by the command', runwright: asProcess, tags: ['extended'] },
])('a run that was recorded $place', ({ runwright, tags }) => {
  beforeAll(async () => {
    recording = join(folder, 'recording');
    const resources = createResourceStack();
    try {
      const site = resources.use(await demoSite());
      const model = resources.use(await scriptedEndpoint({ script: demoScript }));
      ports = [Number(new URL(site.url).port), Number(new URL(model.url).port)];
      recorded = await runwright(['record', workflow, '-p', `site=${site.url}`, '--out', recording], {
        OPENAI_API_KEY: model.apiKey,
        OPENAI_BASE_URL: model.url,
        RUNWRIGHT_MODEL: model.model,
        RUNWRIGHT_ALLOWED_HOSTS: new URL(site.url).host,
        RUNWRIGHT_SECRET_DEMO_PASSWORD: demoCredentials.password,
      });
    } finally {
      await resources.close();
    }
  });

  it('is kept with its model calls and its network, without the secrets', { tags }, async () => {
    expect(recorded).toMatchObject({ code: 0, output: expect.stringContaining('Replay it with') });
    const names = await readdir(recording, { recursive: true });
    expect(names.sort()).toEqual(['model.jsonl', 'network', 'network/browser-1.har', 'run.json']);
    const texts = await Promise.all(
      names.filter((name) => name !== 'network').map((name) => readFile(join(recording, name), 'utf8')),
    );
    expect(texts.join('\n')).toContain('"status": "completed"');
    expect(texts.join('\n')).not.toContain(demoCredentials.password);
    expect(texts.join('\n')).not.toMatch(/"cookie",\s*"value": "(?!\*\*\*\*\*")/i);
  });

  it('replays without any connection', { tags }, async () => {
    const trap = await listenOn(ports);
    const { code, output } = await runwright(['replay', recording], {});
    await trap[Symbol.asyncDispose]();
    expect(output).toContain('is the same as the recording');
    expect(code).toBe(0);
    expect(trap.connections()).toBe(0);
  });

  it('fails with the difference when the text of a page has changed', { tags: ['extended'] }, async () => {
    const file = join(recording, 'network', 'browser-1.har');
    const har = await readFile(file, 'utf8');
    await writeFile(file, har.replaceAll('Sign in', 'Log in'));
    const { code, output } = await runwright(['replay', recording], {});
    await writeFile(file, har);
    expect(code).toBe(1);
    expect(output).toContain('differs from the recording');
    expect(output).toMatch(/^-.*Sign in.*$/m);
    expect(output).toMatch(/^\+.*Log in.*$/m);
    // The page shows this difference; ids and the number of the call are those of its own run.
    const general = (text: string) => text.replace(/ [\w/.-]*recording\S*/g, ' …').replace(/\d+/g, '0');
    const shown = /```text\n([\s\S]*?)\n```/.exec(await readFile(cassettesPage, 'utf8'))?.[1] ?? '';
    expect(shown).not.toBe('');
    for (const line of shown.split('\n')) expect(general(output)).toContain(general(line));
  });

  it('that is not there is named with what to do', { tags }, async () => {
    expect(await runwright(['replay', join(folder, 'nothing')], {})).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Cannot replay .*run\.json.*Pass a folder that `runwright record`/),
    });
  });

  it('tells which blocks a replay cannot execute', { tags }, async () => {
    const file = join(folder, 'request.yaml');
    await writeFile(
      file,
      'workflow_definition: { blocks: [{ block_type: http_request, label: ask, url: "http://127.0.0.1:2/" }] }',
    );
    const { output } = await runwright(['record', file, '--out', join(folder, 'other')], {});
    expect(output).toContain('Not recorded: requests of the blocks `ask`');
  });
});
