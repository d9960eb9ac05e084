import type { Socket } from 'node:net';
import {
  type ActionEffect,
  type ActionOrigin,
  type Attempt,
  type BlockContext,
  type BlockNode,
  type FileDraft,
  type JsonObject,
  type ModelPort,
  type OpenedFile,
  type PageAction,
  type RunFile,
  RunwrightError,
  Secret,
  type StepEnd,
  type TimelineEntry,
} from '@runwright/contract';
import { attemptCharges } from '../../billing/attempt-charges.ts';
import { browserFiles } from '../../files/browser-files.ts';
import type { DownloadLimits } from '../../files/limit-download.ts';
import { openFile } from '../../files/open-file.ts';
import { toRunFile } from '../../files/run-files.ts';
import type { Spool } from '../../files/spool.ts';
import { eventPlace } from '../../journal/event-place.ts';
import { type Entry, eventEntry } from '../../journal/journal.ts';
import { createModelPort } from '../../model/model-port.ts';
import { connectToHost } from '../../network/host-connect.ts';
import type { Fetch } from '../../network/pinned-fetch.ts';
import { blockTaskId } from '../../runtime/block-task-id.ts';
import { placeholderNote } from '../../secrets/credential-fields.ts';
import { declaredBy } from '../../secrets/declared-secrets.ts';
import { countRegistered } from '../../secrets/limit-registered.ts';
import { findSecret } from '../../secrets/secret-sources.ts';
import { createSecretUse } from '../../secrets/secret-use.ts';
import { createAttemptLog } from './attempt-log.ts';
import { type AttemptRequests, createAttemptRequests } from './attempt-requests.ts';
import { addOneTimeCode, codeRules } from './code-request.ts';
import { mayHavePage } from './may-have-page.ts';
import { isSideEffect, recordedSession } from './recorded-session.ts';
import type { RunScope } from './run-scope.ts';
import { openStepSpans } from './step-spans.ts';
import { eventIdOf, summaryOfEntry, withoutThoughtId } from './timeline-entry.ts';

/** The context of one attempt, and its end. */
export interface OpenBlockContext {
  readonly context: BlockContext;
  /** Returns whether a side effect was intended in this attempt. */
  hasSideEffect(): boolean;
  /** Returns whether the attempt has asked for the browser. */
  usedBrowser(): boolean;
  readonly maskEchoes: AttemptRequests['maskEchoes'];
  /** Charges the page actions of some work as those of a script. */
  asScript<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for what the attempt's pages are downloading, and keeps it as files of the run. */
  saveDownloads(): Promise<void>;
  /** Keeps the log and refuses every later call: work that goes on after its attempt reaches nothing. */
  close(): Promise<void>;
}

/** The largest file that is given to a page. */
const uploadBytes = 100 * 1024 * 1024;

/** Opens the context of an attempt whose row is in the journal. */
export function openBlockContext(
  scope: RunScope,
  node: BlockNode,
  attempt: Attempt,
  { signal, config }: { readonly signal: AbortSignal; readonly config: JsonObject },
): OpenBlockContext {
  const { journal, runSecrets, makeId } = scope;
  const charges = attemptCharges(attempt, journal.history(attempt.path));
  const log = createAttemptLog(scope.clock.now);
  const place = { blockRunId: attempt.blockRunId, label: attempt.label };
  const block = scope.registry.get(node.block_type);
  const services = block?.services ?? [];
  const use = createSecretUse({
    runSecrets,
    reveal: scope.reveal,
    label: attempt.label,
    declared: declaredBy(node, block, {
      ...scope,
      definition: scope.workflow.draft.workflow_definition,
    }),
    clock: scope.clock,
    signal,
  });
  const requests = createAttemptRequests({
    scope,
    use,
    services,
    signal,
    assertOpen,
    commitEffect: () => commitEffect([]),
  });
  const brought = browserFiles({
    save: (draft: FileDraft) => save(draft, scope.limits),
    log: { warn: (message, fields) => log.add('warn', message, fields) },
    signal,
  });
  const spans = openStepSpans(scope.trace);
  let effect = attempt.effect;
  /** Lines of the log before the current step. */
  let stepFrom = 0;
  const subtaskSteps = new Set<string>();
  const sockets = new Set<Socket>();
  const spools = new Set<Pick<Spool, 'close'>>();
  let usedBrowser = false;
  let isScript = false;
  let closed = false;

  const oneTimeCode = addOneTimeCode(scope, block, config, { since: attempt.startedAt, record });

  const context: BlockContext = {
    ...(oneTimeCode === null ? {} : { oneTimeCode }),
    ...(scope.isAllowedDomain && { isAllowedDomain: scope.isAllowedDomain }),
    runId: scope.run.runId,
    taskId: blockTaskId(scope.run, attempt.blockRunId),
    label: attempt.label,
    attempt: attempt.attempt,
    signal,
    log: {
      debug: (message, fields) => log.add('debug', message, fields),
      info: (message, fields) => log.add('info', message, fields),
      warn: (message, fields) => log.add('warn', message, fields),
      error: (message, fields) => log.add('error', message, fields),
      record,
      makeThoughtId: () => makeId('th'),
    },
    get hasPage() {
      return mayHavePage(scope);
    },
    async browser() {
      assertOpen();
      usedBrowser = true;
      const session = await scope.browser.session(signal);
      const rules = codeRules(block, use, runSecrets);
      const recorder = { ...rules, before: recordAction, execute: spans.action, after: recordResult };
      const files = {
        open: (reference: string) => open(reference, uploadBytes, requests.sendBy(scope.fetchForPages)),
        downloads: brought.of(session),
      };
      const scrolls = scope.run.settings.maxScreenshotScrolls ?? 0;
      return recordedSession(session, recorder, { files, scrolls });
    },
    model,
    async registerSecret(name, value) {
      assertOpen();
      countRegistered(runSecrets);
      return runSecrets.seal(`${attempt.label}.${name}`, value);
    },
    reveal: requests.reveal,
    secret,
    async artifact(draft) {
      assertOpen();
      return scope.saveArtifact(draft, place);
    },
    fetch: requests.sendBy(scope.fetch),
    async connect(to, { hostServer = false } = {}) {
      assertOpen();
      const connect = hostServer ? connectToHost(block?.hostServers ?? [], scope) : scope.connect;
      await commitEffect([]);
      const socket = await connect(to, { signal });
      sockets.add(socket.once('close', () => sockets.delete(socket)));
      return socket;
    },
    files: {
      async list({ own = false, at } = {}) {
        assertOpen();
        const { blockRunId } = attempt;
        const files = await scope.files.list({ ...(own ? { blockRunId } : {}), at });
        return files.map((file) => toRunFile(file, scope.fileStores.links));
      },
      async save(draft) {
        assertOpen();
        return save(requests.checkFile(draft));
      },
      async saveDownload(downloads, id, naming) {
        assertOpen();
        return brought.saveOne(downloads, id, naming);
      },
      async open(reference, { maxBytes }) {
        return open(reference, maxBytes, context.fetch);
      },
    },
  };

  return {
    context,
    hasSideEffect: () => effect,
    usedBrowser: () => usedBrowser,
    maskEchoes: requests.maskEchoes,
    async asScript(work) {
      isScript = true;
      try {
        return await work();
      } finally {
        isScript = false;
      }
    },
    saveDownloads: () => brought.saveRest({ wait: true }),
    async close() {
      spans.close();
      for (const socket of sockets) socket.destroy();
      if (closed) return;
      await Promise.all([...spools].map((spool) => spool.close()));
      if (!signal.aborted) await brought.saveRest({ wait: false }).catch(() => undefined);
      for (const artifact of log.artifacts()) await scope.saveArtifact(artifact, place);
      closed = true;
    },
  };

  async function open(reference: unknown, maxBytes: number, fetch: Fetch): Promise<OpenedFile> {
    assertOpen();
    return openFile({ ...scope.run, ...scope.fileStores, fetch, signal, closeLater }, reference, maxBytes);
  }

  async function save(draft: FileDraft, limits?: DownloadLimits): Promise<RunFile> {
    const own = limits === undefined ? place : { ...place, limits };
    return toRunFile(await scope.files.save(draft, own), scope.fileStores.links);
  }

  /** Closes a temporary file when the attempt ends, or now when it has ended. */
  async function closeLater(spool: Pick<Spool, 'close'>): Promise<void> {
    if (closed) await spool.close();
    else spools.add(spool);
  }

  function assertOpen(): void {
    signal.throwIfAborted();
    if (!closed) return;
    throw new RunwrightError(
      'canceled',
      `The attempt of block \`${attempt.label}\` is over. Await everything before \`run\` returns.`,
    );
  }

  async function record(entry: TimelineEntry): Promise<string> {
    assertOpen();
    const eventId = eventIdOf(entry, makeId);
    const masked = runSecrets.mask(withoutThoughtId(entry));
    if (masked.type !== 'step-start') {
      const summary = summaryOfEntry(masked, subtaskSteps);
      await journal.commit({
        entries: [eventEntry({ ...eventPlace(scope, eventId, attempt), ...masked })],
        ...(summary === null ? {} : { patch: () => ({ summary }) }),
      });
      if (masked.type === 'step-end') spans.endStep(masked);
      if (masked.type === 'step-end') await endStepLog(masked);
      return eventId;
    }
    await assertCredits();
    // The engine counts steps, so that their numbers go on growing through blocks and attempts.
    const order = journal.run().stepCount + 1;
    const charge = await chargeOf('step');
    await journal.commit({
      entries: [eventEntry({ ...eventPlace(scope, eventId, attempt), ...masked, order }), charge],
      patch: (run) => ({ stepCount: run.stepCount + 1 }),
    });
    stepFrom = log.count;
    spans.beginStep(eventId, order);
    if (masked.subtaskId !== undefined) subtaskSteps.add(eventId);
    log.add('info', `step ${order} has begun`, { step_id: eventId });
    return eventId;
  }

  async function endStepLog({ stepId, status }: StepEnd): Promise<void> {
    log.add('info', `the step has ended: ${status}`, { step_id: stepId });
    for (const artifact of log.artifacts(stepFrom)) await scope.saveArtifact({ ...artifact, stepId }, place);
  }

  /** Ends the run, not only the block: the next one, or a retry, would have no credits either. */
  async function assertCredits(): Promise<void> {
    if (await scope.billing.hasCredits(scope.run.organizationId)) return;
    const error = new RunwrightError(
      'out_of_credits',
      'The organization has no credits left. Add credits or wait for the next period, then start a new run.',
    );
    scope.stop(error);
    throw error;
  }

  /** The next charge of the attempt, for the commit that records what is charged. */
  async function chargeOf(type: 'step' | 'script_action'): Promise<Entry> {
    await scope.billing.open(scope.run.organizationId);
    return { type: 'charge', charge: charges.next(type, scope.clock.now()) };
  }

  /** Stores entries together with the attempt's mark: an intention is written before its effect, never after it. */
  async function commitEffect(entries: readonly Entry[]): Promise<void> {
    const mark: Entry = { type: 'attempt', attempt: { ...attempt, effect: true } };
    await journal.commit({ entries: effect ? entries : [mark, ...entries] });
    effect = true;
  }

  async function recordAction(action: PageAction, origin: ActionOrigin, kind: ActionEffect): Promise<string> {
    assertOpen();
    const actionId = makeId('act');
    const event = eventEntry({
      ...eventPlace(scope, actionId, attempt),
      type: 'action-start',
      actionId,
      stepId: origin.stepId,
      order: origin.order,
      action: runSecrets.mask({ ...action }),
      reasoning: runSecrets.mask(origin.reasoning),
      effect: kind,
    });
    const entries = isScript ? [event, await chargeOf('script_action')] : [event];
    if (isSideEffect(action, kind)) await commitEffect(entries);
    else await journal.commit({ entries });
    const { stepId, reasoning } = origin;
    log.add('info', `action ${action.action_type} has begun`, {
      action_id: actionId,
      step_id: stepId,
      reasoning,
    });
    return actionId;
  }

  async function recordResult(
    actionId: string,
    status: 'completed' | 'failed' | 'skipped',
    result: JsonObject,
  ): Promise<void> {
    const place = eventPlace(scope, actionId, attempt);
    const { message = null } = result;
    log.add(status === 'failed' ? 'warn' : 'info', `the action has ended: ${status}`, {
      action_id: actionId,
      ...(message === null ? {} : { message }),
    });
    await journal.commit({
      entries: [
        eventEntry({ ...place, type: 'action-end', actionId, status, result: runSecrets.mask(result) }),
      ],
    });
  }

  function model(...[purpose = 'text', options = {}]: Parameters<BlockContext['model']>): ModelPort {
    assertOpen();
    const name = options.name ?? node.model?.model_name ?? scope.run.settings.modelName;
    const driver = scope.model(purpose, name, options.computer ?? null);
    if (!driver) {
      const found = name === null ? 'none is configured' : `none of the name \`${name}\` is configured`;
      throw new RunwrightError(
        'model_failed',
        `Block \`${attempt.label}\` needs a model for \`${purpose}\`, but ${found}; give the engine one.`,
      );
    }
    const prompt = node.ignore_workflow_system_prompt === true ? null : scope.systemPrompt;
    return createModelPort({
      purpose,
      model: driver,
      clock: scope.clock,
      random: scope.random,
      signal,
      mask: runSecrets.mask,
      withPlaceholders: runSecrets.withPlaceholders,
      rendered: runSecrets.fillMasked,
      note: (messages) => (runSecrets.findPlaceholders(messages).length > 0 ? placeholderNote : null),
      systemPrompt: prompt,
      timeoutMs: scope.limits.modelCallMs,
      maxWaitMs: scope.limits.modelWaitMs,
      inSpan: spans.modelCall,
      ...scope.modelSettings,
      fallbacks: scope.modelSettings.fallbacks(purpose),
      keep: async (record) => (await scope.saveArtifact(record, place)).artifactId,
      called: (call) => {
        const entry = eventEntry({ ...eventPlace(scope, makeId('mc'), attempt), ...call });
        journal.defer({ entries: [entry] });
      },
    });
  }

  async function secret(reference: string): Promise<string> {
    assertOpen();
    const credential = await scope.credentials.open(scope.run.organizationId, reference);
    if (credential?.credential_type === 'secret') {
      const { allowed_hosts: hosts = [] } = credential;
      const value = new Secret(credential.credential.secret_value);
      return runSecrets.add(reference, value, { hosts, isCard: false });
    }
    const { organizationId } = scope.run;
    const found = await findSecret(reference, scope.secrets, { organizationId, signal });
    if (found !== null) return runSecrets.add(reference, found);
    throw new RunwrightError(
      'secret_unavailable',
      `Block \`${attempt.label}\` needs the secret \`${reference}\`, but no source knows it; add it to one.`,
    );
  }
}
