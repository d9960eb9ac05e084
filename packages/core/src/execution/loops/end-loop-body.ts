import type { Attempt, BlockStatus } from '@runwright/contract';
import { endOpenAttempts } from '../../journal/end-open-attempts.ts';
import { eventPlace } from '../../journal/event-place.ts';
import { eventEntry } from '../../journal/journal.ts';
import { nextRunStatus } from '../../machines/run.ts';
import { childRunId } from '../../state/child-run-id.ts';
import { loopBodyPath } from '../../state/loop-rows.ts';
import type { RunScope } from '../context/run-scope.ts';

/**
 * Ends what is still open in the body of a loop that ends: blocks that were stopped in the middle, runs that they wait
 * for, and the pause of a block that waits for a person.
 */
export async function endLoopBody(scope: RunScope, loop: Attempt, status: BlockStatus): Promise<void> {
  const path = loopBodyPath(loop);
  const below = scope.journal
    .openAttempts()
    .filter((row) => row.path.length > path.length && path.every((part, at) => row.path[at] === part));
  for (const row of below) await cancelChild(scope, row);
  if (below.some((row) => row.status === 'paused')) resume(scope);
  endOpenAttempts(below, {
    place: scope,
    definition: scope.workflow.draft.workflow_definition,
    rows: scope.journal,
    outcome: {
      status: status === 'timed_out' ? status : 'canceled',
      failureReason: `The loop \`${loop.label}\` around it ended as ${status}.`,
      failureCategory: null,
      errors: [],
    },
    close: (change) => scope.journal.defer(change),
  });
}

async function cancelChild(
  scope: Pick<RunScope, 'registry' | 'children' | 'journal'>,
  row: Attempt,
): Promise<void> {
  const waitsForRun = row.status === 'waiting' && row.dueAt === null;
  if (!waitsForRun || scope.registry.get(row.blockType)?.kind !== 'child') return;
  const child = await scope.children.find(childRunId(scope.journal, row));
  if (child !== null) await scope.children.cancel(child);
}

function resume({ journal, makeId, ...scope }: Pick<RunScope, 'journal' | 'makeId' | 'run' | 'clock'>): void {
  const status = nextRunStatus(journal.run().status, { type: 'resume' });
  const place = eventPlace(scope, makeId('ev'), null);
  const event = eventEntry({ ...place, type: 'run-status', status, failureReason: null });
  journal.defer({
    entries: [event],
    patch: (run) => ({ status: nextRunStatus(run.status, { type: 'resume' }) }),
  });
}
