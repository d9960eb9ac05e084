import {
  type BlockNode,
  type BlockStatus,
  isFinal,
  type Run,
  type RunwrightError,
  type WorkflowDefinition,
} from '@runwright/contract';
import { carryOutList, visitBlock } from './carry-out-list.ts';
import { endRun, type RunEnd } from './end-run.ts';
import { eventEntry } from './journal.ts';
import { nextRunStatus } from './machines/run.ts';
import { entry } from './outcome.ts';
import { placeOf, type RunScope } from './run-scope.ts';
import { topPlace, visitAt } from './visit.ts';
import type { Settled } from './walker.ts';

/** How a worker leaves a run: ended, or waiting for a stored time. */
export type RunLeft = { readonly type: 'ended' } | { readonly type: 'parked'; readonly dueAt: number };

/**
 * Walks a run from where its journal stands to its end. Throws the reason of the scope's signal, or `lease_lost`;
 * everything that can go wrong with the run itself is its end, not an error.
 */
export async function carryOutRun(scope: RunScope): Promise<RunLeft> {
  const definition = scope.workflow.draft.workflow_definition;
  const finallyLabel = definition.finally_block_label ?? null;
  const place = topPlace();

  const left = await carryOutList(scope, { blocks: definition.blocks, finallyLabel }, place);
  if (left.type === 'parked') return left;

  const body = left.type === 'stopped' ? stopEnd(scope, left.node, left.status) : completed;
  const last = definition.blocks.find((block) => block.label === finallyLabel);
  if (!last || body.status === 'canceled') return finish(scope, definition, bodyEnd(definition, body));

  await setStatus(scope, 'finalize');
  const final = await visitBlock(scope, visitAt(place, { node: last, parentLabel: null }));
  if (final.type !== 'settled') return final;
  return finish(scope, definition, finallyEnd(scope, body, last, final.settled));
}

/** Ends a run for a reason that lies outside its blocks: the elapsed limit, a secret that is missing, a defect. */
export async function breakOffRun(scope: RunScope, end: RunEnd): Promise<void> {
  await finish(scope, scope.workflow.draft.workflow_definition, end);
}

/** Moves the run's own status on, when the event means something in it. */
export async function setStatus(scope: RunScope, type: 'start' | 'finalize'): Promise<void> {
  const before = scope.journal.run().status;
  const status = nextRunStatus(before, { type });
  if (status === before || isFinal(status)) return;
  const now = scope.clock.now();
  const event = eventEntry({
    ...placeOf(scope, scope.makeId('ev'), null),
    type: 'run-status',
    status,
    failureReason: null,
  });
  await scope.journal.commit({ entries: [event], patch: (run) => ({ status, ...startTimes(run, now) }) });
}

const completed: RunEnd = { status: 'completed', failureReason: null, failureCategory: null };

async function finish(scope: RunScope, definition: WorkflowDefinition, end: RunEnd): Promise<RunLeft> {
  const { journal, makeId, clock } = scope;
  // What is deferred must be among the attempts before the output is put together; they are, as soon as they are deferred.
  await journal.commit(
    endRun({ run: journal.run(), definition, attempts: journal.attempts(), end, makeId, now: clock.now() }),
  );
  return { type: 'ended' };
}

function bodyEnd(definition: WorkflowDefinition, body: RunEnd): RunEnd {
  if (definition.blocks.length > 0) return body;
  return {
    status: 'failed',
    failureReason: 'The workflow has no executable blocks.',
    failureCategory: 'definition',
  };
}

function finallyEnd(scope: RunScope, body: RunEnd, node: BlockNode, settled: Settled): RunEnd {
  if (settled.status === 'completed' || settled.status === 'skipped') return body;
  if (body.status !== 'completed' || node.continue_on_failure === true) return body;
  return stopEnd(scope, node, settled.status);
}

function stopEnd(scope: RunScope, node: BlockNode, status: BlockStatus): RunEnd {
  const attempt = scope.journal.history([node.label]).at(-1);
  const cause = attempt?.failureReason ?? 'no reason was given';
  const reason =
    scope.run.kind === 'task' ? cause : `${node.block_type} block ${node.label} ${status}: ${cause}`;
  if (status === 'canceled') return { status, failureReason: reason, failureCategory: null };
  return {
    status: status === 'terminated' ? 'terminated' : 'failed',
    failureReason: reason,
    failureCategory: attempt?.failureCategory ?? null,
  };
}

function startTimes(run: Run, now: number): Partial<Pick<Run, 'queuedAt' | 'startedAt'>> {
  return { queuedAt: run.queuedAt ?? now, startedAt: run.startedAt ?? now };
}

/** The end of a run that took longer than it may. */
export function elapsedEnd(error: RunwrightError): RunEnd {
  return {
    status: 'timed_out',
    failureReason: error.message,
    failureCategory: 'limit',
    errors: [entry('run_timed_out', error.message, null)],
  };
}
