import { readdir, readFile } from 'node:fs/promises';

/** Resident memory of a process in MiB. */
export async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Number of browsers whose profile is below the folder; their renderers and helpers are not counted. */
export async function browsersOf(folder: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter(
    (line) => line.includes(folder) && line.includes('--user-data-dir') && !line.includes('--type='),
  ).length;
}
