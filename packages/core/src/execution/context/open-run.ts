import {
  type BrowserDriver,
  type Fence,
  isFinal,
  type Run,
  RunwrightError,
  type TimelineDraft,
} from '@runwright/contract';
import { renderText, templateErrorReason, validateDraft } from '@runwright/definition';
import { browserUptime } from '../../billing/browser-uptime.ts';
import { openInPlace } from '../../browser/browser-places.ts';
import { openBrowserStates } from '../../browser/browser-states.ts';
import { firstState, stateKeeper } from '../../browser/first-state.ts';
import type { JoinSession } from '../../browser/join-session.ts';
import { createRunBrowser } from '../../browser/run-browser.ts';
import { createCipher } from '../../crypto/cipher.ts';
import type { EngineDeps } from '../../engine-deps.ts';
import { createRunFileStore } from '../../files/run-files.ts';
import { eventPlace } from '../../journal/event-place.ts';
import { eventEntry, type Journal, openJournal } from '../../journal/journal.ts';
import { limitEgress } from '../../network/limit-egress.ts';
import { createFetch } from '../../network/pinned-fetch.ts';
import { createCodeModel } from '../../one-time-codes/code-model.ts';
import { createRunCodes } from '../../one-time-codes/run-codes.ts';
import { priorityWarnings } from '../../run-requests/start-warnings.ts';
import { createChildRuns } from '../../runs/child-runs.ts';
import { mailerFor } from '../../runs/deliver-mail.ts';
import { findWaitingAncestors } from '../../runs/find-waiting-ancestors.ts';
import { learnRun } from '../../runs/learn-run.ts';
import { publishTask } from '../../runs/publish-task.ts';
import { readTimeline } from '../../runs/timeline.ts';
import type { Permit } from '../../runtime/semaphore.ts';
import { findPrograms } from '../../scripts/find-programs.ts';
import { sitesNamedFor } from '../../secrets/derived-parameters.ts';
import { createDestinationRule } from '../../secrets/destination-rule.ts';
import type { NamedSites } from '../../secrets/named-sites.ts';
import { createRevealSecrets, secretDestination } from '../../secrets/reveal-secrets.ts';
import { createRunSecrets, runNonce } from '../../secrets/run-secrets.ts';
import { secretSites } from '../../secrets/secret-sites.ts';
import { sourcesFor } from '../../secrets/secret-sources.ts';
import { topLevelScope } from '../../state/block-execution.ts';
import type { Context } from '../../telemetry/trace.ts';
import { blockTemplateScope } from './block-template-scope.ts';
import { takesCodes } from './code-request.ts';
import { createControlGuest } from './control-guest.ts';
import { withEffectsOfPeople } from './effects-of-people.ts';
import { parameterNotices } from './parameter-notices.ts';
import { priceNotices } from './price-notices.ts';
import { resolveRunSecrets } from './resolve-run-secrets.ts';
import { openRunBudget } from './run-budget.ts';
import { createRunRecording } from './run-recording.ts';
import type { RunScope } from './run-scope.ts';
import { createRunWaits } from './run-waits.ts';
import { artifactSaver, recordingSaver } from './save-artifact.ts';
import { countShownConfigs } from './shown-configs.ts';

/** Reads what the store has of a claimed run and prepares what its blocks share. Nothing is opened yet. */
export async function openRun(
  deps: EngineDeps,
  claimed: { readonly run: Run; readonly fence: Fence },
  signal: AbortSignal,
  worker: {
    readonly permit: Permit;
    readonly relay: () => void;
    readonly draining: AbortSignal;
    readonly join: JoinSession;
    readonly trace: Context;
    readonly stop: (error: RunwrightError) => void;
  },
): Promise<RunScope> {
  const { store, clock, makeId } = deps;
  const { run, fence } = claimed;
  const workflow = await store.workflows.getVersion(run.organizationId, run.workflowId);
  if (workflow === null) {
    throw new RunwrightError(
      'internal',
      `Run \`${run.runId}\` is pinned to workflow version \`${run.workflowId}\`, but the store has none; restore it.`,
    );
  }
  const usesHost = await deps.hostAccess.has(run.organizationId);
  const attempts = await withEffectsOfPeople(deps, await store.attempts.read(run.runId));
  const journal = openJournal({
    store,
    clock,
    run,
    fence,
    attempts,
    committed: ({ status }) => {
      deps.changes.emit(run.runId);
      if (isFinal(status)) deps.ends.emit(run.runId);
    },
    appended: () => deps.changes.emit(run.runId),
  });
  // A run that goes on waits for no time any more.
  if (run.wakeAt !== null) journal.defer({ patch: () => ({ wakeAt: null }) });
  const runSecrets = createRunSecrets({
    nonce: runNonce(deps.masterKey, run.runId),
    cipher: createCipher(deps.masterKey, `runwright secrets of ${run.runId}`, 'secret'),
  });
  // What an earlier worker sealed is masked from the beginning.
  runSecrets.findPlaceholders(attempts.map(({ output }) => output));
  let named: NamedSites | null = null;
  const namedSites = (): NamedSites => {
    named ??= sitesNamedFor(workflow.draft.workflow_definition, run);
    return named;
  };
  const sites = secretSites({
    named: namedSites,
    everywhere: deps.settings.secretHosts,
  });
  const reveal = createRevealSecrets(runSecrets, sites);
  const codes = createRunCodes({
    run,
    runSecrets,
    sites,
    find: deps.pushedCodes.find,
    fetch: deps.fetch,
    signingKey: deps.keys.signing,
    model: createCodeModel({ ...deps, name: run.settings.modelName }),
    clock,
  });
  // An earlier worker may have used codes of which only the timeline knows.
  if (attempts.some(({ blockType }) => takesCodes(deps.registry.get(blockType)))) {
    codes.restore(await readTimeline(deps, run.runId));
  }
  const { allowedDomains } = run.settings;
  const limited = allowedDomains ? limitEgress(deps.egress, allowedDomains) : null;
  const { artifacts, storage } = deps;
  const place = { run, clock, makeId };
  const notice = (sentence: string) => noteNotice({ ...place, journal }, sentence);
  const states = await openBrowserStates({
    ...deps,
    run,
    journal,
    notice,
    maxBytes: deps.settings.limits.browserStateBytes,
    signal,
  });
  const saveDeps = { store, artifacts, storage, run, makeId, now: clock.now, mask: runSecrets.mask };
  const saveRecording = recordingSaver(saveDeps);
  const recording = run.settings.isRecorded
    ? createRunRecording(deps, { run, save: saveRecording, mask: runSecrets.mask })
    : null;
  return {
    run,
    fence,
    workflow,
    registry: deps.registry,
    limits: deps.settings.limits,
    shownConfigs: countShownConfigs(),
    notedNames: new Set(),
    journal,
    clock,
    makeId,
    random: deps.random,
    runSecrets,
    reveal,
    namedSites,
    codes,
    destinationOf: (address, services) => secretDestination(address, runSecrets, services),
    browser: createRunBrowser({
      driver: placedDriver(deps, run, worker.permit),
      proxies: deps.proxies,
      tabs: deps.settings.limits.loopConcurrency,
      egress: limited?.policy ?? deps.egress,
      run,
      reveal: (text, origin) => reveal(text, { address: origin, isField: true }),
      destinationRule: createDestinationRule(runSecrets, sites),
      notice,
      clock,
      states,
      noticeAtClose: (sentence) => journal.append(noticeEvent(place, sentence)),
      join: worker.join,
      initialState: () => firstState(deps.states, run, workflow),
      persist: stateKeeper(deps.states, run, workflow),
      signal,
      record: deps.settings.recordings,
      recordNetwork: recording,
      keep: saveRecording,
      noteRecording: () => journal.commit({ patch: () => ({ hasOpenRecording: true }) }),
      uptime: browserUptime(deps.billing, run, clock.now),
      guest: createControlGuest(deps, { run, journal, runSecrets, signal, permit: worker.permit }),
      liveRuns: deps.liveRuns,
    }),
    saveRecording,
    saveArtifact: artifactSaver({ ...saveDeps, journal, links: deps.links, signal }),
    waitingEntries: [],
    files: createRunFileStore({ ...saveDeps, signal }),
    fileStores: deps,
    connect: deps.connect,
    usesHost,
    children: createChildRuns(deps, run, worker.relay),
    async publish() {
      const validate = (draft: unknown) => validateDraft(draft, deps.registry, deps.settings.limits);
      const publishing = { store, makeId, clock, validate };
      const sentence = await publishTask(publishing, run, workflow);
      if (sentence !== null) await notice(sentence);
    },
    async learn({ programs, scriptPlace: place, placeholders }) {
      if (place === null) return;
      const parameters = { ...run.parameters, ...placeholders };
      const labels = new Set(programs.keys());
      const learning = { run, workflow, attempts: journal.attempts(), parameters, programs: labels, place };
      for (const sentence of await learnRun(deps, learning)) await notice(sentence);
    },
    waits: createRunWaits(deps, run, { ...worker, signal: AbortSignal.any([signal, worker.draining]) }),
    humanInteraction: { byMail: mailerFor(deps.mailer, usesHost) !== null, link: deps.links.run(run.runId) },
    fetch: deps.fetch,
    isAllowedDomain: limited?.has ?? null,
    describeRefusedHosts: () => limited?.describeRefused() ?? null,
    fetchForPages: limited === null ? deps.fetch : createFetch(limited.policy),
    model: deps.model,
    modelSettings: {
      ...{ prices: deps.settings.models.prices, fallbacks: deps.settings.models.fallbacks, notice },
      budget: openRunBudget(deps, journal),
      ...(recording ? { answered: recording.answered } : {}),
    },
    secrets: sourcesFor(recording?.sources ?? deps.secrets, usesHost),
    recording,
    credentials: deps.credentials,
    billing: deps.billing,
    stop: worker.stop,
    systemPrompt: null,
    parameters: run.parameters,
    placeholders: {},
    programs: new Map(),
    scriptPlace: null,
    trace: worker.trace,
    signal,
    draining: worker.draining,
  };
}

/** Opens the browser of a run when this process has a place for it. While the run waits for one, others are executed. */
function placedDriver(
  { browser, ...deps }: Pick<EngineDeps, 'browser' | 'browserPlaces' | 'store' | 'clock' | 'unfinished'>,
  run: Run,
  permit: Permit,
): BrowserDriver | null {
  if (browser === null) return null;
  const { browserPlaces: places } = deps;
  return openInPlace(browser, async (signal) => {
    const { organizationId, runId } = run;
    const user = { organizationId, runId, ancestors: await findWaitingAncestors(deps, run) };
    return (await places.tryTake(user)) ?? permit.releaseWhile(() => places.take(user, signal));
  });
}

/**
 * Adds what has to be fetched or rendered: placeholders of the run's secrets, the programs of its script, and its system
 * prompt, its parent's before it.
 */
export async function completeRunScope(
  { store, settings }: Pick<EngineDeps, 'store' | 'settings'>,
  scope: RunScope,
): Promise<RunScope> {
  const definition = scope.workflow.draft.workflow_definition;
  const { placeholders, notices } = await resolveRunSecrets(scope);
  const { programs, place: scriptPlace, ...script } = await findPrograms(store, scope);
  const complete = { ...scope, placeholders, programs, scriptPlace };
  // Only the first worker of a run tells what was noticed about its request and models.
  const noticed =
    scope.run.startedAt === null
      ? [
          ...parameterNotices(definition, scope.run),
          ...priorityWarnings(scope.run).map(({ message }) => message),
          ...priceNotices(scope, settings.models),
          ...notices,
          ...script.notices,
        ]
      : [];
  for (const sentence of noticed) await noteNotice(scope, sentence);
  const above = scope.run.parent?.systemPrompt ?? null;
  const prompt = definition.workflow_system_prompt ?? '';
  if (prompt === '') return { ...complete, systemPrompt: above };
  const strict = definition.strict_templates === true;
  try {
    const own = renderText(prompt, blockTemplateScope(complete, topLevelScope()), { strict });
    return { ...complete, systemPrompt: above === null ? own : `${above}\n\n${own}` };
  } catch (cause) {
    throw new RunwrightError(
      'template_failed',
      `The jinja template in \`workflow_system_prompt\` could not be rendered: ${templateErrorReason(cause)}.`,
      { cause },
    );
  }
}

/** Puts a sentence about the run's surroundings on record, as a thought that no model had. */
export async function noteNotice(
  scope: NoticePlace & { readonly journal: Journal },
  sentence: string,
): Promise<void> {
  await scope.journal.commit({ entries: [eventEntry(noticeEvent(scope, sentence))] });
}

type NoticePlace = Pick<RunScope, 'run' | 'clock' | 'makeId'>;

function noticeEvent(place: NoticePlace, sentence: string): TimelineDraft {
  return {
    ...eventPlace(place, place.makeId('th'), null),
    type: 'thought',
    thoughtType: 'notice',
    scenario: 'environment',
    observation: null,
    thought: sentence,
    answer: null,
    output: null,
    usage: null,
  };
}
