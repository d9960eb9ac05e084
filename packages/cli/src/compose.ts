import { join } from 'node:path';
import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import {
  type BrowserDriver,
  type LanguageModel,
  RunwrightError,
  type SecretSource,
} from '@runwright/contract';
import {
  createEngine,
  type Engine,
  type EngineDrivers,
  type EngineOptions,
  type EngineSettings,
  type ErrorHandler,
  type ErrorPlace,
  egressPolicy,
  environmentSecrets,
} from '@runwright/core';
import { type NetworkRecording, playwrightDriver } from '@runwright/driver-playwright';
import { httpUrls } from '@runwright/http-adapter';
import { checkDrivers } from './config/check-config.ts';
import { type LoadedConfig, loadConfig } from './config/load-config.ts';
import { mergeSettings } from './config/merge-settings.ts';
import type { RunwrightConfig } from './config/runwright-config.ts';
import { openDataFolder } from './data-folder.ts';
import type { Environment } from './environment.ts';
import { environmentModel, environmentModelLabels, environmentModels } from './environment-models.ts';
import { defaultConcurrency, defaultMaxBrowsers } from './machine-defaults.ts';
import { createMailDeps } from './mail-settings.ts';
import { openMasterKey } from './master-key.ts';
import { openStorage, type Storage } from './open-storage.ts';
import { createPasswordManagerSources } from './password-manager-sources.ts';
import { readPriceFile } from './price-file.ts';
import { readProxyFile } from './proxy-file.ts';
import { reportEngineErrors } from './report-engine-error.ts';
import { finishRotation } from './rotate-master-key.ts';

/** Options of {@link compose} beside the environment. */
export interface ComposeOptions {
  /** True when this process executes runs. */
  readonly worker: boolean;
  /** Keeps everything in memory, so that another process may use the data folder. Default false. */
  readonly temporary?: boolean;
  /** Additional hosts that the egress policy allows. */
  readonly allowedHosts?: readonly string[];
  /** Port on which the service listens, once it does; null before. Default: that of the environment. */
  readonly servedPort?: () => number | null;
  /** Browser driver that takes the place of the configured one. Default: none. */
  readonly browser?: BrowserDriver<unknown>;
  /** Default model when the environment names none. */
  readonly model?: LanguageModel;
  /** What people read about `model`, by its name. Default: its name. */
  readonly modelLabels?: Readonly<Record<string, string>>;
  /** Additional secret sources, after the environment's. */
  readonly secrets?: readonly SecretSource[];
  /** Records the run, or replays a recording. Default: neither. */
  readonly recording?: RecordingParts;
}

/** What a recording or a replay puts between the engine and the world. */
export interface RecordingParts {
  readonly network: NetworkRecording;
  /** Source of the boundaries in prompts. */
  readonly random: () => number;
  /** Returns the models that take the place of the configured ones. */
  readonly models: (configured: EngineDrivers['model']) => NonNullable<EngineDrivers['model']>;
  /** Returns the secret sources that take the place of the configured ones. */
  readonly secrets: (configured: readonly SecretSource[]) => readonly SecretSource[];
  /** Drivers that take the place of the configured ones. */
  readonly drivers: Pick<EngineDrivers, 'clock' | 'egress'>;
}

/** Engine that is not started yet, with its drivers. */
export interface Composition {
  readonly engine: Engine;
  /** The configuration file. */
  readonly config: RunwrightConfig;
  readonly dataDir: string;
  /** Runs that are executed at once; 0 when this process executes none. */
  readonly concurrency: number;
  /** Other processes may use the store. */
  readonly isShared: boolean;
  /** Name of the configured model; null when there is none. */
  readonly model: string | null;
}

/** Creates an engine with the drivers that the environment selects, and with the configuration file. */
export async function compose(environment: Environment, options: ComposeOptions): Promise<Composition> {
  const { dataDir } = environment;
  const loaded = await loadConfig(environment.configFile);
  const { config } = loaded;
  const { blocks = [], settings = {}, allowedHosts = [] } = config;
  await openDataFolder(dataDir);
  const own = await driversOf(loaded, options);
  const configured = own.model ? null : environmentModels(environment);
  const { recording } = options;
  const given = own.model ?? configured?.choose ?? options.model;
  const model = recording ? recording.models(given) : given;
  const givenLabels = own.model ? undefined : options.modelLabels;
  const modelLabels = configured ? environmentModelLabels(environment) : givenLabels;
  const clock = recording?.drivers.clock;
  const agentOptions = recording ? { random: recording.random, ...(clock ? { clock } : {}) } : {};
  const secrets = [
    ...(own.secrets ?? []),
    environmentSecrets(environment.secrets),
    ...createPasswordManagerSources(environment.passwordManagers),
    ...(options.secrets ?? []),
  ];
  const mail = createMailDeps(environment.mail);
  const report = reportEngineErrors();
  const storage = options.temporary || own.store ? null : await openRotatedStorage(environment, report);
  const concurrency = options.worker
    ? (environment.concurrency ?? settings.concurrency ?? defaultConcurrency())
    : 0;
  // A temporary engine has none: it keeps everything in memory, under a random key.
  const store = storage?.store ?? own.store;
  try {
    const engine = await createEngine({
      ...engineOptionsOf(config),
      blocks: [...agentBlocks(agentOptions), ...ioBlocks, ...mail.blocks, ...blocks],
      drivers: {
        ...(storage ? { store: storage.store, artifacts: storage.artifacts } : {}),
        ...(storage?.queue ? { queue: storage.queue } : {}),
        browser: own.browser ?? environmentBrowser(environment),
        ...(configured && !recording ? { fallbackModels: configured.fallbacks } : {}),
        ...(mail.mailer ? { mailer: mail.mailer } : {}),
        ...(environment.proxyFile === null ? {} : { proxies: await readProxyFile(environment.proxyFile) }),
        egress: egressPolicy({
          allowedHosts: [...environment.allowedHosts, ...allowedHosts, ...(options.allowedHosts ?? [])],
        }),
        ...own,
        ...(options.browser ? { browser: options.browser } : {}),
        ...(model ? { model } : {}),
        secrets: recording ? recording.secrets(secrets) : secrets,
        // Only our own driver records the network.
        ...(recording
          ? { browser: environmentBrowser(environment, recording.network), ...recording.drivers }
          : {}),
      },
      settings: mergeSettings(
        // Another process may use a store of the file's, or a database, too.
        {
          ...settings,
          takeOver: settings.takeOver ?? storage?.shared === false,
          ...(storage?.shared ? { leaseMs: settings.leaseMs ?? sharedLeaseMs } : {}),
        },
        {
          concurrency,
          maxBrowsers: environment.maxBrowsers ?? settings.maxBrowsers ?? defaultMaxBrowsers(),
          ...(store && (environment.masterKey !== null || !settings.masterKey)
            ? { masterKey: await openMasterKey(store, dataDir, environment.masterKey) }
            : {}),
          ...(await environmentSettings(environment)),
        },
      ),
      ...(modelLabels ? { modelLabels } : {}),
      onError: report,
      urls: httpUrls({
        publicUrl: () =>
          environment.publicUrl ?? `http://${environment.host}:${options.servedPort?.() ?? environment.port}`,
        // A link to a page is for people, who may be on any machine, and a temporary engine is gone when they open it.
        console: environment.console && environment.publicUrl !== null && !options.temporary,
      }),
    });
    return {
      engine,
      config,
      dataDir,
      concurrency,
      isShared: storage?.shared ?? own.store?.now !== undefined,
      model: configured ? environmentModel(environment) : nameOf(own.model ?? options.model),
    };
  } catch (error) {
    await (storage?.queue ?? own.queue)?.close();
    await store?.close();
    throw error;
  }
}

/** Returns the options of the file that the engine takes as they are. */
function engineOptionsOf({
  drivers: _drivers,
  allowedHosts: _allowedHosts,
  organizations: _organizations,
  onStart: _onStart,
  onStop: _onStop,
  ...options
}: RunwrightConfig): Omit<EngineOptions, 'drivers' | 'urls'> {
  return options;
}

/** Returns the drivers of the file; a temporary engine keeps everything in memory and takes none that store something. */
async function driversOf(
  { path, config: { drivers = {} } }: LoadedConfig,
  { temporary }: ComposeOptions,
): Promise<EngineDrivers> {
  const own = checkDrivers(typeof drivers === 'function' ? await drivers() : drivers, path ?? '');
  if (!temporary) return own;
  const { store: _store, queue: _queue, artifacts: _artifacts, ...others } = own;
  return others;
}

function nameOf(model: EngineDrivers['model']): string | null {
  if (model === undefined) return null;
  return typeof model === 'function' ? 'of the configuration file' : model.id;
}

function environmentBrowser(
  { dataDir, chromium, browserIsolation, browserMemoryMib, browserStorageMib }: Environment,
  network?: NetworkRecording,
): NonNullable<EngineDrivers['browser']> {
  return playwrightDriver({
    stateFolder: join(dataDir, 'browsers'),
    ...(chromium ? { executablePath: chromium } : {}),
    ...(browserIsolation ? { isolation: browserIsolation } : {}),
    ...(network ? { network } : {}),
    limits: {
      ...(browserMemoryMib ? { memoryBytes: browserMemoryMib * 2 ** 20 } : {}),
      ...(browserStorageMib ? { storageBytes: browserStorageMib * 2 ** 20 } : {}),
    },
  });
}

/** Returns the settings that the environment sets, and no others. */
async function environmentSettings(environment: Environment): Promise<EngineSettings> {
  const {
    drainMs,
    model,
    secretHosts,
    hostOrganizations,
    exposeBrowsers,
    browserSessions,
    organizationSessions,
    recordings,
    retentionDays,
    runStartLimit,
  } = environment;
  const limits = Object.entries({
    ...environment.runLimits,
    modelCallMs: model.timeoutMs,
    modelWaitMs: model.waitMs,
  });
  return {
    ...(drainMs === null ? {} : { drainMs }),
    ...(runStartLimit === null ? {} : { runStarts: runStartLimit }),
    limits: Object.fromEntries(limits.filter(([, limit]) => limit !== null)),
    models: await modelSettings(environment),
    secretHosts,
    ...(hostOrganizations === null ? {} : { hostOrganizations }),
    sessions: {
      ...(exposeBrowsers === null ? {} : { exposeAddress: exposeBrowsers || 'never' }),
      ...(browserSessions === null ? {} : { maxOpen: browserSessions }),
      ...(organizationSessions === null ? {} : { maxOpenPerOrganization: organizationSessions }),
    },
    billing: environment.enforceBilling ? { enforce: true } : {},
    ...(recordings ? { recordings } : {}),
    ...(retentionDays === null ? {} : { retention: { days: retentionDays } }),
  };
}

async function modelSettings({ model }: Environment): Promise<NonNullable<EngineSettings['models']>> {
  return {
    ...(model.runCost === null ? {} : { runCost: model.runCost }),
    ...(model.runTokens === null ? {} : { runTokens: model.runTokens }),
    ...(model.dayCost === null ? {} : { dayCost: model.dayCost }),
    ...(model.dayTokens === null ? {} : { dayTokens: model.dayTokens }),
    ...(model.priceFile === null ? {} : { prices: await readPriceFile(model.priceFile) }),
  };
}

/** Opens the storage and finishes an interrupted rotation of the master key first. */
async function openRotatedStorage(environment: Environment, report: ErrorHandler): Promise<Storage> {
  const storage = await openStorage(environment, {
    onError: (error) => report(error, queuePlace),
  });
  try {
    if (storage.shared && environment.masterKey === null) throw noSharedKey();
    await finishRotation(storage.store, environment.dataDir);
    return storage;
  } catch (error) {
    await storage.queue?.close();
    await storage.store.close();
    throw error;
  }
}

/** With a lease of 8 s a run goes on at most 10 s after its worker died; a worker may stand still for 5 s without losing one. */
const sharedLeaseMs = 8000;

/** Where an error of the queue happened that no call of the engine answers. */
const queuePlace: ErrorPlace = { component: 'queue', operation: 'background', runId: null, repeats: 0 };

function noSharedKey(): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    'RUNWRIGHT_DATABASE_URL needs RUNWRIGHT_MASTER_KEY: all processes have to encrypt with the same key. Set it to 32 random bytes as base64, such as `openssl rand -base64 32` prints.',
  );
}
