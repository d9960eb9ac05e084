import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** The demo run as its user sees it. */
export interface DemoRun {
  /** What the command printed of the run, with ANSI colours. */
  readonly output: string;
  /** Data URLs of the pictures that were taken after each action, oldest first. */
  readonly screenshots: readonly string[];
}

/** A service with the demo site, whose demo run has ended. */
export interface DemoService {
  /** Address of the service. */
  readonly url: string;
  /** Address of the demo site. */
  readonly site: string;
  readonly key: string;
  readonly runId: string;
  /** What the command has printed so far, with ANSI colours. */
  readonly printed: string;
}

const command = join(import.meta.dirname, '../../packages/cli/src/main.ts');

/** Starts the service with its demo in a folder of its own, and stops it when `use` has ended. `use` begins after the demo run. */
export async function withDemo<Result>(use: (demo: DemoService) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'runwright-picture-'));
  const env = {
    ...process.env,
    RUNWRIGHT_PORT: '0',
    RUNWRIGHT_DATA_DIR: join(folder, 'data'),
    FORCE_COLOR: '1',
  };
  const service = spawn(process.execPath, [command, 'start', '--demo'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const printed = await outputUntil(service.stdout, 'Still serving');
    return await use({
      url: found(printed, /serves (\S+)/),
      site: found(printed, /Demo site {2}(\S+)/),
      key: found(printed, /(rw_[\w-]+)/),
      runId: found(printed, /Run (wr_\d+)/),
      printed,
    });
  } finally {
    service.kill('SIGINT');
    if (service.exitCode === null) await once(service, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns what the command prints of the demo run, and its pictures. */
export function runDemo(): Promise<DemoRun> {
  return withDemo(async ({ url, key, runId, printed }) => ({
    output: printed.slice(
      printed.indexOf('\u001b', printed.indexOf('in a real browser')),
      printed.indexOf('Still serving'),
    ),
    screenshots: await readScreenshots(url, key, runId),
  }));
}

/** Resolves to what a stream has printed when `end` is among it; goes on reading, so that the program can go on writing. */
async function outputUntil(stream: Readable, end: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  stream.on('data', (part: Buffer) => {
    text += part.toString();
    if (text.includes(end)) resolve(text);
  });
  stream.on('end', () => reject(new Error(`The demo ended before its run did. It printed:\n${text}`)));
  return await promise;
}

function found(text: string, pattern: RegExp): string {
  const match = pattern.exec(text)?.[1];
  if (match === undefined) throw new Error(`The demo printed nothing like ${pattern}. It printed:\n${text}`);
  return match;
}

async function readScreenshots(service: string, key: string, runId: string): Promise<DemoRun['screenshots']> {
  const read = async (path: string): Promise<Response> => {
    const response = await fetch(`${service}${path}`, { headers: { 'x-api-key': key } });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const list = await read(`/v1/runs/${runId}/artifacts?artifact_type=screenshot_action`);
  const artifacts = (await list.json()) as readonly { readonly artifact_id: string }[];
  return await Promise.all(
    artifacts.map(async ({ artifact_id: id }) => {
      const content = await read(`/v1/artifacts/${id}/content`);
      const bytes = Buffer.from(await content.arrayBuffer());
      return `data:${content.headers.get('content-type')};base64,${bytes.toString('base64')}`;
    }),
  );
}
