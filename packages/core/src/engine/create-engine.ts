import { randomBytes } from 'node:crypto';
import { type Clock, defaults, type LanguageModel, type Store } from '@runwright/contract';
import { drawDefinition, validateDraft, workflowSchema } from '@runwright/definition';
import type { BlockType } from '../api/block-type.ts';
import type { Engine } from '../api/engine.ts';
import type { EngineDrivers, EngineOptions, EngineSettings } from '../api/engine-options.ts';
import { limitsFrom } from '../api/limits.ts';
import type { Spending } from '../api/spending.ts';
import type { ServiceStatus } from '../api/workers-api.ts';
import { createBilling } from '../billing/billing.ts';
import { createSpending } from '../billing/spending.ts';
import { builtInBlocks } from '../blocks/built-in-blocks.ts';
import { createBrowserPlaces } from '../browser/browser-places.ts';
import { createPlaceShares } from '../browser/place-shares.ts';
import { createStoredStates } from '../browser/stored-states.ts';
import { createApiKeys } from '../credentials/api-keys.ts';
import { bindMasterKey } from '../credentials/check-master-key.ts';
import { createCredentials } from '../credentials/credentials.ts';
import type { EngineDeps, ResolvedSettings } from '../engine-deps.ts';
import { createOrganizationStorage } from '../files/organization-storage.ts';
import { createSignedLinks } from '../files/signed-links.ts';
import { createLiveRuns } from '../live/live-runs.ts';
import { memoryArtifacts } from '../local-drivers/memory-artifacts.ts';
import { memoryQueue } from '../local-drivers/memory-queue.ts';
import { memoryStore } from '../local-drivers/memory-store.ts';
import { modelSettings } from '../model/model-settings.ts';
import { egressPolicy } from '../network/egress.ts';
import { createConnect } from '../network/pinned-connect.ts';
import { createFetch } from '../network/pinned-fetch.ts';
import { createCodeModel } from '../one-time-codes/code-model.ts';
import { createPushedCodes } from '../one-time-codes/pushed-codes.ts';
import { createRegistry, type Registry } from '../registry/registry.ts';
import { systemClock } from '../runtime/clock.ts';
import { createHostAccess } from '../runtime/host-access.ts';
import { createIds } from '../runtime/ids.ts';
import { createKeyHolds } from '../runtime/key-holds.ts';
import { createKeyedEmitter } from '../runtime/keyed-emitter.ts';
import { createRunStarts } from '../runtime/run-starts.ts';
import { severalOrganizations } from '../runtime/several-organizations.ts';
import { createSessionHost } from '../sessions/session-host.ts';
import { observeDrivers } from '../telemetry/observe-drivers.ts';
import { createErrorReporter } from '../telemetry/report-errors.ts';
import { createRunEvents } from '../telemetry/run-events.ts';
import { createOutbox } from '../worker/outbox.ts';
import { createWorkerReports, type WorkerReports } from '../worker/report-worker.ts';
import { readServiceStatus } from '../worker/service-status.ts';
import { createBrowserProfiles } from './browser-profiles.ts';
import { createBrowserSessions } from './browser-sessions.ts';
import { refuseWhenClosed } from './closed-engine.ts';
import { createEngineLife } from './engine-life.ts';
import { createArtifacts, createFiles } from './files.ts';
import { createFolders } from './folders.ts';
import { readHealth } from './health.ts';
import { createIdempotency } from './idempotency.ts';
import { refuseUnknownOrganizations } from './known-organizations.ts';
import { createLiveViews } from './live-views.ts';
import { createModels } from './models.ts';
import { createOrganizations } from './organizations.ts';
import { retentionFrom } from './retention-settings.ts';
import { createRuns } from './runs.ts';
import { createSchedules } from './schedules.ts';
import { createScripts } from './scripts.ts';
import { createWorkflowImports } from './workflow-imports.ts';
import { createWorkflows } from './workflows.ts';

/**
 * Makes an engine. Nothing works yet until {@link Engine.start}; runs may be accepted before.
 *
 * @throws RunwrightError `invalid_input` when a block's schema, the master key, a limit or the days of the retention are not usable;
 * `failed_precondition` when the store was written with another master key. The drivers stay open then.
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const deps = wire(options);
  await bindMasterKey(deps.store, options.settings?.masterKey ?? null);
  const outbox = createOutbox(deps, { alone: deps.settings.takeOver });
  const relay = () => outbox.relayInBackground();
  // Without a default model the host's models are not known, as in a process that runs nothing.
  const isModelOffered = (name: string) =>
    deps.model('act', name) !== null || deps.model('act', null) === null;
  const validate = (draft: unknown) =>
    validateDraft(draft, deps.registry, deps.settings.limits, { isModelOffered });
  const idempotency = createIdempotency(deps);
  const imports = createWorkflowImports(deps, validate);
  const sessions = createSessionHost(deps);
  const reports = createWorkerReports(deps, sessions.owner);
  const life = createEngineLife(deps, { outbox, imports, sessions, reports, relay });
  const engine: Engine = {
    organizations: createOrganizations(deps, outbox),
    keys: deps.keys,
    billing: {
      ...deps.billing.calls,
      spending: createSpending({ store: deps.store, now: deps.clock.now, caps: capsOf(deps) }),
    },
    credentials: deps.credentials.calls,
    oneTimeCodes: deps.pushedCodes.calls,
    workflows: createWorkflows(deps, validate, imports),
    folders: createFolders(deps),
    runs: createRuns(deps, outbox, idempotency),
    artifacts: createArtifacts(deps),
    files: createFiles(deps),
    models: createModels(deps.model, options.modelLabels),
    schedules: createSchedules(deps, life.wakeScheduler),
    scripts: createScripts(deps),
    browserSessions: createBrowserSessions(deps, sessions, relay),
    browserProfiles: createBrowserProfiles(deps),
    liveViews: createLiveViews(deps, sessions),
    workers: { status: () => readStatus(deps, reports), announce: reports.announce },
    links: deps.links,
    idempotency,
    validate,
    graph: (definition) => drawDefinition(definition, deps.registry, deps.settings.limits),
    workflowSchema: () => workflowSchema(deps.registry),
    blockTypes: blockTypesOf(deps.registry),
    health: () => readHealth(deps, life),
    start: life.start,
    drain: life.drain,
    close: life.close,
    [Symbol.asyncDispose]: () => life.close(),
  };
  return refuseWhenClosed(refuseUnknownOrganizations(engine, deps), life.closed);
}

function capsOf({ settings }: Pick<EngineDeps, 'settings'>): Spending['caps'] {
  const { runCost, runTokens, dayCost, dayTokens } = settings.models;
  return { runCost, runTokens, dayCost, dayTokens };
}

/** Without a shared store this process is the only one, and nobody reads what it would report. */
function readStatus({ store, clock, settings }: EngineDeps, reports: WorkerReports): Promise<ServiceStatus> {
  const own = settings.isStoreShared ? null : reports.row();
  return readServiceStatus(store, clock.now(), own ? [own] : []);
}

function wire(options: EngineOptions): EngineDeps {
  const drivers: EngineDrivers = { ...options.drivers };
  const settings = withDefaults(options.settings ?? {}, drivers);
  const masterKey = options.settings?.masterKey ?? randomBytes(32);
  const clock = drivers.clock ?? clockOf(drivers.store);
  const egress = drivers.egress ?? egressPolicy();
  const makeId = createIds(clock);
  const { model } = drivers;
  const modelFor: EngineDeps['model'] =
    typeof model === 'function' ? model : (_purpose, name) => onlyModel(model, name);
  const report = createErrorReporter({ ...options, clock });
  const events = createRunEvents({ ...options, clock, report });
  const observed = observeDrivers(
    {
      store: drivers.store ?? memoryStore(),
      queue: drivers.queue ?? memoryQueue({ clock }),
      artifacts: drivers.artifacts ?? memoryArtifacts(),
      browser: drivers.browser ?? null,
    },
    { report, events },
  );
  const { store } = observed.drivers;
  const stored = { store, masterKey, makeId, now: clock.now };
  const haveSeveralOrganizations = severalOrganizations(store, clock);
  return {
    ...observed.drivers,
    browserPlaces: createBrowserPlaces(
      options.settings?.maxBrowsers ?? null,
      createPlaceShares({
        organizationBrowsers: settings.limits.organizationBrowsers,
        haveSeveralOrganizations,
      }),
    ),
    liveRuns: createLiveRuns(),
    driverHealth: observed.health,
    report,
    events,
    model: modelFor,
    secrets: [...(drivers.secrets ?? [])],
    mailer: drivers.mailer ?? null,
    hostAccess: createHostAccess(store, settings.hostOrganizations),
    haveSeveralOrganizations,
    storage: createOrganizationStorage({
      store,
      artifacts: observed.drivers.artifacts,
      limits: settings.limits,
      haveSeveralOrganizations,
    }),
    proxies: drivers.proxies ?? null,
    egress,
    fetch: createFetch(egress),
    connect: createConnect(egress),
    clock,
    random: Math.random,
    makeId,
    registry: createRegistry([...builtInBlocks, ...(options.blocks ?? [])]),
    keys: createApiKeys({ ...stored, sleep: clock.sleep }),
    credentials: createCredentials(stored),
    pushedCodes: createPushedCodes({ ...stored, model: createCodeModel({ model: modelFor, clock }) }),
    states: createStoredStates({ store, masterKey }),
    billing: createBilling({ store, makeId, now: clock.now, settings: settings.billing }),
    runStarts: createRunStarts({ store, clock }, options.settings?.runStarts ?? null),
    links: createSignedLinks({
      urls: options.urls ?? null,
      masterKey,
      now: clock.now,
    }),
    settings,
    masterKey,
    changes: createKeyedEmitter(),
    ends: createKeyedEmitter(),
    cancels: createKeyedEmitter(),
    unfinished: createKeyHolds(),
  };
}

/** The time of the store, when all its processes share one. */
function clockOf(store: Store | undefined): Clock {
  return store?.now ? { ...systemClock, now: () => store.now?.() ?? systemClock.now() } : systemClock;
}

/** One model for everything answers to its own name, and to none. */
function onlyModel(model: LanguageModel | undefined, name: string | null): LanguageModel | null {
  return model && (name === null || name === model.id) ? model : null;
}

function withDefaults(
  settings: EngineSettings,
  { store, fallbackModels = [] }: EngineDrivers,
): ResolvedSettings {
  return {
    concurrency: settings.concurrency ?? 2,
    workerId: settings.workerId ?? `worker-${randomBytes(6).toString('hex')}`,
    takeOver: settings.takeOver ?? false,
    isStoreShared: !settings.takeOver && store?.now !== undefined,
    leaseMs: settings.leaseMs ?? 30_000,
    drainMs: settings.drainMs ?? 20_000,
    sweepMs: settings.sweepMs ?? 60_000,
    webhookFailure: settings.webhookFailure ?? 'fail_run',
    retention: retentionFrom(settings.retention ?? {}),
    secretHosts: settings.secretHosts ?? [],
    hostOrganizations: settings.hostOrganizations ?? null,
    recordings: { video: true, har: true, console: true, trace: false, ...settings.recordings },
    sessions: {
      maxOpen: defaults.browserSession.maxOpen,
      maxOpenPerOrganization: null,
      exposeAddress: false,
      ...settings.sessions,
    },
    billing: {
      enforce: settings.billing?.enforce ?? false,
      planCredits: { ...defaults.planCredits, ...settings.billing?.planCredits },
    },
    limits: limitsFrom(settings.limits ?? {}),
    models: modelSettings(settings.models ?? {}, fallbackModels),
  };
}

function blockTypesOf(registry: Registry): readonly BlockType[] {
  return registry.types.flatMap((type) => {
    const block = registry.get(type);
    return block ? [{ type, node: block.node, output: block.output }] : [];
  });
}
