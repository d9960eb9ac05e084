import type { Attempt, WorkflowDefinition } from '@runwright/contract';
import { allBlocks, loopBodyOf } from '@runwright/definition';
import { type AttemptRows, loopOutput } from '../state/loop-rows.ts';
import type { Outcome } from '../state/outcome.ts';
import { attemptEnd } from './attempt-entries.ts';
import type { EventSource } from './event-place.ts';
import type { Change } from './journal.ts';

/** Options of {@link endOpenAttempts}. */
export interface EndOptions {
  readonly place: EventSource;
  readonly definition: Pick<WorkflowDefinition, 'blocks'>;
  /** Rows of the run; they must show each end as soon as `close` was called with it. */
  readonly rows: AttemptRows;
  readonly outcome: Omit<Outcome, 'output'>;
  readonly close: (change: Change) => void;
}

/**
 * Ends blocks that are still open, in the given order: those inside a loop before it, because the loop keeps the output
 * of what was executed in it. Other blocks have no output.
 */
export function endOpenAttempts(open: readonly Attempt[], closing: EndOptions): void {
  const { place, definition, rows, outcome, close } = closing;
  for (const attempt of open) {
    const node = allBlocks(definition.blocks).find(({ label }) => label === attempt.label);
    const isLoop = node !== undefined && attempt.status === 'running' && loopBodyOf(node).length > 0;
    close(
      attemptEnd(place, attempt, { ...outcome, output: isLoop ? loopOutput(rows, node, attempt) : null }),
    );
  }
}
