import {
  type Attempt,
  type BlockNode,
  type BlockStatus,
  type RetryPolicy,
  RunwrightError,
} from '@runwright/contract';
import { attemptEnd, newAttempt } from '../journal/attempt-entries.ts';
import { type BlockEvent, backoffMs, initialBlockState, nextBlockState } from '../machines/block.ts';
import type { RegisteredBlock } from '../registry/registry.ts';
import { type BlockExecution, recordOutput } from '../state/block-execution.ts';
import type { BlockResult } from '../state/block-result.ts';
import { outcomeOf } from '../state/outcome.ts';
import { type AttemptResult, attemptBlock } from './attempt-block.ts';
import type { RunScope } from './context/run-scope.ts';
import type { ExecuteList } from './loops/loop-execution.ts';
import { wasStopped } from './stopped-attempts.ts';
import { waitForAttempt } from './wait-for-attempt.ts';

/**
 * Carries one block to its end: from where the journal left it, through lost attempts, retries and waits. The end is
 * deferred in the journal, for the commit that begins the next block or ends the run.
 */
export async function executeBlock(
  scope: RunScope,
  visit: BlockExecution,
  executeList: ExecuteList,
): Promise<BlockResult> {
  const { node } = visit;
  const { journal, clock } = scope;
  const history = journal.history(visit.path);
  const last = history.at(-1);
  const retry = retryOf(node);
  const found = scope.registry.get(node.block_type);
  // Left by a process that ended in order: repeated without being counted.
  const isRepeated =
    last !== undefined && found !== undefined && wasStopped(last) && mayRepeat(found, node, last);
  const timeoutSeconds = node.timeout_seconds ?? found?.timeoutSeconds ?? null;
  const beganAt = history[0]?.startedAt ?? clock.now();
  const deadlineAt = timeoutSeconds === null ? null : beganAt + timeoutSeconds * 1000;
  let machine = initialBlockState({
    retry: { max_retries: retry.max_retries },
    attempt: last === undefined ? 1 : last.attempt + (last.status === 'lost' || isRepeated ? 1 : 0),
    retries: history.filter((row) => row.status === 'failed' || row.status === 'timed_out').length,
    lost: history.filter((row) => row.status === 'lost' && row.failureCategory !== null).length,
  });
  const tell = (event: BlockEvent) => {
    machine = nextBlockState(machine, event);
  };

  if (!found)
    return settle(ended(newAttempt(scope, visit, 1, null), outcomeOf(unknownType(node), node.label)));
  const block = found;

  // A loop goes on with its first block that has not ended: nothing of it is lost.
  let resumed = block.kind === 'loop' && last?.status === 'running' ? last : null;
  if (isRepeated && last) {
    const { failureReason } = last;
    journal.defer(attemptEnd(scope, last, { ...stoppedOutcome, failureReason }, { lost: true }));
  } else if (last?.status === 'running' && resumed === null) {
    tell({ type: 'lose', repeatable: mayRepeat(block, node, last) });
    const outcome = outcomeOf(workerLost(last), node.label);
    if (machine.value === 'failed') return settle(ended(last, outcome));
    journal.defer(attemptEnd(scope, last, outcome, { lost: true }));
  }
  if (last?.status === 'waiting' || last?.status === 'paused') {
    const waited = await attend(last);
    if (waited !== null) return waited;
  }

  for (;;) {
    scope.draining.throwIfAborted();
    tell({ type: 'render' });
    const number = machine.context.attempt;
    const tried = await attemptBlock(scope, block, visit, { number, deadlineAt, resumed, executeList });
    if ('type' in tried) return tried;
    resumed = null;
    const carried = 'waiting' in tried ? await attend(tried.waiting) : await finish(tried);
    if (carried !== null) return carried;
  }

  /** Waits for what an attempt waits for. Null when the next attempt is to begin. */
  async function attend(waiting: Attempt): Promise<BlockResult | null> {
    const waited = await waitForAttempt(scope, block, waiting, deadlineAt);
    if (waited.type === 'tried') return finish(waited.tried);
    if (waited.type === 'answered') return settled(waited.row);
    return waited.type === 'due' ? null : waited;
  }

  /** Ends an attempt. Null when the next one is to begin, after its back-off. */
  async function finish(tried: AttemptResult): Promise<BlockResult | null> {
    const { status, failureCategory } = tried.outcome;
    tell(tried.deadline ? { type: 'deadline' } : { type: 'end', status, category: failureCategory });
    if (machine.value !== 'backing_off') return settle(tried);

    journal.defer(attemptEnd(scope, tried.attempt, tried.outcome));
    recordOutput(visit, tried.outcome.output);
    tell({ type: 'due' });
    const delayMs = backoffMs(retry, machine.context.retries, scope.random());
    // A retry that another process is to begin needs a row that says so.
    if (delayMs === 0 && !scope.draining.aborted) return null;
    const waiting = newAttempt(scope, visit, machine.context.attempt, clock.now() + delayMs);
    await journal.commit({ entries: [{ type: 'attempt', attempt: waiting }] });
    return attend(waiting);
  }

  function settled(row: Attempt): BlockResult {
    recordOutput(visit, row.output);
    return {
      type: 'settled',
      end: { status: row.status as BlockStatus, chosenLabel: row.chosenLabel },
    };
  }

  function settle(tried: AttemptResult): BlockResult {
    const { attempt, outcome, chosenLabel, branch } = tried;
    journal.defer(attemptEnd(scope, attempt, outcome, branch ? { branch, chosenLabel } : { chosenLabel }));
    recordOutput(visit, outcome.output);
    return { type: 'settled', end: { status: outcome.status, chosenLabel } };
  }
}

const stoppedOutcome = { status: 'failed', output: null, failureCategory: null, errors: [] } as const;

function ended(attempt: Attempt, outcome: AttemptResult['outcome']): AttemptResult {
  return { attempt, outcome, chosenLabel: null, deadline: false };
}

function retryOf(node: BlockNode): RetryPolicy {
  const none: RetryPolicy = { max_retries: 0, backoff_seconds: 0, factor: 2, jitter: 0 };
  if (node.retry?.max_retries) return { ...none, ...node.retry };
  // The short form of browser blocks: so many retries, without a wait.
  const short = node.max_retries;
  return typeof short === 'number' ? { ...none, max_retries: short } : none;
}

function mayRepeat(block: RegisteredBlock, node: BlockNode, lost: Attempt): boolean {
  if (node.on_worker_lost) return node.on_worker_lost === 'repeat';
  const { onWorkerLost } = block;
  const rule = typeof onWorkerLost === 'function' ? onWorkerLost(node) : onWorkerLost;
  return rule === 'repeat' || !lost.effect;
}

function workerLost(attempt: Attempt): RunwrightError {
  const done = attempt.effect
    ? 'after it had begun to change something, so it is not repeated by itself'
    : 'while it ran';
  return new RunwrightError('worker_lost', `The worker was lost ${done}.`);
}

function unknownType(node: BlockNode): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    `A block of type \`${node.block_type}\` was to run, but this engine does not know the type; register it.`,
  );
}
