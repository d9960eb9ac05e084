import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { must, step } from './step.ts';

/** What `docs/embed.md` names for `serverExternalPackages`. */
const external = ['@runwright/sandbox', '@runwright/driver-playwright'];
/** Most time from the start of the server until it answers, and for one run, in ms. */
const readyMs = 60_000;
const runMs = 60_000;

const files = {
  'next.config.mjs': `export default { serverExternalPackages: ${JSON.stringify(external)} };\n`,
  'app/layout.js': `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
  'app/page.js': `export default function Page() {
  return <h1>Orders</h1>;
}
`,
  'app/api/run/route.js': `import { engine } from '../../../lib/engine.js';

export async function POST(request) {
  const { runs, workflows, organizations } = await engine();
  const { organizationId } = await organizations.first();
  const { workflowPermanentId } = await workflows.create(organizationId, await request.text());
  const { runId } = await runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const { status, failureReason, output } = await runs.finished(organizationId, runId);
  return Response.json({ status, failureReason, output });
}
`,
  'lib/engine.js': `import { join } from 'node:path';
import { agentBlocks } from '@runwright/agent';
import { createEngine, egressPolicy } from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';
import { sqliteStore } from '@runwright/store-sql';

async function start() {
  const folder = join(process.cwd(), 'data');
  const executablePath = process.env.RUNWRIGHT_CHROMIUM;
  const engine = await createEngine({
    blocks: agentBlocks(),
    drivers: {
      store: await sqliteStore({ folder }),
      browser: playwrightDriver({
        stateFolder: join(folder, 'browsers'),
        ...(executablePath ? { executablePath } : {}),
      }),
      egress: egressPolicy({ allowedHosts: [\`127.0.0.1:\${process.env.PORT}\`] }),
    },
  });
  await engine.start();
  return engine;
}

export const engine = () => (globalThis.runwright ??= start());
`,
};

/**
 * Builds and starts an app of Next.js, whose route handler runs a workflow with a program and one with a browser.
 *
 * @param project where the packages and Next.js are installed
 */
export async function tryNext(project: string): Promise<void> {
  const folder = join(project, 'next-app');
  const port = await freePort();
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', PORT: String(port) };
  await step('next build', async () => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    await must('npx', ['--no-install', 'next', 'build'], { cwd: folder, env, timeoutMs: 300_000 });
  });
  await step('a route handler of next start runs a program and a browser', async () => {
    const next = join(project, 'node_modules/next/dist/bin/next');
    const server = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', String(port)], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = keepOutput(server);
    const ended = once(server, 'exit');
    try {
      await until(server, () => output().includes('Ready in'), readyMs);
      const site = `http://127.0.0.1:${port}/`;
      const sum = { block_type: 'code', label: 'sum', code: 'return { total: 2 + 3 }' };
      expectRun(await runBlock(site, sum), '"total":5');
      expectRun(await runBlock(site, { block_type: 'goto_url', label: 'open', url: site }), '"open_output"');
    } catch (error) {
      throw new Error(`${output()}\n${error instanceof Error ? error.message : error}`, { cause: error });
    } finally {
      server.kill('SIGTERM');
      await ended;
    }
  });
}

async function runBlock(site: string, block: object): Promise<string> {
  const response = await fetch(`${site}api/run`, {
    method: 'POST',
    body: JSON.stringify({ workflow_definition: { blocks: [block] } }),
    signal: AbortSignal.timeout(runMs),
  });
  return response.text();
}

function expectRun(answer: string, output: string): void {
  if (!answer.includes('"status":"completed"') || !answer.includes(output))
    throw new Error(`The route handler answered: ${answer}`);
}

function keepOutput({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  return () => text;
}

/** Waits until the output of a process says something. Rejects when it ends before, or after a time. */
async function until(server: ChildProcess, isSo: () => boolean, timeoutMs: number): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  while (!isSo()) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
    await Promise.race([once(server.stdout ?? server, 'data', { signal }), once(server, 'exit', { signal })]);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return address.port;
}
