import {
  type BlockNode,
  isFinal,
  type Run,
  type RunwrightError,
  type WorkflowDefinition,
} from '@runwright/contract';
import { endRun } from '../journal/end-run.ts';
import { placeOf } from '../journal/event-place.ts';
import { eventEntry } from '../journal/journal.ts';
import { nextRunStatus } from '../machines/run.ts';
import { topPlace, visitAt } from '../state/block-execution.ts';
import { walkedList } from '../state/execution-list.ts';
import { entry } from '../state/outcome.ts';
import type { RunEnd } from '../state/run-end.ts';
import { completed, stopEnd } from '../state/run-end.ts';
import type { Settled } from '../state/walker.ts';
import type { RunScope } from './context/run-scope.ts';
import { carryOutList, visitBlock } from './execute-list.ts';

/** How a worker leaves a run: ended, or waiting for a stored time. */
export type RunLeft = { readonly type: 'ended' } | { readonly type: 'parked'; readonly dueAt: number };

/**
 * Walks a run from where its journal stands to its end. Throws the reason of the scope's signal, or `lease_lost`;
 * everything that can go wrong with the run itself is its end, not an error.
 */
export async function carryOutRun(scope: RunScope): Promise<RunLeft> {
  const definition = scope.workflow.draft.workflow_definition;
  const { journal } = scope;
  const { settings } = scope.run;
  const place = topPlace(Object.entries(settings.blockOutputs ?? {}));
  const list = walkedList(definition, settings);

  const left = await carryOutList(scope, list, place);
  if (left.type === 'parked') return left;

  const body = left.type === 'stopped' ? stopEnd(scope.journal, scope.run, left) : completed;
  const last = definition.blocks.find((block) => block.label === list.finallyLabel);
  if (!last || body.status === 'canceled') return finish(scope, definition, bodyEnd(definition, body));

  deferStatus(scope, 'finalize');
  await journal.commit();
  const final = await visitBlock(scope, visitAt(place, { node: last, parentLabel: null }));
  if (final.type !== 'settled') return final;
  return finish(scope, definition, finallyEnd(scope, body, last, final.settled));
}

/** Ends a run for a reason that lies outside its blocks: the elapsed limit, a secret that is missing, a defect. */
export async function breakOffRun(scope: RunScope, end: RunEnd): Promise<void> {
  await finish(scope, scope.workflow.draft.workflow_definition, end);
}

/** Moves the run's own status on with the next commit, when the event means something in it. */
export function deferStatus(scope: RunScope, type: 'start' | 'finalize'): void {
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
  scope.journal.defer({ entries: [event], patch: (run) => ({ status, ...startTimes(run, now) }) });
}

async function finish(scope: RunScope, definition: WorkflowDefinition, end: RunEnd): Promise<RunLeft> {
  const { journal, limits, makeId, clock } = scope;
  // Before the end is written, because afterwards nobody comes back for it.
  await scope.browser.forget().catch(() => undefined);
  // What is deferred must be among the attempts before the output is put together; they are, as soon as they are deferred.
  await journal.commit(
    endRun({
      run: journal.run(),
      definition,
      attempts: journal.attempts(),
      end,
      limits,
      makeId,
      now: clock.now(),
    }),
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
  return stopEnd(scope.journal, scope.run, { node, status: settled.status });
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
