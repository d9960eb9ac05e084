import { type Attempt, isFinal, type Run, RunwrightError } from '@runwright/contract';
import { eventPlace } from '../journal/event-place.ts';
import { eventEntry } from '../journal/journal.ts';
import { nextRunStatus } from '../machines/run.ts';
import type { RegisteredBlock } from '../registry/registry.ts';
import { childRunId } from '../state/child-run-id.ts';
import { elapsedLimitAt } from '../state/elapsed-limit.ts';
import { completedOutcome, type Outcome, outcomeOf } from '../state/outcome.ts';
import type { AttemptResult } from './attempt-block.ts';
import { deadlineError } from './context/deadline.ts';
import type { RunScope } from './context/run-scope.ts';
import { childOutput } from './start-child-run.ts';

/** The result of a wait. */
export type WaitResult =
  /** It goes on at this time without us, or when somebody wakes the run. */
  | { readonly type: 'suspended'; readonly dueAt: number }
  /** A back-off is over: the attempt may begin. */
  | { readonly type: 'due' }
  | { readonly type: 'attempted'; readonly result: AttemptResult }
  /** Somebody else has written the end of the attempt. */
  | { readonly type: 'answered'; readonly row: Attempt };

/** Waits shorter than this are slept through; longer ones give the run back, so that others get the worker. */
const shortWaitMs = 5000;

/**
 * Waits for what a stored attempt waits for: a time, a child run or a person. A run without an open browser is suspended;
 * else the worker keeps it, because its browser would be lost, and gives its place to another run.
 */
export function waitForAttempt(
  scope: RunScope,
  block: RegisteredBlock,
  attempt: Attempt,
  deadlineAt: number | null,
): Promise<WaitResult> {
  if (attempt.status === 'paused') return waitForPerson(scope, attempt);
  if (block.kind === 'child' && attempt.dueAt === null) return waitForChild(scope, attempt, deadlineAt);
  return waitForTime(scope, attempt, { timer: block.kind === 'timer', deadlineAt });
}

async function waitForTime(
  scope: RunScope,
  attempt: Attempt,
  options: { readonly timer: boolean; readonly deadlineAt: number | null },
): Promise<WaitResult> {
  const { clock, signal } = scope;
  const dueAt = attempt.dueAt ?? clock.now();
  const until = Math.min(dueAt, options.deadlineAt ?? dueAt);
  const delayMs = until - clock.now();
  if (delayMs >= shortWaitMs) {
    if (!scope.browser.isOpen) return { type: 'suspended', dueAt: until };
    await scope.waits.waitUntil(until);
  } else if (delayMs > 0) await clock.sleep(delayMs, { signal: AbortSignal.any([signal, scope.draining]) });
  if (until < dueAt) return timedOut(attempt);
  if (!options.timer) return { type: 'due' };
  return endedWait(attempt, completedOutcome(attempt.output));
}

async function waitForChild(
  scope: RunScope,
  attempt: Attempt,
  deadlineAt: number | null,
): Promise<WaitResult> {
  const { clock, children } = scope;
  const childId = childRunId(scope.journal, attempt);
  const dueAt = Math.min(
    deadlineAt ?? Number.POSITIVE_INFINITY,
    elapsedLimitAt(scope.journal.run(), clock.now()),
  );
  const poll = async () => {
    const child = await children.find(childId);
    return child === null || isFinal(child.status) ? { child } : null;
  };
  let seen = await poll();
  if (seen === null && clock.now() < dueAt) {
    if (!scope.browser.isOpen) return { type: 'suspended', dueAt };
    try {
      seen = await scope.waits.pollUntil(dueAt, { otherRunId: childId, poll });
    } catch (error) {
      // Whoever takes the run over goes on waiting; everybody else who stops waiting takes the child along.
      if (!RunwrightError.is(error) || error.code !== 'lease_lost') await cancelChild(scope, childId);
      throw error;
    }
  }
  if (seen !== null) return endedWait(attempt, childOutcome(scope, attempt, seen.child));
  if (deadlineAt === null || clock.now() < deadlineAt) return { type: 'suspended', dueAt };
  await cancelChild(scope, childId);
  return timedOut(attempt);
}

async function cancelChild(scope: Pick<RunScope, 'children'>, childId: string): Promise<void> {
  const child = await scope.children.find(childId);
  if (child !== null) await scope.children.cancel(child);
}

function childOutcome(scope: Pick<RunScope, 'runSecrets'>, attempt: Attempt, child: Run | null): Outcome {
  if (child === null) {
    return outcomeOf(
      new RunwrightError('internal', 'The run that the block started is gone; start the block again.'),
      attempt.label,
    );
  }
  const output = scope.runSecrets.mask(childOutput(child, child.status));
  if (child.status === 'completed') return completedOutcome(output);
  const reason = child.failureReason === null ? '' : `: ${child.failureReason}`;
  const message = scope.runSecrets.mask(
    `The run \`${child.runId}\` that it waited for has ended as ${child.status}${reason}`,
  );
  const details = { output, failure_category: child.failureCategory ?? 'block' };
  return outcomeOf(new RunwrightError('block_failed', message, { details }), attempt.label);
}

async function waitForPerson(scope: RunScope, attempt: Attempt): Promise<WaitResult> {
  const { clock, journal } = scope;
  const dueAt = attempt.dueAt ?? clock.now();
  const row = () => journal.history(attempt.path)[attempt.attempt - 1] ?? attempt;
  if (isUndecided(row()) && clock.now() < dueAt) {
    if (!scope.browser.isOpen) return { type: 'suspended', dueAt };
    await scope.waits.pollUntil(dueAt, {
      async poll() {
        await journal.reload();
        return isUndecided(row()) ? null : true;
      },
    });
  }
  if (row().finishedAt === null && !(await takeDecision(scope))) await journal.reload();
  const found = row();
  if (found.finishedAt !== null) return { type: 'answered', row: found };
  if (found.failureReason === null) return timedOut(found);
  const failure = new RunwrightError('block_failed', found.failureReason);
  return endedWait({ ...found, failureReason: null }, outcomeOf(failure, found.label));
}

/** Neither answered, nor failed because the mail could not be sent. */
function isUndecided(row: Attempt): boolean {
  return row.finishedAt === null && row.failureReason === null;
}

/**
 * Moves the run on from its pause, so that no answer counts any more; false when an answer was faster. The decision is
 * a commit of its own, because a commit that meets a newer revision is result again.
 */
async function takeDecision(scope: RunScope): Promise<boolean> {
  const { journal, makeId } = scope;
  if (journal.run().status !== 'paused') return true;
  await journal.commit();
  const status = nextRunStatus('paused', { type: 'resume' });
  const event = eventEntry({
    ...eventPlace(scope, makeId('ev'), null),
    type: 'run-status',
    status,
    failureReason: null,
  });
  try {
    await journal.commit({
      entries: [event],
      patch(run) {
        if (run.status !== 'paused') throw answered;
        return { status };
      },
    });
    return true;
  } catch (error) {
    if (error === answered) return false;
    throw error;
  }
}

/** Ends a commit that came after an answer; made once, because nobody reads it. */
const answered = new Error('answered');

function timedOut(attempt: Attempt): WaitResult {
  return endedWait(attempt, outcomeOf(deadlineError(), attempt.label), true);
}

function endedWait(attempt: Attempt, outcome: Outcome, deadline = false): WaitResult {
  return { type: 'attempted', result: { attempt, outcome, chosenLabel: null, deadline } };
}
