import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A running process. Zombies are not counted: they are dead, only not collected. */
export interface RunningProcess {
  readonly pid: number;
  readonly group: number;
  readonly command: string;
}

/** Lists the running processes of this machine from `/proc`, else from `ps`. Empty on Windows. */
export async function runningProcesses(): Promise<readonly RunningProcess[]> {
  if (process.platform === 'win32') return [];
  return existsSync('/proc/self/stat') ? fromProc() : fromPs();
}

/**
 * Returns what distinguishes a process from a later one with the same pid: its start time in clock ticks since boot, field 22
 * of `/proc/<pid>/stat` (proc_pid_stat(5)). Null when there is no such process; `unknown` where there is no `/proc`.
 */
export async function processStartTime(pid: number): Promise<string | null> {
  if (!existsSync('/proc/self/stat')) return isAlive(pid) ? 'unknown' : null;
  const fields = await statFields(pid);
  return fields && fields[0] !== 'Z' ? (fields[19] ?? null) : null;
}

/** A killed process is gone when the kernel has taken it down, which takes a moment on a busy machine. */
const deathMs = 3_000;
const pollMs = 20;

/** Kills a process group and waits until nothing of it runs; a group that is gone already is fine. */
export async function killGroup(group: number): Promise<void> {
  kill(group);
  for (const until = Date.now() + deathMs; Date.now() < until; await setTimeout(pollMs)) {
    if (!(await runningProcesses()).some((process) => process.group === group)) return;
  }
}

function kill(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

async function fromProc(): Promise<readonly RunningProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [fields, command] = await Promise.all([
        statFields(pid),
        readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      ]);
      if (!fields || fields[0] === 'Z' || command === '') return null;
      return { pid, group: Number(fields[2]), command: command.replaceAll('\0', ' ').trim() };
    }),
  );
  return found.filter((process) => process !== null);
}

/** Fields of the stat line from the third on; the second, the name, may hold spaces and brackets. */
async function statFields(pid: number): Promise<readonly string[] | null> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return line === '' ? null : line.slice(line.lastIndexOf(')') + 2).split(' ');
}

async function fromPs(): Promise<readonly RunningProcess[]> {
  const { stdout } = await promisify(execFile)('ps', ['-Axo', 'pid=,pgid=,stat=,command='], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (!match || match[3]?.startsWith('Z')) return [];
    return [{ pid: Number(match[1]), group: Number(match[2]), command: match[4] ?? '' }];
  });
}
