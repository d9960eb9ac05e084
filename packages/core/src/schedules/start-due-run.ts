import { type DueTime, RunwrightError, type Schedule } from '@runwright/contract';
import { type AcceptDeps, draftWorkflowRun, storeRun } from '../run-requests/accept-run.ts';
import { readWorkflowRunRequest } from '../run-requests/run-request.ts';
import { nextDueTime } from './cron.ts';

/** Longest `lastError`. */
const longestError = 2000;

/**
 * Starts the run of a schedule whose time has come, and moves the schedule on in the same transaction. Due times that were
 * missed since are left out. A start that is refused moves the schedule on too, with the reason. Does nothing when another
 * process was first.
 */
export async function startDueRun(deps: AcceptDeps, schedule: Schedule): Promise<void> {
  const { scheduleId, nextRunAt: dueAt, organizationId, apiKeyId } = schedule;
  if (dueAt === null) return;
  const dueTime: DueTime = { scheduleId, dueAt, nextRunAt: nextDueTime(schedule, deps.clock.now()) };
  try {
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
