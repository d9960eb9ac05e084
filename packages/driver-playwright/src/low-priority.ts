import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { runningProcesses } from './process-table.ts';

/** A nice value: where others want the processor too, a browser gets about a third of the share of a usual process. */
export const lowPriority = 5;
/** The kernel takes one change of an autogroup in 100 ms from a user who is not root. */
const attempts = 5;
const againMs = 120;

/**
 * Lets everything else on this machine go before the processes of a browser, so that a page which never rests does not
 * keep the service from answering. Where the processor is free, a browser is as fast as before.
 *
 * A nice value counts within a process group's session only when the kernel groups processes by session, and then the
 * value of the whole session counts between them: so both are set. What the system does not let us set stays as it is.
 * Source: sched(7), "The autogroup feature"; setpriority(2).
 *
 * @param groups process groups whose leaders are leaders of their sessions too
 */
export async function lowerPriority(groups: readonly number[]): Promise<void> {
  for (const { pid, group } of await runningProcesses()) {
    if (groups.includes(group)) ignoringErrors(() => setPriority(pid, lowPriority));
  }
  await Promise.all(groups.map(lowerSession));
}

async function lowerSession(leader: number): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await writeFile(`/proc/${leader}/autogroup`, String(lowPriority), { flag: 'r+' });
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EAGAIN')) return;
      await setTimeout(againMs);
    }
  }
}

function ignoringErrors(work: () => void): void {
  try {
    work();
  } catch {
    // A process that has ended meanwhile, or that belongs to another user.
  }
}
