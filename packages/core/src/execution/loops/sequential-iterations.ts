import { type BlockStatus, RunwrightError } from '@runwright/contract';
import type { WalkPlace } from '../../state/block-execution.ts';
import type { ListLeft } from '../../state/block-result.ts';
import { bodyListOf, bodyPath, hasBegun } from '../../state/loop-rows.ts';
import { type Outcome, outcomeOf } from '../../state/outcome.ts';
import { blockScope } from '../context/block-template-scope.ts';
import type { RunScope } from '../context/run-scope.ts';
import type { GoingLoop, IterationLeft } from './loop-execution.ts';

/** Goes through the iterations one after the other; null when all of them are done. */
export async function oneByOne(loop: GoingLoop): Promise<IterationLeft> {
  const scope = under(loop.scope, loop.signal);
  for (let index = 0; await hasNext(loop, index); index += 1) {
    const left = await iterate(loop, scope, iterationPlace(loop, index, loop.visit.place.outputs));
    if (left !== null) return left;
  }
  return null;
}

/** The scope of a part of the run that this signal ends too. */
export function under(scope: RunScope, signal: AbortSignal): RunScope {
  return signal === scope.signal ? scope : { ...scope, signal, waits: scope.waits.under(signal) };
}

/** Where the body is walked in one iteration. */
export function iterationPlace(
  { visit, attempt, items }: GoingLoop,
  index: number,
  outputs: WalkPlace['outputs'],
): WalkPlace {
  return {
    ...visit.place,
    path: [...bodyPath(attempt), index],
    parentBlockRunId: attempt.blockRunId,
    iteration: { value: items?.[index] ?? null, index },
    outputs,
  };
}

/** Walks the body once, from where its rows stand. */
export async function iterate(loop: GoingLoop, scope: RunScope, place: WalkPlace): Promise<IterationLeft> {
  const { node } = loop.visit;
  const mostBlocks = scope.limits.blocksPerIteration;
  const left = await loop.walkList(scope, { ...bodyListOf(node), mostBlocks }, place);
  if (left.type === 'parked') return left;
  if (left.type === 'capped') {
    return outcomeOf(
      tooMany(node.label, 'max_blocks_per_iteration', 'blocks in one iteration', mostBlocks),
      node.label,
    );
  }
  return left.type === 'done' ? null : stopOutcome(loop, left, place);
}

/** What a block that stopped its iteration makes of the loop; null when the next iteration begins all the same. */
export function stopOutcome(
  { visit, scope }: Pick<GoingLoop, 'visit' | 'scope'>,
  { node, status }: Extract<ListLeft, { readonly type: 'stopped' }>,
  place: WalkPlace,
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
export function tooManyItems({ visit, scope }: GoingLoop): Outcome {
  const { label } = visit.node;
  return outcomeOf(tooMany(label, 'max_loop_iterations', 'iterations', scope.limits.loopIterations), label);
}

/** Throws when there is another iteration, but no more are allowed; a condition is asked before that is looked at. */
async function hasNext(loop: GoingLoop, index: number): Promise<boolean> {
  const { scope, visit, attempt, items, source, config } = loop;
  const most = scope.limits.loopIterations;
  if (!(await isWanted())) return false;
  if (index < most) return true;
  throw tooMany(visit.node.label, 'max_loop_iterations', 'iterations', most);

  async function isWanted(): Promise<boolean> {
    if (source.type !== 'condition') return index < (items?.length ?? 0);
    const place = iterationPlace(loop, index, visit.place.outputs);
    if (hasBegun(scope.journal, visit.node, [...bodyPath(attempt), index])) return true;
    // No iteration is begun, so nothing is asked for it.
    scope.draining.throwIfAborted();
    // A model may take its time to answer, and what has ended is not to be done again if the worker is lost meanwhile.
    await scope.journal.commit();
    return source.holds(config, { ...loop.context, scope: blockScope(scope, place) });
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
