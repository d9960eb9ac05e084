import {
  type Attempt,
  type BlockNode,
  type BlockStatus,
  defaults,
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
 * Executes one block to its end, from where its journal rows stand: through lost attempts, retries and waits. The end is
 * deferred in the journal, for the commit that starts the next block or ends the run.
 */
export async function executeBlock(
  scope: RunScope,
  execution: BlockExecution,
  executeList: ExecuteList,
): Promise<BlockResult> {
  const { node } = execution;
  const { journal, clock } = scope;
  const history = journal.history(execution.path);
  const last = history.at(-1);
  const retry = retryOf(node);
  const found = scope.registry.get(node.block_type);
  // Its process shut down in order, so the attempt is repeated without being counted.
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
  const send = (event: BlockEvent) => {
    machine = nextBlockState(machine, event);
  };

  if (!found)
    return endBlock(
      failedResult(newAttempt(scope, execution, 1, null), outcomeOf(unknownType(node), node.label)),
    );
  const block = found;

  // A loop continues with its first block that has not ended: nothing of it is lost.
  let resumed = block.kind === 'loop' && last?.status === 'running' ? last : null;
  if (isRepeated && last) {
    const { failureReason } = last;
    journal.defer(attemptEnd(scope, last, { ...stoppedOutcome, failureReason }, { lost: true }));
  } else if (last?.status === 'running' && resumed === null) {
    send({ type: 'lose', repeatable: mayRepeat(block, node, last) });
    const outcome = outcomeOf(workerLost(last), node.label);
    if (machine.value === 'failed') return endBlock(failedResult(last, outcome));
    journal.defer(attemptEnd(scope, last, outcome, { lost: true }));
  }
  if (last?.status === 'waiting' || last?.status === 'paused') {
    const waited = await waitFor(last);
    if (waited !== null) return waited;
  }

  for (;;) {
    scope.draining.throwIfAborted();
    send({ type: 'render' });
    const number = machine.context.attempt;
    const result = await attemptBlock(scope, block, execution, { number, deadlineAt, resumed, executeList });
    if ('type' in result) return result;
    resumed = null;
    const ended = 'waiting' in result ? await waitFor(result.waiting) : await finish(result);
    if (ended !== null) return ended;
  }

  /** Waits for what an attempt waits for. Null when the next attempt is to begin. */
  async function waitFor(waiting: Attempt): Promise<BlockResult | null> {
    const waited = await waitForAttempt(scope, block, waiting, deadlineAt);
    if (waited.type === 'attempted') return finish(waited.result);
    if (waited.type === 'answered') return endedResult(waited.row);
    return waited.type === 'due' ? null : waited;
  }

  /** Ends an attempt. Null when the next one is to begin, after its back-off. */
  async function finish(result: AttemptResult): Promise<BlockResult | null> {
    const { status, failureCategory } = result.outcome;
    send(result.deadline ? { type: 'deadline' } : { type: 'end', status, category: failureCategory });
    if (machine.value !== 'backing_off') return endBlock(result);

    journal.defer(attemptEnd(scope, result.attempt, result.outcome));
    recordOutput(execution, result.outcome.output);
    send({ type: 'due' });
    const delayMs = backoffMs(retry, machine.context.retries, scope.random());
    // A retry that another process is to begin needs a row that says so.
    if (delayMs === 0 && !scope.draining.aborted) return null;
    const waiting = newAttempt(scope, execution, machine.context.attempt, clock.now() + delayMs);
    await journal.commit({ entries: [{ type: 'attempt', attempt: waiting }] });
    return waitFor(waiting);
  }

  function endedResult(row: Attempt): BlockResult {
    recordOutput(execution, row.output);
    return {
      type: 'ended',
      end: { status: row.status as BlockStatus, chosenLabel: row.chosenLabel },
    };
  }

  function endBlock(result: AttemptResult): BlockResult {
    const { attempt, outcome, chosenLabel, branch } = result;
    journal.defer(attemptEnd(scope, attempt, outcome, branch ? { branch, chosenLabel } : { chosenLabel }));
    recordOutput(execution, outcome.output);
    return { type: 'ended', end: { status: outcome.status, chosenLabel } };
  }
}

const stoppedOutcome = { status: 'failed', output: null, failureCategory: null, errors: [] } as const;

function failedResult(attempt: Attempt, outcome: AttemptResult['outcome']): AttemptResult {
  return { attempt, outcome, chosenLabel: null, deadline: false };
}

function retryOf(node: BlockNode): RetryPolicy {
  const none: RetryPolicy = {
    max_retries: defaults.retry.maxRetries,
    backoff_seconds: defaults.retry.backoffSeconds,
    factor: defaults.retry.factor,
    jitter: defaults.retry.jitter,
  };
  const given = { ...none, ...node.retry };
  // The short form of browser blocks counts when the other one names no number of its own.
  const short = node.max_retries;
  return given.max_retries === none.max_retries && typeof short === 'number'
    ? { ...given, max_retries: short }
    : given;
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
    `Cannot execute block \`${node.label}\`: this engine has no block type \`${node.block_type}\`. Register the type.`,
  );
}
