import type { Attempt } from '../attempt.ts';
import type { Charge } from '../billing.ts';
import { RunwrightError } from '../error.ts';
import { isFinal, type Run, type RunPatch } from '../run.ts';
import type { TimelineDraft } from '../timeline.ts';
import type { OutboxEntry } from './outbox-repository.ts';

/**
 * One write of a batch. `revision` is the one that the writer read; `attempt` inserts or replaces by (run, path, attempt);
 * `charge` changes nothing when the organization has a charge with its key, and needs its billing account.
 */
export type Write =
  | { readonly type: 'run'; readonly patch: RunPatch; readonly revision: number }
  | { readonly type: 'attempt'; readonly attempt: Attempt }
  | { readonly type: 'timeline'; readonly event: TimelineDraft }
  | { readonly type: 'outbox'; readonly entry: OutboxEntry }
  | { readonly type: 'charge'; readonly charge: Charge };

/**
 * A fence proves the ownership of one run, so a batch may not reach into another one. Throws `invalid_input` for a
 * write that names another run or organization; every store checks it before it commits.
 */
export function assertWritesBelongToRun(run: Run, writes: readonly Write[]): void {
  for (const write of writes) {
    if (write.type === 'run') continue;
    const { runId, organizationId } = placeOf(write);
    if (runId === run.runId && organizationId === run.organizationId) continue;
    throw new RunwrightError(
      'invalid_input',
      `A write of type \`${write.type}\` in a batch for run \`${run.runId}\` names run \`${runId}\` of organization \`${organizationId}\`; commit it with its own run.`,
    );
  }
}

/** Returns whether a batch completes a block. A store then counts lost workers from 0 again. */
export function makesProgress(writes: readonly Write[]): boolean {
  return writes.some((write) => write.type === 'attempt' && write.attempt.status === 'completed');
}

/** Returns whether a patch has the outcome of a webhook, with which a final status may become another final one. */
export function isWebhookOutcome({ status, webhookStatus }: RunPatch): boolean {
  const isDecided = webhookStatus === 'delivered' || webhookStatus === 'failed';
  return isDecided && status !== undefined && isFinal(status);
}

function placeOf(write: Exclude<Write, { type: 'run' }>): {
  readonly runId: string | null;
  readonly organizationId: string;
} {
  if (write.type === 'attempt') return write.attempt;
  if (write.type === 'charge') return write.charge;
  return write.type === 'timeline' ? write.event : write.entry;
}
