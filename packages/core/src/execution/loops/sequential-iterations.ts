import { type BlockStatus, RunwrightError } from '@runwright/contract';
import type { ListScope } from '../../state/block-execution.ts';
import type { ListResult } from '../../state/block-result.ts';
import { hasBegun, loopBodyList, loopBodyPath } from '../../state/loop-rows.ts';
import { type Outcome, outcomeOf } from '../../state/outcome.ts';
import { blockTemplateScope } from '../context/block-template-scope.ts';
import type { RunScope } from '../context/run-scope.ts';
import type { IterationResult, LoopWithItems } from './loop-execution.ts';

/** Goes through the iterations one after the other; null when all of them are done. */
export async function executeSequentially(loop: LoopWithItems): Promise<IterationResult> {
  const scope = scopeWithSignal(loop.scope, loop.signal);
  for (let index = 0; await hasNext(loop, index); index += 1) {
    const left = await executeIteration(
      loop,
      scope,
      iterationScope(loop, index, loop.visit.listScope.outputs),
    );
    if (left !== null) return left;
  }
  return null;
}

/** The scope of a part of the run that this signal ends too. */
export function scopeWithSignal(scope: RunScope, signal: AbortSignal): RunScope {
  return signal === scope.signal ? scope : { ...scope, signal, waits: scope.waits.withSignal(signal) };
}

/** Where the body is walked in one iteration. */
export function iterationScope(
  { visit, attempt, items }: LoopWithItems,
  index: number,
  outputs: ListScope['outputs'],
): ListScope {
  return {
    ...visit.listScope,
    path: [...loopBodyPath(attempt), index],
    parentBlockRunId: attempt.blockRunId,
    iteration: { value: items?.[index] ?? null, index },
    outputs,
  };
}

/** Walks the body once, from where its rows stand. */
export async function executeIteration(
  loop: LoopWithItems,
  scope: RunScope,
  place: ListScope,
): Promise<IterationResult> {
  const { node } = loop.visit;
  const mostBlocks = scope.limits.blocksPerIteration;
  const left = await loop.executeList(scope, { ...loopBodyList(node), maxBlocks: mostBlocks }, place);
  if (left.type === 'parked') return left;
  if (left.type === 'capped') {
    return outcomeOf(
      tooMany(node.label, 'max_blocks_per_iteration', 'blocks in one iteration', mostBlocks),
      node.label,
    );
  }
  return left.type === 'done' ? null : stoppedLoopOutcome(loop, left, place);
}

/** What a block that stopped its iteration makes of the loop; null when the next iteration begins all the same. */
export function stoppedLoopOutcome(
  { visit, scope }: Pick<LoopWithItems, 'visit' | 'scope'>,
  { node, status }: Extract<ListResult, { readonly type: 'stopped' }>,
  place: ListScope,
): Outcome | null {
  const goesOn = node.next_loop_on_failure === true || visit.node.next_loop_on_failure === true;
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
export function tooManyItems({ visit, scope }: LoopWithItems): Outcome {
  const { label } = visit.node;
  return outcomeOf(tooMany(label, 'max_loop_iterations', 'iterations', scope.limits.loopIterations), label);
}

/** Throws when there is another iteration, but no more are allowed; a condition is asked before that is looked at. */
async function hasNext(loop: LoopWithItems, index: number): Promise<boolean> {
  const { scope, visit, attempt, items, source, config } = loop;
  const most = scope.limits.loopIterations;
  if (!(await isWanted())) return false;
  if (index < most) return true;
  throw tooMany(visit.node.label, 'max_loop_iterations', 'iterations', most);

  async function isWanted(): Promise<boolean> {
    if (source.type !== 'condition') return index < (items?.length ?? 0);
    const place = iterationScope(loop, index, visit.listScope.outputs);
    if (hasBegun(scope.journal, visit.node, [...loopBodyPath(attempt), index])) return true;
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
