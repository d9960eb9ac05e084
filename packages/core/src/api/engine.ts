import type {
  AnyBlock,
  ApiKey,
  Artifact,
  ArtifactStore,
  ArtifactType,
  BrowserDriver,
  ByteRange,
  Clock,
  CredentialSummary,
  CredentialType,
  EgressPolicy,
  JsonObject,
  JsonSchema,
  LanguageModel,
  Mailer,
  ModelPurpose,
  Organization,
  Page,
  ProxyProvider,
  RecordOptions,
  Run,
  RunFile,
  RunQueue,
  RunStatus,
  RunType,
  ScriptFile,
  ScriptRevision,
  SecretSource,
  Store,
  StoredFile,
  TaskRequest,
  TimelineEvent,
  WebhookDelivery,
  Workflow,
  WorkflowRunRequest,
  WorkflowStatus,
} from '@runwright/contract';
import type { DefinitionGraph, Validation } from '@runwright/definition';
import type { Limits } from './limits.ts';
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
  /** One model, which a run may ask for by its id, or a choice by purpose and by the name that a run asked for. Default: none. */
  readonly model?: LanguageModel | ((purpose: ModelPurpose, name: string | null) => LanguageModel | null);
  /** Asked in order. Default: none. */
  readonly secrets?: readonly SecretSource[];
  /** Sends the mails of `human_interaction`. Default: none; the run waits all the same, and its timeline says that nobody was told. */
  readonly mailer?: Mailer;
  /** Default: none; every run goes direct and its timeline says so. */
  readonly proxies?: ProxyProvider;
  /** Default: the policy of `egressPolicy()`, which refuses private and reserved addresses. */
  readonly egress?: EgressPolicy;
  /** Default: the system's clock. */
  readonly clock?: Clock;
}

/** Choices of the host. */
export interface EngineSettings {
  /** Runs that this process executes at once. 0: it accepts runs and leaves them to other workers. Default 2. */
  readonly concurrency?: number;
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
  /** 32 bytes; encrypts keys at rest and signs links. Default: random, gone with the process. */
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
  /** Limits of a run; each has its own default. */
  readonly limits?: Partial<Limits>;
}

/** Options of an engine. They are copied; nothing is read from the environment. */
export interface EngineOptions {
  /** Block types beside the built-in ones; one of the same type replaces a built-in. */
  readonly blocks?: readonly AnyBlock[];
  readonly drivers?: EngineDrivers;
  readonly settings?: EngineSettings;
  /**
   * URLs under which the host serves artifacts, files and runs, such as `httpUrls()` of `@runwright/http-adapter`.
   * Default: none; links are the URIs `artifact://…` and `runwright://files/…`, and runs have no address.
   */
  readonly urls?: HostUrls;
}

/** The organization and the key that start a run. */
export interface RunOrigin {
  readonly organizationId: string;
  /** The key that signs the run's webhook. Default: the organization's oldest active key. */
  readonly apiKeyId?: string | null;
  readonly triggerType?: Run['triggerType'];
}

/** A person's answer to a run that waits for a decision. */
export interface ResumeAnswer {
  /** `approve` completes the block, `reject` terminates it. Default `approve`. */
  readonly outcome?: 'approve' | 'reject';
  /** The reason, for the block's output and the run's `failure_reason`. Default: none. */
  readonly reason?: string | null;
  /** More members of the block's output; `success` and `reason` are the engine's. */
  readonly payload?: JsonObject;
  /** The block attempt (`wrb_`) that is meant. Default: the only one that waits. */
  readonly blockRunId?: string | null;
}

/** The range of bytes of a stored file or artifact to read, and a signal. */
export interface ReadOptions extends ByteRange {
  /** Ends the reading with `canceled`. Default: nothing does. */
  readonly signal?: AbortSignal;
}

/** A script that is to be stored. */
export interface NewScript {
  /** Whose blocks it is for. Default: the workflow of the run; without one, no run looks for the script. */
  readonly workflowPermanentId?: string | null;
  /** A template for the key, rendered as the workflow's own is. Default: the workflow's `cache_key`. */
  readonly cacheKey?: string;
  readonly files: readonly ScriptFile[];
  /** The run that it was made from, whose parameters the key is rendered with. Default: none, and their defaults count. */
  readonly runId?: string | null;
}

/** A block type with its schemas, for documents and forms. */
export interface BlockType {
  readonly type: string;
  /** Schema of a whole node: the common members, `block_type` and the type's own. */
  readonly node: JsonSchema;
  readonly output: JsonSchema;
}

/** State of the drivers that a run needs. */
export interface Health {
  /** `draining`: it begins nothing any more, because it is about to be closed. */
  readonly status: 'ok' | 'draining' | 'unavailable';
  readonly store: 'ok' | 'unavailable';
  readonly queue: 'ok' | 'unavailable';
  /** Running worker loops in this process. */
  readonly workers: number;
}

/**
 * The engine: accepts definitions and runs, executes the runs, and reports their state. Every call names its
 * organization; unknown ids and those of other organizations throw `not_found`, bad input throws `invalid_input`
 * with `details.problems`.
 */
export interface Engine extends AsyncDisposable {
  readonly organizations: {
    /** The first organization; made when there is none. */
    first(): Promise<Organization>;
  };
  readonly keys: {
    /** Whose key this is; null for an unknown or revoked one. */
    authenticate(
      text: string,
    ): Promise<{ readonly organizationId: string; readonly apiKeyId: string } | null>;
    /** Makes a key (`rw_` and 43 characters), or takes the given text. The text is answered this once. */
    create(
      organizationId: string,
      options: { readonly name: string; readonly text?: string },
    ): Promise<{ readonly key: ApiKey; readonly text: string }>;
    /** All keys, revoked ones too, oldest first. */
    list(organizationId: string): Promise<readonly ApiKey[]>;
    /**
     * Revokes a key: from now on it opens nothing, and only signs the webhooks of the runs that it has started. A second
     * call changes nothing. Throws `not_found`, and `conflict` for the last key of the organization that is not revoked.
     */
    revoke(organizationId: string, apiKeyId: string): Promise<ApiKey>;
    /** The text of a stored key, decrypted; for signing. */
    reveal(organizationId: string, apiKeyId: string): Promise<string>;
  };
  /**
   * Credentials to sign in or pay with. Each is encrypted as a whole under the master key; what is returned never holds a
   * password, a one-time secret, a card number, a security code, an expiry or a secret value.
   */
  readonly credentials: {
    /** Checks and keeps a credential, see `CredentialInput`. */
    create(organizationId: string, input: unknown): Promise<CredentialSummary>;
    get(organizationId: string, credentialId: string): Promise<CredentialSummary>;
    /** Newest first. Defaults: page 1, 10 per page. `search` is a part of the name. */
    list(
      organizationId: string,
      query?: {
        readonly page?: number;
        readonly pageSize?: number;
        readonly type?: CredentialType;
        readonly search?: string;
      },
    ): Promise<Page<CredentialSummary>>;
    /** Replaces a credential whole, under the same id; another type is a `conflict`. Runs keep what they have read. */
    update(organizationId: string, credentialId: string, input: unknown): Promise<CredentialSummary>;
    /** Erases the secret; the id stays dead, and a run that uses it later fails. */
    delete(organizationId: string, credentialId: string): Promise<void>;
  };
  readonly workflows: {
    /** Validates and stores version 1. */
    create(
      organizationId: string,
      draft: unknown,
      options?: { readonly folderId?: string | null },
    ): Promise<Workflow>;
    /** Validates and stores the next version; the whole draft is replaced. */
    update(
      organizationId: string,
      workflowPermanentId: string,
      draft: unknown,
      options?: { readonly folderId?: string | null },
    ): Promise<Workflow>;
    get(organizationId: string, workflowPermanentId: string, version?: number): Promise<Workflow>;
    /** One version by its `w_` id. */
    version(organizationId: string, workflowId: string): Promise<Workflow>;
    /** Latest versions, newest first. Defaults: page 1, 10 per page, status published and draft. */
    list(
      organizationId: string,
      query?: {
        readonly page?: number;
        readonly pageSize?: number;
        readonly searchKey?: string;
        readonly title?: string;
        readonly folderId?: string;
        readonly statuses?: readonly WorkflowStatus[];
      },
    ): Promise<Page<Workflow>>;
  };
  readonly runs: {
    /** Accepts a task: a one-block workflow and its run (`tsk_`), status `created`. */
    startTask(request: TaskRequest, origin: RunOrigin): Promise<Run>;
    /** Accepts a run (`wr_`) of the latest version of a stored workflow, status `created`. */
    start(request: WorkflowRunRequest, origin: RunOrigin): Promise<Run>;
    get(organizationId: string, runId: string): Promise<Run>;
    list(
      organizationId: string,
      query?: {
        readonly page?: number;
        readonly pageSize?: number;
        readonly statuses?: readonly RunStatus[];
        readonly workflowPermanentId?: string;
        /** The kinds of request that started the runs. */
        readonly types?: readonly RunType[];
        /** Case-insensitive part of id, title, prompt or URL. */
        readonly searchKey?: string;
        /** Epoch ms, inclusive. */
        readonly createdAfter?: number;
        /** Epoch ms, inclusive. */
        readonly createdBefore?: number;
      },
    ): Promise<Page<Run>>;
    /**
     * Ends a run that is not final as `canceled`, runs that it waits for first; a second call changes nothing; another
     * final status: `conflict`.
     */
    cancel(organizationId: string, runId: string): Promise<Run>;
    /**
     * Answers a run that waits for a person. Throws `not_found` when it does not wait (or not at this block), and
     * `conflict` when several of its blocks do and none is named.
     */
    resume(organizationId: string, runId: string, answer?: ResumeAnswer): Promise<Run>;
    /** The whole timeline so far, oldest first. */
    timeline(organizationId: string, runId: string): Promise<readonly TimelineEvent[]>;
    /**
     * Events as they happen, beginning after `after` (default 0: the first event). Ends after `run-end`, and for a
     * run with a webhook after its delivery was decided.
     */
    events(
      organizationId: string,
      runId: string,
      options?: { readonly after?: number; readonly signal?: AbortSignal },
    ): AsyncIterable<TimelineEvent>;
    /** Waits for the final status. */
    finished(
      organizationId: string,
      runId: string,
      options?: { readonly signal?: AbortSignal },
    ): Promise<Run>;
    artifacts(
      organizationId: string,
      runId: string,
      options?: { readonly types?: readonly ArtifactType[] },
    ): Promise<readonly Artifact[]>;
    deliveries(organizationId: string, runId: string): Promise<readonly WebhookDelivery[]>;
    /**
     * Sends the webhook of an ended run once more, with what the first one said; answers before it is delivered. Only a
     * failure at the run's own address counts for the run. Throws `conflict` for a run that is not final, or when
     * neither the call nor the run names an address.
     *
     * @param options `webhookUrl`: an address instead of the run's own
     */
    retryWebhook(
      organizationId: string,
      runId: string,
      options?: { readonly webhookUrl?: string | null },
    ): Promise<WebhookDelivery>;
  };
  /**
   * Programs that do the work of the agent in the blocks of a workflow. A run with `run_with: code` uses the newest script
   * whose key is its own: its workflow's `cache_key`, rendered. Programs that do not parse are refused.
   */
  readonly scripts: {
    /** Stores version 1. A key that cannot be rendered is refused. */
    create(organizationId: string, script: NewScript): Promise<ScriptRevision>;
    /** Stores the next version, with exactly these files, at least one; key, workflow and run stay. */
    deploy(organizationId: string, scriptId: string, files: readonly ScriptFile[]): Promise<ScriptRevision>;
    /** The latest version, or `version`. */
    get(organizationId: string, scriptId: string, version?: number): Promise<ScriptRevision>;
  };
  readonly artifacts: {
    get(organizationId: string, artifactId: string): Promise<Artifact>;
    /** All bytes at once, in memory. Throws `not_found` when they are gone. */
    content(artifact: Artifact): Promise<Uint8Array>;
    /** A range of the bytes in parts of at most 64 KiB, read as they are asked for. Throws `not_found` when they are gone. */
    open(artifact: Artifact, options?: ReadOptions): Promise<AsyncIterable<Uint8Array>>;
  };
  readonly files: {
    get(organizationId: string, fileId: string): Promise<StoredFile>;
    /** Everything that the blocks of a run downloaded, oldest first. */
    ofRun(organizationId: string, runId: string): Promise<readonly RunFile[]>;
    /** All bytes at once, in memory. Throws `not_found` when they are gone. */
    content(file: StoredFile): Promise<Uint8Array>;
    /** A range of the bytes in parts of at most 64 KiB, read as they are asked for. Throws `not_found` when they are gone. */
    open(file: StoredFile, options?: ReadOptions): Promise<AsyncIterable<Uint8Array>>;
  };
  readonly links: {
    /** A signed URL of an artifact's content, valid 12 hours; without `EngineOptions.urls` the URI `artifact://<id>`. */
    artifact(artifact: Artifact): string;
    /** The same of a file; without `EngineOptions.urls` the URI `runwright://files/<id>`. */
    file(file: Pick<StoredFile, 'fileId' | 'organizationId'>): string;
    /**
     * The organization whose link this is (`kid` names it: every organization has a signing key of its own, derived
     * from the master key); null when expiry or signature is wrong, and always without `EngineOptions.urls`.
     */
    verify(
      path: string,
      query: { readonly expiry?: string; readonly kid?: string; readonly sig?: string },
    ): string | null;
    /** URL of a run's page; null when the host has none. */
    run(runId: string): string | null;
  };
  /** Checks a draft: an object, or YAML or JSON text. Stores nothing. */
  validate(draft: unknown): Validation;
  /**
   * Draws a definition, or a whole draft: as data, or as YAML or JSON text. Mistakes in it do not keep it from being drawn.
   * Throws `invalid_input` for a text that is neither YAML nor JSON.
   */
  graph(definition: unknown): DefinitionGraph;
  /** Every block type that a definition may use. */
  readonly blockTypes: readonly BlockType[];
  health(): Promise<Health>;
  /** Takes up what an earlier process left (open runs, old browsers), then begins to work. */
  start(): Promise<void>;
  /**
   * Begins no run and no block any more, and hands every run over to the next worker: at once while it waits, else when
   * the block that runs has ended. Blocks that still run after `settings.drainMs` are stopped. Runs are still accepted,
   * and everything else answers. Call `close` afterwards.
   */
  drain(): Promise<void>;
  /** Stops claiming, stops the blocks that run, cancels nothing: open runs are released for the next worker; closes the drivers. */
  close(): Promise<void>;
}
