import type { Attempt, JsonObject, MailMessage } from '@runwright/contract';
import { attemptStart } from '../journal/attempt-entries.ts';
import { eventPlace } from '../journal/event-place.ts';
import { type Entry, eventEntry } from '../journal/journal.ts';
import { nextAttemptStatus } from '../machines/attempt.ts';
import { nextRunStatus } from '../machines/run.ts';
import { mailEntry } from '../runs/deliver-mail.ts';
import type { BlockExecution } from '../state/block-execution.ts';
import type { RunScope } from './context/run-scope.ts';

/**
 * Begins an attempt that waits for a person: one commit pauses the run and holds the intention to send the mail, which
 * is executed afterwards. Without a mailer the timeline says that nobody was told.
 */
export async function pauseAttempt(
  scope: RunScope,
  execution: BlockExecution,
  attempt: Attempt,
  pause: { readonly mail: MailMessage; readonly dueAt: number; readonly shown: JsonObject },
): Promise<Attempt> {
  const { journal, makeId, clock } = scope;
  const row: Attempt = {
    ...attempt,
    status: nextAttemptStatus(attempt.status, { type: 'pause' }),
    dueAt: pause.dueAt,
  };
  const status = nextRunStatus(journal.run().status, { type: 'pause' });
  const entries: Entry[] = [
    ...(attemptStart(scope, execution, row, pause.shown).entries ?? []),
    eventEntry({ ...eventPlace(scope, row.blockRunId, row), type: 'block-pause', dueAt: pause.dueAt }),
    eventEntry({
      ...eventPlace(scope, makeId('ev'), null),
      type: 'run-status',
      status,
      failureReason: null,
    }),
    scope.humanInteraction.byMail
      ? { type: 'outbox', entry: mailEntry(row, pause.mail, { entryId: makeId('obx'), now: clock.now() }) }
      : unsent(scope, row, pause.mail.to),
  ];
  await journal.commit({
    entries,
    patch: (run) => ({ status: nextRunStatus(run.status, { type: 'pause' }) }),
  });
  scope.waits.relay();
  return row;
}

function unsent(
  scope: Pick<RunScope, 'run' | 'clock' | 'makeId' | 'usesHost'>,
  row: Attempt,
  to: readonly string[],
): Entry {
  return eventEntry({
    ...eventPlace(scope, scope.makeId('th'), row),
    type: 'thought',
    thoughtType: 'notice',
    scenario: 'environment',
    observation: null,
    thought: `no mail was sent to ${to.join(', ')}, because no mailer is configured${scope.usesHost ? '' : ' for this organization'}`,
    answer: null,
    output: null,
    usage: null,
  });
}
