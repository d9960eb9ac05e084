import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machine } from '../machine.ts';
import { withTempFolder } from '../with-temp-folder.ts';

/** What a drill tells of each part of its sessions. */
interface Sample {
  readonly sessions: number;
  readonly resident: number;
  readonly heap: number;
  readonly openMs: number;
}

interface Drill {
  readonly samples: readonly Sample[];
  readonly endings: Readonly<Record<string, number>>;
}

const sources = new URL('../../packages/driver-playwright/src/processes/', import.meta.url).pathname;
const sessions = 200;
const struck = 20;

/**
 * Whether sessions of a browser leave anything behind: 200 are opened and closed, four at a time, and in 20 of them the
 * browser or a renderer is killed, or the caller gives up, in the middle of an action. Then their owner is killed.
 */
export async function browserSessions(): Promise<string> {
  return withTempFolder(async (folder) => {
    const { samples, endings } = await drill(folder);
    const after = await left(folder);
    await killOwner(folder);
    const afterKill = await left(folder);
    return [
      `## browser-sessions: ${sessions} sessions, ${struck} of them struck in mid-action`,
      '',
      `${machine()}; MiB of the host process after a garbage collection; 4 sessions at once`,
      '',
      '| sessions | resident | heap | open, ms (median) |',
      '|---:|---:|---:|---:|',
      ...samples.map(
        ({ sessions: done, resident, heap, openMs }) =>
          `| ${done} | ${mebibytes(resident)} | ${mebibytes(heap)} | ${Math.round(openMs)} |`,
      ),
      '',
      `How struck actions ended: ${Object.entries(endings)
        .map(([code, count]) => `${code} ${count}`)
        .join(', ')}`,
      '',
      '| left behind | processes | folders of browsers | temporary files |',
      '|---|---:|---:|---:|',
      `| when all are closed | ${after.processes} | ${after.folders} | ${after.temporary} |`,
      `| when their owner was killed and another one has reaped | ${afterKill.processes} | ${afterKill.folders} | ${afterKill.temporary} |`,
      '',
    ].join('\n');
  });
}

/** Temporary files of the process below go into a folder of its own: what is in there at the end was left behind. */
function start(file: string, folder: string, args: readonly string[]) {
  return fork(join(sources, file), [join(folder, 'state'), ...args], {
    env: { TMPDIR: folder },
    execArgv: ['--expose-gc'],
  });
}

async function drill(folder: string): Promise<Drill> {
  const child = start('browser-cleanup.test-process.ts', folder, [String(sessions), String(struck)]);
  const reports: Drill[] = [];
  child.on('message', (report: Drill) => reports.push(report));
  await once(child, 'exit');
  const [report] = reports;
  if (!report) throw new Error('The drill has ended without a report.');
  return report;
}

async function killOwner(folder: string): Promise<void> {
  const owner = start('browser-folder.test-process.ts', folder, []);
  await once(owner, 'message');
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  const heir = start('browser-folder.test-process.ts', folder, ['reap']);
  await once(heir, 'exit');
}

async function left(folder: string) {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map((pid) => readFile(join('/proc', pid, 'cmdline'), 'utf8').catch(() => '')),
  );
  const names = await readdir(folder);
  return {
    processes: commands.filter((command) => command.includes(folder)).length,
    folders: (await readdir(join(folder, 'state', 'browsers'))).length,
    temporary: names.filter((name) => name !== 'state').length,
  };
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
