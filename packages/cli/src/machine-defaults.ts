import { availableParallelism, totalmem } from 'node:os';

/** CPUs and memory of the machine or container. */
export interface MachineResources {
  readonly cpus: number;
  readonly memoryBytes: number;
}

/** A browser takes 200 to 400 MB, and its pages and recordings as much again. */
const memoryPerRun = 2 ** 30;
const most = 16;

/** Returns how many runs one process executes at once when nobody says: two for each CPU, one for each GiB, 1 to 16. */
export function defaultConcurrency({ cpus, memoryBytes }: MachineResources = machineSize()): number {
  return Math.max(1, Math.min(most, cpus * 2, Math.floor(memoryBytes / memoryPerRun)));
}

/** A browser with two or three pages; its recordings are files. */
const memoryPerBrowser = 700 * 2 ** 20;

/** Returns how many browsers one process holds at once when nobody says: one for each 700 MiB of memory, at least one. */
export function defaultMaxBrowsers({ memoryBytes }: MachineResources = machineSize()): number {
  return Math.max(1, Math.floor(memoryBytes / memoryPerBrowser));
}

/** Reads the size of this machine; the memory limit of a control group counts. */
function machineSize(): MachineResources {
  const total = totalmem();
  const limit = process.constrainedMemory();
  // Without a limit it is 0, or a number beyond all memory.
  return { cpus: availableParallelism(), memoryBytes: limit > 0 ? Math.min(total, limit) : total };
}
