import {
  type Attempt,
  errorMessage,
  isFinal,
  type Mailer,
  type MailMessage,
  type OutboxEntry,
  type Run,
  RunwrightError,
  type Write,
} from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import { eventPlace } from '../journal/event-place.ts';
import { eventEntry } from '../journal/journal.ts';
import { withAbort } from '../runtime/with-abort.ts';
import { type WakeDeps, wakeRun } from './wake-run.ts';

/** Dependencies of sending a mail, and of failing its block when that is impossible. */
type MailDeps = WakeDeps & Pick<EngineDeps, 'makeId' | 'mailer' | 'hostAccess'>;

/** Timeout of a mail, in ms. */
const sendMs = 60_000;

/** Returns the mailer for mails of an organization; null without one, and when it is the host's and not for the organization. */
export function mailerFor(mailer: Mailer | null, usesHost: boolean): Mailer | null {
  return mailer?.belongsToHost && !usesHost ? null : mailer;
}

/** The intention to send the mail of a paused attempt. Its key is the same for the same run, block and attempt. */
export function mailEntry(
  attempt: Attempt,
  message: MailMessage,
  { entryId, now }: { readonly entryId: string; readonly now: number },
): OutboxEntry {
  const { runId, organizationId, path } = attempt;
  const key = `${runId}/${path.join('/')}/${attempt.attempt}`;
  return {
    entryId,
    organizationId,
    runId,
    type: 'mail',
    payload: { key, message: { ...message }, path, attempt: attempt.attempt },
    status: 'pending',
    dueAt: now,
    createdAt: now,
  };
}

/** Sends the mail of an entry that is in `sending`, once. A mail that cannot be sent fails its block. */
export async function deliverMail(deps: MailDeps, entry: OutboxEntry): Promise<void> {
  const failure = await send(deps, entry).then(() => null, errorMessage);
  if (failure !== null) await failPause(deps, entry, failure);
  await deps.store.outbox.settle(entry.entryId, {
    from: 'sending',
    to: failure === null ? 'done' : 'failed',
  });
}

/** Settles an entry whose sender is gone: the mail may have arrived, so the run goes on waiting and nothing is sent. */
export async function settleLostMail(deps: MailDeps, entry: OutboxEntry): Promise<void> {
  const sentence =
    'the worker was lost while it sent the mail, which may not have arrived; it is not sent again';
  await change(deps, entry, (run, row) => [
    eventEntry({
      ...eventPlace({ run, clock: deps.clock }, deps.makeId('th'), row),
      type: 'thought',
      thoughtType: 'notice',
      scenario: 'environment',
      observation: null,
      thought: sentence,
      answer: null,
      output: null,
      usage: null,
    }),
  ]);
  await deps.store.outbox.settle(entry.entryId, { from: 'sending', to: 'failed' });
}

async function send(
  deps: Pick<EngineDeps, 'mailer' | 'hostAccess' | 'clock'>,
  entry: OutboxEntry,
): Promise<void> {
  const { clock } = deps;
  const mailer = mailerFor(deps.mailer, await deps.hostAccess.has(entry.organizationId));
  if (mailer === null) throw new Error('this engine has no mailer for this organization any more');
  const { key, message } = entry.payload as { readonly key: string; readonly message: unknown };
  const limit = new AbortController();
  const done = new AbortController();
  clock.sleep(sendMs, { signal: done.signal }).then(
    () => limit.abort(new Error(`it was not handed over within ${sendMs / 1000} seconds`)),
    () => undefined,
  );
  try {
    const sent = mailer.send(message as MailMessage, { key, signal: limit.signal });
    await withAbort(sent, limit.signal, clock);
  } catch (error) {
    throw limit.signal.aborted ? limit.signal.reason : error;
  } finally {
    done.abort();
  }
}

/** Leaves the reason in the row of the attempt, for the worker that ends it: the block may have retries left. */
async function failPause(deps: MailDeps, entry: OutboxEntry, cause: string): Promise<void> {
  const failureReason = `The mail that asks for a decision could not be sent: ${cause}`;
  await change(deps, entry, (_run, row) => [{ type: 'attempt', attempt: { ...row, failureReason } }]);
  await wakeRun(deps, entry.runId);
}

/** Compare-and-set on the revision, as long as the attempt is paused. */
async function change(
  deps: MailDeps,
  entry: OutboxEntry,
  writesOf: (run: Run, row: Attempt) => readonly Write[],
): Promise<void> {
  const { path, attempt } = entry.payload;
  for (;;) {
    const run = await deps.store.runs.find(entry.runId);
    if (run === null || isFinal(run.status)) return;
    const row = (await deps.store.attempts.read(run.runId)).find(
      (found) => JSON.stringify(found.path) === JSON.stringify(path) && found.attempt === attempt,
    );
    if (row?.status !== 'paused') return;
    const own: Write = { type: 'run', patch: {}, revision: run.revision };
    try {
      await deps.store.runs.commit(run.runId, [own, ...writesOf(run, row)], null, {
        now: deps.clock.now(),
      });
      deps.changes.emit(run.runId);
      return;
    } catch (error) {
      if (!RunwrightError.is(error) || error.code !== 'conflict') throw error;
    }
  }
}
