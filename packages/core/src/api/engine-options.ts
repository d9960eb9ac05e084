import type {
  AnyBlock,
  Artifact,
  ArtifactStore,
  Attempt,
  BrowserDriver,
  Clock,
  ComputerProtocol,
  EgressPolicy,
  LanguageModel,
  Mailer,
  ModelPurpose,
  PlanTier,
  ProxyProvider,
  RecordOptions,
  Run,
  RunQueue,
  SecretSource,
  Store,
  StoredFile,
  TimelineEvent,
} from '@runwright/contract';
import type { RunStartLimit } from '../runtime/run-starts.ts';
import type { Limits } from './limits.ts';
import type { ModelPrice } from './model-price.ts';
import type { EngineHooks, EngineLogger, ErrorHandler } from './observer-options.ts';
import type { HostUrls } from './urls.ts';

/** Everything that touches the world. What is left out gets an in-process default. */
export interface EngineDrivers {
  /** Default: in memory; gone with the process. */
  readonly store?: Store;
  /** Default: in this process, re-filled from the store at start. */
  readonly queue?: RunQueue;
  /** Default: in memory. */
  readonly artifacts?: ArtifactStore;
  /** Default: none; blocks that need a browser fail and say so. */
  readonly browser?: BrowserDriver;
  /**
   * One model, which a run may ask for by its id, or a choice by purpose and by the name that a run asked for; `computer` is the
   * computer tool that the asking engine needs, null for none. Default: none.
   */
  readonly model?:
    | LanguageModel
    | ((
        purpose: ModelPurpose,
        name: string | null,
        computer?: ComputerProtocol | null,
      ) => LanguageModel | null);
  /**
   * Models that are asked in this order when the one of a call gives no answer: it cannot be reached, is over its quota, or
   * refuses; the same for all purposes, or a choice by purpose. A model that fails 3 times in a row is left out for 60 s.
   * Default: none.
   */
  readonly fallbackModels?: readonly LanguageModel[] | ((purpose: ModelPurpose) => readonly LanguageModel[]);
  /** Asked in order. Default: none. */
  readonly secrets?: readonly SecretSource[];
  /** Sends the mails of `human_interaction`. Default: none; the run waits all the same, and its timeline says that nobody was told. */
  readonly mailer?: Mailer;
  /** Default: none; every run goes direct and its timeline says so. */
  readonly proxies?: ProxyProvider;
  /** Default: the policy of `egressPolicy()`, which refuses private and reserved addresses. */
  readonly egress?: EgressPolicy;
  /** Default: the clock that the processes of the store share, if they do; else the system's. */
  readonly clock?: Clock;
}

/** How long ended runs are kept, and what becomes of them. */
export interface RetentionSettings {
  /** Days that the runs of an organization without a number of its own are kept after their end. Default null: for ever. */
  readonly days?: number | null;
  /**
   * Is given each run before it is deleted, while its artifacts can still be read. Called again for the same run when what follows fails or
   * the process dies: then bytes may be gone, and what the first call has copied has to stay. What it throws is reported, and the run is
   * kept until the next sweep. Default: none.
   */
  readonly archive?: ((run: ExpiredRun) => Promise<void>) | null;
}

/** A run that is about to be deleted, with its journal. */
export interface ExpiredRun {
  readonly run: Run;
  readonly attempts: readonly Attempt[];
  readonly timeline: readonly TimelineEvent[];
  /** Their bytes are in the artifact store, under their keys. */
  readonly artifacts: readonly Artifact[];
  readonly files: readonly StoredFile[];
}

/** Choices of the host. */
export interface EngineSettings {
  /** Runs that this process executes at once. 0: it accepts runs and leaves them to other workers. Default 2. */
  readonly concurrency?: number;
  /**
   * Browsers that this process holds at once, of runs and sessions together. A run that needs another one waits until one is
   * closed here or another worker takes the run; a session is left to another worker. Default: any number.
   */
  readonly maxBrowsers?: number;
  /**
   * Runs that one organization may start in a time, in all processes of the store: by requests, schedules and other runs. A start beyond it is
   * refused with `rate_limited`. Default: any number.
   */
  readonly runStarts?: RunStartLimit;
  /** Name of this worker; default generated. */
  readonly workerId?: string;
  /** A lease that is not renewed for this long is lost; renewed every third of it. Default 30,000 ms. */
  readonly leaseMs?: number;
  /**
   * Declares that every lease found at start belongs to a dead worker: true for a store that only one process may use, so
   * that its open runs go on at once. Default false: leases of others are waited for.
   */
  readonly takeOver?: boolean;
  /** Time that blocks have to end when the engine drains. Default 20,000 ms. */
  readonly drainMs?: number;
  /** Time between sweeps. Default 60,000 ms. */
  readonly sweepMs?: number;
  /** How long ended runs are kept. */
  readonly retention?: RetentionSettings;
  /**
   * 32 bytes; encrypts keys at rest and signs links. The store keeps a fingerprint of it, and an engine with another key is refused.
   * Default: random, gone with the process, for a store that was never used with a key.
   */
  readonly masterKey?: Uint8Array;
  /** The effect of a failed webhook on its run. Default `fail_run`. */
  readonly webhookFailure?: 'fail_run' | 'keep_status';
  /**
   * Recordings of the browsers of runs, saved as artifacts when they are closed. Default: video, requests (`har`)
   * and console, but no trace, which shows more of the pages than the others.
   */
  readonly recordings?: RecordOptions;
  /**
   * Hosts at which every secret may be typed, such as a sign-in service that many sites use; written like the
   * `allowed_hosts` of a credential. Default: none.
   */
  readonly secretHosts?: readonly string[];
  /**
   * Ids of the organizations that use what belongs to the host: sources of secrets and a mailer with `belongsToHost`, and
   * `hostServers` of block types; `*` for all. Default null: the first one of the store.
   */
  readonly hostOrganizations?: readonly string[] | '*' | null;
  /**
   * Browser sessions. `maxOpen`: how many of all organizations may be open at once, in all processes of the store; default 10,
   * each is a browser. `maxOpenPerOrganization`: how many of one organization; default half of `maxOpen`, rounded up, where the
   * store has several organizations, else all. `exposeAddress`: opens `browser_address` for a session that does not say; `'never'` refuses it to all;
   * default false.
   */
  readonly sessions?: {
    readonly maxOpen?: number;
    readonly maxOpenPerOrganization?: number;
    readonly exposeAddress?: boolean | 'never';
  };
  /**
   * Credits. `enforce`: a run without credits is refused, and one that uses them up ends; default false, then everything is
   * counted and nothing refused. `planCredits`: credits that a plan includes in a period; each has its own default.
   */
  readonly billing?: {
    readonly enforce?: boolean;
    readonly planCredits?: Partial<Readonly<Record<PlanTier, number>>>;
  };
  /** Limits of a run; each has its own default. */
  readonly limits?: Partial<Limits>;
  /**
   * Model calls. `runCost` (US dollars) and `runTokens` cap what the calls of one run may use, `dayCost` and `dayTokens` what all
   * runs of an organization may use in a day (UTC), in all processes of the store: the call that could pass a cap is not sent,
   * and the block fails with `REACH_MAX_COST`. `prices`: US dollars for a million tokens by model name, beside the list prices.
   * Default: no cap.
   */
  readonly models?: {
    readonly runCost?: number;
    readonly runTokens?: number;
    readonly dayCost?: number;
    readonly dayTokens?: number;
    readonly prices?: Readonly<Record<string, ModelPrice>>;
  };
}

/** Options of an engine. They are copied; nothing is read from the environment. */
export interface EngineOptions {
  /** Block types beside the built-in ones; one of the same type replaces a built-in. */
  readonly blocks?: readonly AnyBlock[];
  readonly drivers?: EngineDrivers;
  readonly settings?: EngineSettings;
  /**
   * Names of the models that runs may ask for, each with the label that people read. `drivers.model` has to know them all.
   * Default: the id of the default model, which is its own label.
   */
  readonly modelLabels?: Readonly<Record<string, string>>;
  /**
   * URLs under which the host serves artifacts, files and runs, such as `httpUrls()` of `@runwright/http-adapter`.
   * Default: none; links are the URIs `artifact://…` and `runwright://files/…`, and runs have no address.
   */
  readonly urls?: HostUrls;
  /** Takes the engine's log: what starts and ends, and every error of `onError`. A logger of pino fits. Default: none. */
  readonly logger?: EngineLogger;
  /** Gets errors that no call answers. Default: they are in the log and in `health` only. */
  readonly onError?: ErrorHandler;
  /** Functions that are called when runs and blocks start and end. Default: none. */
  readonly hooks?: EngineHooks;
}
