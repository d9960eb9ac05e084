import { type DueTime, RunwrightError, type Schedule } from '@runwright/contract';
import { type AcceptDeps, draftWorkflowRun, storeRun } from '../run-requests/accept-run.ts';
import { readWorkflowRunRequest } from '../run-requests/run-request.ts';
import { nextDueTime } from './cron.ts';

/** Longest `lastError`. */
const longestError = 2000;

/**
 * Starts the run of a schedule whose time has come, and moves the schedule on in the same transaction. Due times that were
 * missed since are left out. One that is later than the schedule allows starts none. A start that is refused moves the schedule on too, with the reason. Does nothing when another
 * process was first.
 */
export async function startDueRun(deps: AcceptDeps, schedule: Schedule): Promise<void> {
  const { scheduleId, nextRunAt: dueAt, organizationId, apiKeyId } = schedule;
  if (dueAt === null) return;
  const now = deps.clock.now();
  // After a clock was set back, the time that has just been taken is not due once more.
  const dueTime: DueTime = { scheduleId, dueAt, nextRunAt: nextDueTime(schedule, Math.max(dueAt, now)) };
  try {
    assertInTime(schedule, now);
    const request = readWorkflowRunRequest({
      ...schedule.runOptions,
      workflow_id: schedule.workflowPermanentId,
      parameters: schedule.parameters,
    });
    const origin = { organizationId, apiKeyId, triggerType: 'scheduled' } as const;
    await storeRun(deps, await draftWorkflowRun(deps, request, origin), { dueTime });
  } catch (error) {
    if (!RunwrightError.is(error) || error.code === 'internal') throw error;
    // Changes nothing when the start was refused because another process had taken the due time.
    await deps.store.schedules.moveOn(dueTime, { error: error.message.slice(0, longestError) });
  }
}

/** The latest of the due times that were missed counts. */
function assertInTime(schedule: Schedule, now: number): void {
  const { startingDeadlineSeconds } = schedule;
  if (startingDeadlineSeconds === null) return;
  const latest = nextDueTime(schedule, now - startingDeadlineSeconds * 1000 - 1);
  if (latest !== null && latest <= now) return;
  throw new RunwrightError(
    'conflict',
    `No run was started: its time had passed more than ${startingDeadlineSeconds} s before, which is the schedule's \`starting_deadline_seconds\`. Start a run by hand if one is still needed.`,
  );
}
