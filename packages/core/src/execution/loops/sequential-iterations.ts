import { type BlockStatus, RunwrightError } from '@runwright/contract';
import type { ListScope } from '../../state/block-execution.ts';
import type { ListResult } from '../../state/block-result.ts';
import {
  hasBegun,
  loopBodyList,
  loopBodyPath,
  outputsBefore,
  recordIterations,
} from '../../state/loop-rows.ts';
import { type Outcome, outcomeOf } from '../../state/outcome.ts';
import { blockTemplateScope } from '../context/block-template-scope.ts';
import type { RunScope } from '../context/run-scope.ts';
import type { IterationResult, LoopWithItems } from './loop-execution.ts';

/**
 * Goes through the iterations one after the other; null when all of them are done. An iteration of a `for_loop` sees the outputs from before
 * the loop and its own, one of a `while_loop` also those of the iterations before it.
 */
export async function executeSequentially(loop: LoopWithItems): Promise<IterationResult> {
  const { execution, source } = loop;
  const scope = scopeWithSignal(loop.scope, loop.signal);
  const { outputs } = execution.listScope;
  const seen = () => (source.type === 'condition' ? outputs : outputsBefore(execution.node, outputs));
  try {
    for (let index = 0; await hasNext(loop, index); index += 1) {
      const result = await executeIteration(loop, scope, iterationScope(loop, index, seen()));
      if (result !== null) return result;
    }
    return null;
  } finally {
    if (source.type !== 'condition') recordIterations(scope.journal, execution, loop.attempt);
  }
}

/** The scope of a part of the run that this signal ends too. */
export function scopeWithSignal(scope: RunScope, signal: AbortSignal): RunScope {
  return signal === scope.signal ? scope : { ...scope, signal, waits: scope.waits.withSignal(signal) };
}

/** Returns the scope of the body in one iteration. */
export function iterationScope(
  { execution, attempt, items }: LoopWithItems,
  index: number,
  outputs: ListScope['outputs'],
): ListScope {
  return {
    ...execution.listScope,
    path: [...loopBodyPath(attempt), index],
    parentBlockRunId: attempt.blockRunId,
    iteration: { value: items?.[index] ?? null, index },
    outputs,
  };
}

/** Executes the body once, from where its rows stand. */
export async function executeIteration(
  loop: LoopWithItems,
  scope: RunScope,
  place: ListScope,
): Promise<IterationResult> {
  const { node } = loop.execution;
  const mostBlocks = scope.limits.blocksPerIteration;
  const result = await loop.executeList(scope, { ...loopBodyList(node), maxBlocks: mostBlocks }, place);
  if (result.type === 'suspended') return result;
  if (result.type === 'capped') {
    return outcomeOf(
      tooMany(node.label, 'max_blocks_per_iteration', 'blocks in one iteration', mostBlocks),
      node.label,
    );
  }
  return result.type === 'done' ? null : stoppedLoopOutcome(loop, result, place);
}

/** Returns the outcome of a loop whose iteration was stopped by a block; null when the next iteration starts nevertheless. */
export function stoppedLoopOutcome(
  { execution, scope }: Pick<LoopWithItems, 'execution' | 'scope'>,
  { node, status }: Extract<ListResult, { readonly type: 'stopped' }>,
  place: ListScope,
): Outcome | null {
  const goesOn = node.next_loop_on_failure === true || execution.node.next_loop_on_failure === true;
  if (status !== 'canceled' && goesOn) return null;
  const child = scope.journal.history([...place.path, node.label]).at(-1);
  const cause = child?.failureReason ?? 'no reason was given';
  return {
    status: statusAfter(status),
    output: null,
    failureReason: `${node.block_type} block ${node.label} ${status} in the iteration at index ${place.iteration?.index}: ${cause}`,
    failureCategory: status === 'canceled' ? null : (child?.failureCategory ?? null),
    errors: [],
  };
}

function statusAfter(status: BlockStatus): BlockStatus {
  return status === 'canceled' || status === 'terminated' ? status : 'failed';
}

/** The end of a loop that has more items than it may go through. */
export function tooManyItems({ execution, scope }: LoopWithItems): Outcome {
  const { label } = execution.node;
  return outcomeOf(tooMany(label, 'max_loop_iterations', 'iterations', scope.limits.loopIterations), label);
}

/** Throws when there is another iteration, but no more are allowed; a condition is asked before that is looked at. */
async function hasNext(loop: LoopWithItems, index: number): Promise<boolean> {
  const { scope, execution, attempt, items, source, config } = loop;
  const most = scope.limits.loopIterations;
  if (!(await isWanted())) return false;
  if (index < most) return true;
  throw tooMany(execution.node.label, 'max_loop_iterations', 'iterations', most);

  async function isWanted(): Promise<boolean> {
    if (source.type !== 'condition') return index < (items?.length ?? 0);
    const place = iterationScope(loop, index, execution.listScope.outputs);
    if (hasBegun(scope.journal, execution.node, [...loopBodyPath(attempt), index])) return true;
    // No iteration is begun, so nothing is asked for it.
    scope.draining.throwIfAborted();
    // A model may take its time to answer, and what has ended is not to be done again if the worker is lost meanwhile.
    await scope.journal.commit();
    return source.holds(config, { ...loop.context, scope: blockTemplateScope(scope, place) });
  }
}

function tooMany(label: string, code: string, what: string, most: number): RunwrightError {
  const message = `Loop \`${label}\` wanted more than ${most} ${what}, the \`${code}\`; give it less to do, or raise the limit.`;
  return new RunwrightError('block_failed', message, {
    details: {
      failure_category: 'limit',
      errors: [{ error_code: code, reasoning: message, confidence_float: null, block_label: label }],
    },
  });
}
