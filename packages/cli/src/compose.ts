import { join } from 'node:path';
import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import type { LanguageModel, SecretSource, Store } from '@runwright/contract';
import {
  createEngine,
  type Engine,
  type EngineSettings,
  egressPolicy,
  environmentSecrets,
  folderArtifacts,
} from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';
import { httpUrls } from '@runwright/http-adapter';
import { openDataFolder } from './data-folder.ts';
import { defaultConcurrency } from './default-concurrency.ts';
import type { Environment } from './environment.ts';
import { environmentModel, environmentModelLabels, environmentModels } from './environment-models.ts';
import { createMailDeps } from './mail-settings.ts';
import { loadMasterKey } from './master-key.ts';
import { openStore } from './open-store.ts';
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
  /** Default model when the environment names none. */
  readonly model?: LanguageModel;
  /** Additional secret sources, after the environment's. */
  readonly secrets?: readonly SecretSource[];
}

/** Engine that is not started yet, with its drivers. */
export interface Composition {
  readonly engine: Engine;
  readonly dataDir: string;
  /** Runs that are executed at once; 0 when this process executes none. */
  readonly concurrency: number;
  /** Name of the configured model; null when there is none. */
  readonly model: string | null;
}

/** Creates an engine with the drivers that the environment selects. */
export async function compose(environment: Environment, options: ComposeOptions): Promise<Composition> {
  const { dataDir } = environment;
  await openDataFolder(dataDir);
  const configured = environmentModels(environment);
  const model = configured?.choose ?? options.model;
  const mail = createMailDeps(environment.mail);
  const store = options.temporary ? null : await openRotatedStore(dataDir);
  const concurrency = options.worker ? (environment.concurrency ?? defaultConcurrency()) : 0;
  const engine = await createEngine({
    blocks: [...agentBlocks(), ...ioBlocks, ...mail.blocks],
    drivers: {
      ...(store ? { store, artifacts: folderArtifacts(join(dataDir, 'artifacts')) } : {}),
      browser: playwrightDriver({
        stateFolder: join(dataDir, 'browsers'),
        ...(environment.chromium ? { executablePath: environment.chromium } : {}),
        limits: {
          ...(environment.browserMemoryMib ? { memoryBytes: environment.browserMemoryMib * 2 ** 20 } : {}),
          ...(environment.browserStorageMib ? { storageBytes: environment.browserStorageMib * 2 ** 20 } : {}),
        },
      }),
      ...(model ? { model } : {}),
      ...(configured ? { fallbackModels: configured.fallbacks } : {}),
      ...(mail.mailer ? { mailer: mail.mailer } : {}),
      secrets: [
        environmentSecrets(environment.secrets),
        ...createPasswordManagerSources(environment.passwordManagers),
        ...(options.secrets ?? []),
      ],
      ...(environment.proxyFile === null ? {} : { proxies: await readProxyFile(environment.proxyFile) }),
      egress: egressPolicy({
        allowedHosts: [...environment.allowedHosts, ...(options.allowedHosts ?? []), ...mail.allowedHosts],
      }),
    },
    settings: {
      concurrency,
      masterKey: await loadMasterKey(dataDir, environment.masterKey),
      takeOver: !options.temporary,
      ...(environment.drainMs === null ? {} : { drainMs: environment.drainMs }),
      ...(environment.model.timeoutMs === null
        ? {}
        : { limits: { modelCallMs: environment.model.timeoutMs } }),
      models: await modelSettings(environment),
      secretHosts: environment.secretHosts,
      sessions: {
        exposeAddress: environment.exposeBrowsers,
        ...(environment.browserSessions === null ? {} : { maxOpen: environment.browserSessions }),
      },
      billing: { enforce: environment.enforceBilling },
      ...(environment.recordings ? { recordings: environment.recordings } : {}),
    },
    ...(configured ? { modelLabels: environmentModelLabels(environment) } : {}),
    onError: reportEngineErrors(),
    urls: httpUrls({ publicUrl: environment.publicUrl ?? `http://${environment.host}:${environment.port}` }),
  });
  return {
    engine,
    dataDir,
    concurrency,
    model: configured ? environmentModel(environment) : (options.model?.id ?? null),
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

/** Opens the store of the data folder and finishes an interrupted rotation of the master key first. */
async function openRotatedStore(dataDir: string): Promise<Store> {
  const store = await openStore(dataDir);
  try {
    await finishRotation(store, dataDir);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
