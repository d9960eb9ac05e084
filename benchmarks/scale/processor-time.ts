import { readdir, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';

/** Linux counts processor time in hundredths of a second, whatever the kernel's own tick is. */
const ticksPerSecond = 100;

/** Processor time of a process, in seconds. */
export interface ProcessorTime {
  readonly own: number;
  /** Of its children that have ended, and of theirs. */
  readonly ended: number;
}

/** Returns the processor time of a process; zero when there is no such process. */
export async function processorTime(pid: number): Promise<ProcessorTime> {
  const { own, ended } = await statOf(pid);
  return { own, ended };
}

/** Returns the processor time of a process, of all its children, and of theirs, in seconds; those that have ended count. */
export async function treeSeconds(root: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const stats = new Map(await Promise.all(pids.map(async (pid) => [pid, await statOf(pid)] as const)));
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(stats.get(pid)?.parent ?? 0));
  return [...stats].reduce((sum, [pid, { own, ended }]) => (isBelow(pid) ? sum + own + ended : sum), 0);
}

/** Returns the parent of a process. */
export async function parentOf(pid: number): Promise<number> {
  return (await statOf(pid)).parent;
}

/** Returns the seconds that all processors of the machine have worked since it was started; time that a host took away counts. */
export async function busySeconds(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) / ticksPerSecond;
}

/** Processors of the machine. */
export const processors = cpus().length;

async function statOf(pid: number): Promise<ProcessorTime & { readonly parent: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, in parentheses, may have spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (index: number): number => Number(fields[index] ?? 0);
  return {
    parent: field(1),
    own: (field(11) + field(12)) / ticksPerSecond,
    ended: (field(13) + field(14)) / ticksPerSecond,
  };
}
