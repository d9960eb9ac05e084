import {
  type Attempt,
  type BranchChoice,
  type Clock,
  type Fence,
  type Json,
  type JsonObject,
  RunwrightError,
} from '@runwright/contract';
import { initialAttemptStatus, nextAttemptStatus } from '../machines/attempt.ts';
import { changeInTurns } from '../runtime/change-in-turns.ts';
import type { MakeId } from '../runtime/ids.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import type { BlockExecution } from '../state/block-execution.ts';
import type { Outcome } from '../state/outcome.ts';
import { type EventSource, eventPlace } from './event-place.ts';
import { type Change, eventEntry, type Journal } from './journal.ts';

/** The members of a run from which the entries of an attempt are made. */
export interface AttemptSource extends EventSource {
  readonly fence: Fence;
  readonly makeId: MakeId;
  readonly runSecrets: Pick<RunSecrets, 'mask'>;
  readonly journal: Pick<Journal, 'history'>;
}

/** The row of an attempt that begins now, or waits for `dueAt` before it does. */
export function newAttempt(
  scope: AttemptSource,
  execution: BlockExecution,
  number: number,
  dueAt: number | null,
): Attempt {
  const { node } = execution;
  const owner = scope.fence;
  return {
    runId: scope.run.runId,
    organizationId: scope.run.organizationId,
    path: execution.path,
    attempt: number,
    blockRunId: scope.makeId('wrb'),
    label: node.label,
    blockType: node.block_type,
    status: dueAt === null ? initialAttemptStatus : nextAttemptStatus(initialAttemptStatus, { type: 'wait' }),
    output: null,
    failureReason: null,
    failureCategory: null,
    errors: [],
    chosenLabel: null,
    effect: false,
    owner: owner.owner,
    fenceToken: owner.token,
    startedAt: scope.clock.now(),
    finishedAt: null,
    dueAt,
  };
}

/** The beginning of an attempt: its row and `block-start` with the config as it is shown. */
export function attemptStart(
  scope: AttemptSource,
  execution: BlockExecution,
  attempt: Attempt,
  config: JsonObject,
): Change {
  const { node } = execution;
  const { iteration } = execution.listScope;
  const start = eventEntry({
    ...eventPlace(scope, attempt.blockRunId, attempt),
    type: 'block-start',
    path: attempt.path,
    attempt: attempt.attempt,
    blockType: attempt.blockType,
    parentBlockRunId: parentOf(scope, execution),
    config: node.continue_on_failure === true ? { ...config, continue_on_failure: true } : config,
    currentIndex: iteration?.index ?? null,
    currentValue: scope.runSecrets.mask(iteration?.value ?? null),
  });
  return { entries: [{ type: 'attempt', attempt }, start] };
}

/** The conditional whose branch a block stands in, else the loop around its list. */
function parentOf(scope: AttemptSource, { parentLabel, listScope }: BlockExecution): string | null {
  if (parentLabel === null) return listScope.parentBlockRunId;
  return scope.journal.history([...listScope.path, parentLabel]).at(-1)?.blockRunId ?? null;
}

/** The end of an attempt: its row and `block-end`. A lost attempt ends as failed in the timeline. */
export function attemptEnd(
  scope: EventSource,
  attempt: Attempt,
  outcome: Outcome,
  extra: {
    readonly branch?: BranchChoice;
    readonly chosenLabel?: string | null;
    readonly lost?: boolean;
  } = {},
): Change {
  const finishedAt = scope.clock.now();
  const { status, output, failureReason, failureCategory, errors } = outcome;
  const row: Attempt = {
    ...attempt,
    status: nextAttemptStatus(
      attempt.status,
      extra.lost === true ? { type: 'lose' } : { type: 'end', status },
    ),
    output,
    failureReason,
    failureCategory,
    errors,
    chosenLabel: extra.chosenLabel ?? null,
    finishedAt,
    dueAt: null,
  };
  const end = eventEntry({
    ...eventPlace(scope, attempt.blockRunId, attempt),
    type: 'block-end',
    status,
    output,
    failureReason,
    failureCategory,
    branch: extra.branch ?? null,
    durationMs: finishedAt - attempt.startedAt,
  });
  return { entries: [{ type: 'attempt', attempt: row }, end] };
}

/** A value as JSON data; what JSON has no word for is left out, and what it cannot hold is the block's failure. */
export function toJson(value: unknown): Json {
  const text = jsonText(value);
  return text === undefined ? null : JSON.parse(text);
}

/** The same with turns of the event loop between the parts of a large value. */
export async function toJsonInTurns(value: unknown, clock: Clock): Promise<Json> {
  // Each part is JSON data, and so is what they are put together to.
  return (await changeInTurns(toJson, value, clock)) as Json;
}

function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new RunwrightError(
      'block_failed',
      'A value of the block cannot be stored: as JSON it is larger than one text can be, or nested too deep. Put out less of it.',
      { cause },
    );
  }
}
