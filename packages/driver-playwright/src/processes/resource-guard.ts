import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runningProcesses } from './process-table.ts';

/** Limits of one browser. */
export interface ResourceLimits {
  /** Bytes of memory of all its processes, without what they share with files. */
  readonly memoryBytes: number;
  /** Bytes on disk of its profile and temporary files: caches, IndexedDB, files of pages. */
  readonly storageBytes: number;
}

/** Default limits of a browser. */
export const defaultResourceLimits: ResourceLimits = { memoryBytes: 4 * 2 ** 30, storageBytes: 2 * 2 ** 30 };

/** The browser to guard, and its limits. */
export interface ResourceGuardOptions {
  readonly limits: ResourceLimits;
  /** Process groups of the browser. */
  readonly groups: readonly number[];
  /** Folders whose files count as storage. */
  readonly folders: readonly string[];
  /** Is told what was ended, in a sentence. */
  readonly onEnd: (sentence: string) => void;
}

/** Watches one browser until it is stopped. */
export interface ResourceGuard {
  stop(): void;
}

/** A page can take a gigabyte in a second. */
const memoryMs = 500;
/** Looking at files costs more, and disks are slower than memory. */
const storageMs = 5_000;

/**
 * Ends what uses more than it may. Over the limit of memory, the page with the most of it is killed, which its tab
 * reports as a crash; over the limit of storage, the whole browser. Works where `/proc` is (Linux); elsewhere nothing is
 * watched.
 */
export function guardResources(options: ResourceGuardOptions): ResourceGuard {
  const { limits, groups, folders, onEnd } = options;
  const watch = (everyMs: number, look: () => Promise<void>): NodeJS.Timeout => {
    let isLooking = false;
    const timer = setInterval(() => {
      if (isLooking) return;
      isLooking = true;
      look()
        // A process or file that is gone meanwhile.
        .catch(() => undefined)
        .finally(() => {
          isLooking = false;
        });
    }, everyMs);
    timer.unref();
    return timer;
  };
  const timers = [
    watch(memoryMs, async () => {
      const sentence = await endLargest(groups, limits.memoryBytes);
      if (sentence !== null) onEnd(sentence);
    }),
    watch(storageMs, async () => {
      const used = await sizeOf(folders, limits.storageBytes);
      if (used <= limits.storageBytes) return;
      onEnd(`The browser was ended because its pages stored more than ${gibibytes(limits.storageBytes)}.`);
      for (const group of groups) kill(-group);
    }),
  ];
  return {
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** Kills the largest page of some process groups that use too much memory; null when they do not. */
async function endLargest(groups: readonly number[], limit: number): Promise<string | null> {
  const own = (await runningProcesses()).filter(({ group }) => groups.includes(group));
  const used = await Promise.all(
    own.map(async (process) => ({ ...process, bytes: await memoryOf(process.pid) })),
  );
  if (used.reduce((sum, { bytes }) => sum + bytes, 0) <= limit) return null;
  const [largest] = used
    .filter(({ command }) => command.includes('--type=renderer'))
    .sort((one, other) => other.bytes - one.bytes);
  if (largest) {
    kill(largest.pid);
    return `A page was ended because its browser used more than ${gibibytes(limit)} of memory.`;
  }
  for (const group of groups) kill(-group);
  return `The browser was ended because it used more than ${gibibytes(limit)} of memory.`;
}

/** Bytes of memory of a process that belong to no file: `RssAnon` and `RssShmem` of proc_pid_status(5). */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
  return 1024 * (kibibytes('RssAnon') + kibibytes('RssShmem'));
}

/** Bytes that the files of some folders take on disk; ends soon after the limit. */
async function sizeOf(folders: readonly string[], limit: number): Promise<number> {
  const waiting = [...folders];
  let bytes = 0;
  for (let folder = waiting.pop(); folder !== undefined && bytes <= limit; folder = waiting.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) bytes += 512 * ((await stat(path).catch(() => null))?.blocks ?? 0);
    }
  }
  return bytes;
}

function gibibytes(bytes: number): string {
  return bytes >= 2 ** 30
    ? `${Number((bytes / 2 ** 30).toFixed(1))} GiB`
    : `${Math.round(bytes / 2 ** 20)} MiB`;
}

function kill(target: number): void {
  try {
    process.kill(target, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
