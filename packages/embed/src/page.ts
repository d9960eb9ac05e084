import type { ObservedElement } from '@runwright/agent';
import type { BrowserSession, Image, Json, JsonSchema, TaskEngine } from '@runwright/contract';
import type { DataOf, DataSchema } from './data-schema.ts';

export type { ObservedElement };

/** A secret text, such as a password: the text, or the text with the sites that may get it. */
export type SecretText = string | { readonly value: string; readonly allowedHosts: readonly string[] };

/** Options of every verb. */
export interface VerbOptions {
  /**
   * Texts that the model sees as placeholders only, by name. One without `allowedHosts` is typed on the site of the page on
   * which the verb begins, and nowhere else. Default: none.
   */
  readonly secrets?: Readonly<Record<string, SecretText>>;
  /** Values that the instruction speaks of, by name. Default: none. */
  readonly inputs?: Readonly<Record<string, Json>>;
  /** US dollars and tokens that the model calls of the verb may use. Default: no cap but those of the engine. */
  readonly maxCost?: number;
  readonly maxTokens?: number;
  /** Cancels the run of the verb; the page stays open. */
  readonly signal?: AbortSignal;
}

/** Options of {@link RunwrightPage.act}. */
export interface ActOptions extends VerbOptions {
  /** Turns of the model; each may do several actions. Default 1: exactly one action. */
  readonly maxSteps?: number;
}

/** Options of {@link RunwrightPage.extract}. */
export interface ExtractOptions extends VerbOptions {
  /** JSON Schema of the data, for a library that does not convert its schemas. Default: made from the schema. */
  readonly jsonSchema?: JsonSchema;
}

/** Options of {@link RunwrightPage.observe}. */
export interface ObserveOptions extends VerbOptions {
  /** Most elements that are returned, 1 to 50. Default 10. */
  readonly limit?: number;
}

/** Options of {@link RunwrightPage.run}. */
export interface RunOptions<Schema extends DataSchema = DataSchema> extends VerbOptions {
  /** Turns of the model. Default: that of a task. */
  readonly maxSteps?: number;
  /** Schema of the data that the goal asks for. Default: none; the model proposes one when the goal asks for data. */
  readonly schema?: Schema;
  /** Like the option of {@link RunwrightPage.extract}. */
  readonly jsonSchema?: JsonSchema;
  /** Default `service-1.0`. */
  readonly engine?: TaskEngine;
}

/** An action that was done on the page. */
export interface ActedAction {
  /** Such as `click`. */
  readonly type: string;
  readonly status: 'completed' | 'failed' | 'skipped';
  /** Why the model chose it; null when it did not say. */
  readonly reason: string | null;
}

/** Result of {@link RunwrightPage.act}. */
export interface ActResult {
  /** Run of the verb in the engine, with its timeline and artifacts. */
  readonly runId: string;
  /** Actions on the page, in their order. */
  readonly actions: readonly ActedAction[];
}

/** Result of {@link RunwrightPage.run}. */
export interface RunResult<Data> extends ActResult {
  /** What was extracted; null when nothing was. */
  readonly data: Data;
}

/**
 * A page in a browser, with the verbs. Each verb is a run of the engine with a timeline and artifacts; verbs of one page are
 * executed one after the other. A verb that fails throws a `RunwrightError`: `terminated` when the model gives up, `max_steps`,
 * `max_cost`, `canceled`, or `block_failed`; `details.run_id` names the run.
 */
export interface RunwrightPage extends AsyncDisposable {
  /** Browser session of the engine that holds the page. */
  readonly browserSessionId: string;
  /** Escape hatch: the browser session of the driver; `native` is a Playwright `BrowserContext`. */
  readonly browser: BrowserSession;
  /**
   * Does what an instruction says: exactly one action, or with `maxSteps` a few.
   *
   * @param what an instruction, or an element that `observe` has found
   */
  act(what: string | ObservedElement, options?: ActOptions): Promise<ActResult>;
  /** Extracts data from the page; its type is that of the schema, whose own validator checks it. */
  extract<const Schema extends DataSchema>(
    instruction: string,
    schema: Schema,
    options?: ExtractOptions,
  ): Promise<DataOf<Schema>>;
  /** Names elements of the page that fit a request, best first, and does nothing with them. */
  observe(request: string, options?: ObserveOptions): Promise<readonly ObservedElement[]>;
  /** Pursues a whole goal in several steps; a second model call checks that it is reached. */
  run<const Schema extends DataSchema>(
    goal: string,
    options: RunOptions<Schema> & { readonly schema: Schema },
  ): Promise<RunResult<DataOf<Schema>>>;
  run(goal: string, options?: RunOptions): Promise<RunResult<Json>>;
  /** Loads an address. Throws `egress_denied` when the policy refuses it and `block_failed` when it does not load. */
  goto(url: string, options?: Pick<VerbOptions, 'signal'>): Promise<void>;
  /** Takes a picture of what is visible, or of the whole page. Fields that hold a secret are painted over. */
  screenshot(options?: {
    readonly fullPage?: boolean;
    readonly format?: 'png' | 'jpeg';
    readonly signal?: AbortSignal;
  }): Promise<Image>;
  /** Address of the page. */
  url(): Promise<string>;
  /** Closes the page with its browser; a page that was attached stays open. */
  close(): Promise<void>;
}
