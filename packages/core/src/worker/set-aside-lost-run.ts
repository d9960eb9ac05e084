import { type Fence, isFinal, type Run } from '@runwright/contract';
import { cancelChildren } from '../runs/child-runs.ts';
import { type EndDeps, endRunWithoutLease } from '../runs/end-run-without-lease.ts';
import { type LostWorkers, lostTreeEnd, lostWorkersEnd } from './lost-workers-end.ts';

/**
 * Ends a claimed run that would end every later process too, or, when a tree of runs ends its processes, the topmost run of the tree
 * with all that it waits for. Returns false when the claimed run may be executed.
 */
export async function setAsideLostRun(
  deps: EndDeps,
  claimed: LostWorkers & { readonly run: Run; readonly fence: Fence },
): Promise<boolean> {
  if (!claimed.lostWorkers) return false;
  const { run, fence } = claimed;
  const owners = await deps.store.runs.findDeadOwners(run.runId);
  const dead = countDeadProcesses(owners, fence.owner);
  const treeEnd = lostTreeEnd(dead);
  const end = treeEnd ?? lostWorkersEnd(claimed, dead);
  if (end === null) return false;
  const ended = treeEnd ? await findTopRun(deps, run) : run;
  await cancelChildren(deps, ended.runId);
  await endRunWithoutLease(deps, ended, end);
  return true;
}

/** The own process is alive, even when it stood still for so long that it lost runs. */
function countDeadProcesses(owners: readonly string[], own: string): number {
  const processes = new Set(owners.map(readProcess));
  processes.delete(readProcess(own));
  return processes.size;
}

/** An owner is a process and the number of its claim. */
function readProcess(owner: string): string {
  return owner.replace(/\/\d+$/, '');
}

/** Returns the topmost of the runs that wait for this one; itself when none does. */
async function findTopRun({ store }: Pick<EndDeps, 'store'>, run: Run): Promise<Run> {
  if (!run.parent?.waits) return run;
  const parent = await store.runs.find(run.parent.runId);
  return parent === null || isFinal(parent.status) ? run : findTopRun({ store }, parent);
}
