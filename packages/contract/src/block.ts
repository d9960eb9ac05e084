import type { Socket } from 'node:net';
import { type Static, type TSchema, Type } from 'typebox';
import type { ArtifactDraft, SavedArtifact } from './artifact.ts';
import type { BrowserSession } from './browser-session.ts';
import type { ComputerProtocol } from './computer.ts';
import type { RunFiles } from './file.ts';
import type { JsonObject } from './json.ts';
import type { ModelPort, ModelPurpose } from './model.ts';
import type { RequestOptions } from './request-body.ts';
import type { ScriptAssistant } from './script-assistant.ts';
import type { Secret } from './secret.ts';
import type { TimelineEntry } from './timeline.ts';

/** A block's way to the run's log and timeline. Everything is masked before it is kept. */
export interface Log {
  debug(message: string, fields?: JsonObject): void;
  info(message: string, fields?: JsonObject): void;
  warn(message: string, fields?: JsonObject): void;
  error(message: string, fields?: JsonObject): void;
  /** Adds an entry to the timeline and answers its id; it is stored when the promise resolves. */
  record(entry: TimelineEntry): Promise<string>;
  /**
   * Makes the id of a thought that is recorded later, for the model call that leads to it: the artifacts of the call then
   * name the thought.
   */
  makeThoughtId(): string;
}

/** Context of one attempt of a block; disposed when the attempt ends. */
export interface BlockContext {
  readonly runId: string;
  /** Id of the task that this attempt executes, `tsk_…`; `GET /v1/runs/{run_id}` shows it as a task run. */
  readonly taskId: string;
  readonly label: string;
  /** 1 on the first try; every retry and every lost worker adds one. */
  readonly attempt: number;
  /** Aborted on cancel, on the block's deadline and when the worker loses the run. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /**
   * Whether there is a page without a new browser: one is open, will be loaded again after a restart, or the run continues
   * a session.
   */
  readonly hasPage: boolean;
  /** The run's browser: opened on first use, shared by the run's blocks, closed by the worker. */
  browser(): Promise<BrowserSession>;
  /**
   * A model for a purpose; default `text`. `name` is another one than the block and the run name. `computer` prefers a model
   * with that computer tool, where the host has several; the caller checks what it was given. Throws `model_failed` when no
   * model is configured, or none of that name.
   */
  model(
    purpose?: ModelPurpose,
    options?: { readonly name?: string | null; readonly computer?: ComputerProtocol | null },
  ): ModelPort;
  /**
   * The text with values in place of the placeholders of secrets, for a way out that is neither `fetch` nor the page: a
   * mail server, a storage library. Call it at the moment of use and keep nothing of it. A one-time code is made anew, and
   * one that is about to end is waited out. Throws `secret_unavailable` for a placeholder that is not of this run, for a
   * parameter that the block does not declare, and for a secret that may not be sent to `to`.
   *
   * @param to the server that the text is for, as an address with any scheme, such as `smtp://mail.example:587`;
   *   placeholders may stand in it
   */
  reveal(text: string, to: string): Promise<Secret>;
  /**
   * Makes a value that came up in the block a secret of the run, and answers its placeholder: the value is masked in
   * everything that is kept from now on, and every later block that is given the placeholder may use it. `name` shows in
   * the placeholder.
   */
  registerSecret(name: string, value: string): Promise<string>;
  /**
   * Makes the secret of a reference, or of a credential of type `secret` by its id, a secret of the run, and answers its
   * placeholder, for `fetch`, `reveal` and the page. Throws `secret_unavailable` when there is no such credential and no
   * source knows the reference.
   */
  secret(reference: string): Promise<string>;
  /**
   * Placeholder of the one-time code that the run waits for when it is typed into a page. Absent when the block has no
   * member `totp_identifier`, when nothing names a source of codes, and when its credential makes codes itself.
   */
  readonly oneTimeCode?: string;
  /** Tests whether `allowed_domains` of the run has the host of an address. Absent when the run has no such list. */
  isAllowedDomain?(address: string): boolean;
  artifact(draft: ArtifactDraft): Promise<SavedArtifact>;
  /**
   * The only way out to the network; obeys the egress policy. Placeholders of secrets that the block declares become
   * values here, but not in the content of files, which are sent unchanged. Throws `secret_unavailable` for a secret that
   * may not be sent to the host of the address.
   */
  fetch(url: string | URL, init?: RequestOptions): Promise<Response>;
  /**
   * A TCP connection under the same policy, for what is no HTTP: mail, SFTP. Counts as a side effect, and is closed when
   * the attempt ends. Throws `egress_denied`, and `block_failed` (retryable) when nobody accepts it in 20 s.
   *
   * @param options `hostServer`: true for one of `hostServers` of the block type, which the policy may refuse; throws `egress_denied`
   *   for an organization that may not use what belongs to the host. Default false
   */
  connect(
    to: { readonly host: string; readonly port: number },
    options?: { readonly hostServer?: boolean },
  ): Promise<Socket>;
  /** The run's files: downloads, and what users name in their fields. */
  readonly files: RunFiles;
}

/** Rule for repeating an attempt whose worker was lost. */
export type WorkerLostPolicy = 'repeat' | 'guard';

/** What a block needs of a model so that a run with it may start. */
export interface ModelRequirement {
  readonly purpose: ModelPurpose;
  /** Computer tool that it prefers, see {@link BlockContext.model}. */
  readonly computer: ComputerProtocol | null;
  /** Member of the block that makes it necessary. */
  readonly member: string;
  /** Returns why a model does not suffice, and what to do about it; null when it does. */
  findProblem(model: Pick<ModelPort, 'id' | 'images' | 'computer'>): string | null;
}

/** A type of block. `config` and `output` are the whole truth about its shape. */
export interface BlockDefinition<Type extends string, Config extends TSchema, Output extends TSchema> {
  /** `block_type` in a definition. */
  readonly type: Type;
  /** An object schema of the block's own members; the members common to all blocks are added by the engine. */
  readonly config: Config;
  readonly output: Output;
  /**
   * Handling of an attempt whose worker was lost. `guard`, the default: it is repeated only when it had recorded no
   * side effect. A function decides by the block as it is written.
   */
  readonly onWorkerLost?:
    | WorkerLostPolicy
    | ((node: { readonly [member: string]: unknown }) => WorkerLostPolicy);
  /**
   * Hosts of the services that the block's own code calls, such as `sheets.googleapis.com`, with their subdomains. A secret
   * without `allowed_hosts` may be sent there although no author names them. Default: none.
   */
  readonly services?: readonly string[];
  /**
   * Servers of the host that blocks of this type alone may reach although they are private, as `host:port`. `connect` with
   * `hostServer` reaches them, for the organizations of `settings.hostOrganizations`. Default: none.
   */
  readonly hostServers?: readonly string[];
  /**
   * Whether the block, as it is written, may ask for the browser. A run whose blocks do not begins also while no browser is free for it.
   * Default: it may.
   */
  readonly usesBrowser?: boolean | ((node: { readonly [member: string]: unknown }) => boolean);
  /**
   * What the block as it is written needs of a model; null for nothing special. A run whose block does not get it is refused
   * at its start. Default: null.
   */
  readonly modelRequirement?: (node: { readonly [member: string]: unknown }) => ModelRequirement | null;
  /**
   * Carries the block out. A thrown RunwrightError decides how the attempt ended: `terminated` is a judgement,
   * `canceled` and `timed_out` are themselves, every other code is a failure. `details.output`, when given, is
   * recorded although the block failed; `details.failure_category` and `details.errors` reach the run.
   */
  run(config: Static<Config>, context: BlockContext): Promise<Static<Output>>;
  /**
   * Makes what a script can ask the agent of the block for. Absent: no script is learned from blocks of this type, and a script
   * that is uploaded for one has the page alone.
   */
  assistScript?(config: Static<Config>, context: BlockContext): ScriptAssistant;
}

/** A block of any type, as the engine keeps it. */
export type AnyBlock = Omit<BlockDefinition<string, TSchema, TSchema>, 'run' | 'assistScript'> & {
  // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
  run(config: any, context: BlockContext): Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
  assistScript?(config: any, context: BlockContext): ScriptAssistant;
};

/** Identity at run time; it exists so that `run` is typed from the two schemas. */
export function defineBlock<const T extends string, C extends TSchema, O extends TSchema>(
  block: BlockDefinition<T, C, O>,
): BlockDefinition<T, C, O> {
  return block;
}

/**
 * Schema keyword that tells the engine how to treat a member of a block's config. Default for text: a Jinja template.
 * `none`: never rendered. `native`: a value that is exactly one `{{ … }}` keeps its type. `parameters`: not written by
 * users; the engine fills it with the values of the parameters named in `parameter_keys`. `lenient`: a template that fails
 * stays as it is written, and keys of maps are none. `json`: a text of JSON, in which every value but a text prints as JSON, and
 * an undefined one fails, whatever the workflow says about strictness. `prompt`: text for a model; what a template prints of
 * outputs of blocks is marked as data, see `delimitData`.
 */
export const templateKeyword = 'x-runwright-template';
/** Handling of templates in a field; see {@link templateKeyword}. */
export type TemplateRule = 'text' | 'native' | 'none' | 'parameters' | 'lenient' | 'json' | 'prompt';

/** Schema option that sets a {@link TemplateRule}: `Type.String({ ...template('none') })`. */
export function template(rule: TemplateRule): { readonly [templateKeyword]: TemplateRule } {
  return { [templateKeyword]: rule };
}

/** Schema keyword of {@link parameterKey}. */
export const parameterKeyword = 'x-runwright-parameter';
/**
 * Schema option: a text, or an entry of a list, that is exactly the key of a parameter, or `<label>_output`, stands for its
 * value, as `{{ key }}` would. `Type.String({ ...parameterKey })`.
 */
export const parameterKey = { [parameterKeyword]: true } as const;

/** Config members of a block that receives parameters: users write `parameter_keys`, the engine fills `parameters`. */
export const parameterFields = {
  parameter_keys: Type.Array(Type.String(), { default: [], ...template('none') }),
  parameters: Type.Record(Type.String(), Type.Unknown(), { default: {}, ...template('parameters') }),
};
