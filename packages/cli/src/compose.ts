import { join } from 'node:path';
import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import type { LanguageModel, ModelPurpose, SecretSource, Store } from '@runwright/contract';
import {
  createEngine,
  type Engine,
  egressPolicy,
  environmentSecrets,
  folderArtifacts,
} from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';
import { openaiModel } from '@runwright/model-openai';
import { sqliteStore } from '@runwright/store-sql';
import { openDataFolder } from './data-folder.ts';
import { defaultConcurrency } from './default-concurrency.ts';
import type { Environment } from './environment.ts';
import { createMailDeps } from './mail-settings.ts';
import { loadMasterKey } from './master-key.ts';
import { finishRotation } from './rotate-master-key.ts';
import { createVaultSources } from './vault-sources.ts';

/** What a command adds to the environment. */
export interface ComposeOptions {
  /** Whether this process carries out runs. */
  readonly worker: boolean;
  /** In memory: nothing is kept, and another process may use the data folder. Default false. */
  readonly temporary?: boolean;
  /** More hosts that the egress policy lets through. */
  readonly allowedHosts?: readonly string[];
  /** Used when the environment names no model. */
  readonly model?: LanguageModel;
  /** Asked after the environment's secrets. */
  readonly secrets?: readonly SecretSource[];
}

/** An engine and what it was made of. It is not started. */
export interface Composition {
  readonly engine: Engine;
  readonly dataDir: string;
  /** Runs that are executed at once; 0 when this process executes none. */
  readonly concurrency: number;
  /** Name of the configured model; null when there is none. */
  readonly model: string | null;
}

/** Environment to drivers: the only place that picks them. */
export async function compose(environment: Environment, options: ComposeOptions): Promise<Composition> {
  const { dataDir } = environment;
  await openDataFolder(dataDir);
  const configured = environmentModels(environment);
  const model = configured ?? options.model;
  const mail = createMailDeps(environment.mail);
  const store = options.temporary ? null : await openStore(dataDir);
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
      ...(mail.mailer ? { mailer: mail.mailer } : {}),
      secrets: [
        environmentSecrets(environment.secrets),
        ...createVaultSources(environment.vaults),
        ...(options.secrets ?? []),
      ],
      egress: egressPolicy({
        allowedHosts: [...environment.allowedHosts, ...(options.allowedHosts ?? []), ...mail.allowedHosts],
      }),
    },
    settings: {
      concurrency,
      masterKey: await loadMasterKey(dataDir, environment.masterKey),
      publicUrl: environment.publicUrl ?? `http://${environment.host}:${environment.port}`,
      takeOver: !options.temporary,
      ...(environment.drainMs === null ? {} : { drainMs: environment.drainMs }),
      secretHosts: environment.secretHosts,
      ...(environment.recordings ? { recordings: environment.recordings } : {}),
    },
  });
  return {
    engine,
    dataDir,
    concurrency,
    model: configured ? environmentModel(environment) : (options.model?.id ?? null),
  };
}

/** The store of the data folder. A change of the master key that was cut off is ended first. */
async function openStore(dataDir: string): Promise<Store> {
  const store = await sqliteStore({ folder: dataDir });
  try {
    await finishRotation(store, dataDir);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Whether the environment names a model: a key, or an endpoint that needs none. */
export function hasModel(environment: Environment): boolean {
  return environment.model.apiKey !== null || environment.model.baseUrl !== null;
}

/** Name of the main model. */
export function environmentModel(environment: Environment): string {
  return environment.model.name ?? 'gpt-4.1';
}

/** The models that the environment names, by name; runs may ask for one of these and no other. */
function environmentModels(environment: Environment) {
  if (!hasModel(environment)) return null;
  const { apiKey, baseUrl, byPurpose } = environment.model;
  const main = environmentModel(environment);
  const models = new Map(
    [main, ...Object.values(byPurpose)].map((name) => [
      name,
      openaiModel({ apiKey: apiKey ?? 'none', ...(baseUrl ? { baseUrl } : {}), model: name }),
    ]),
  );
  return (purpose: ModelPurpose, asked: string | null) =>
    models.get(asked ?? byPurpose[purpose] ?? main) ?? null;
}
