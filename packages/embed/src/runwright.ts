import type { AnyBlock, SecretSource } from '@runwright/contract';
import type { Engine, EngineDrivers, EngineSettings } from '@runwright/core';
import type { PlaywrightDriverOptions } from '@runwright/driver-playwright';
import type { HostPage } from './attach/host-page.ts';
import type { ModelSettings } from './open-model.ts';
import type { RunwrightPage } from './page.ts';

/** Options of `createRunwright`. They are copied; nothing is read from the environment. */
export interface RunwrightOptions {
  /** Provider and key of a model, a model driver, or a function that chooses one by purpose. */
  readonly model: ModelSettings | NonNullable<EngineDrivers['model']>;
  /** Folder for runs, artifacts and browsers. Default: runs and artifacts are kept in memory, and gone with the process. */
  readonly dataDir?: string;
  /** Hosts, with the port unless it is the scheme's, that pages may reach although they are private. Default: none. */
  readonly allowedHosts?: readonly string[];
  /** How the browser is found and started. Default: an installed Chromium, Chrome or Edge, without a window. */
  readonly browser?: Partial<Omit<PlaywrightDriverOptions, 'stateFolder'>>;
  /** Sources of secrets beside those of the verbs. Default: none. */
  readonly secrets?: readonly SecretSource[];
  /** Block types beside those of the agent, for workflows on the same engine. Default: none. */
  readonly blocks?: readonly AnyBlock[];
  /** Settings of the engine, such as caps on the cost of models. `concurrency` is 4 unless it is set. */
  readonly settings?: EngineSettings;
  /** Drivers that replace those above. Default: none. */
  readonly drivers?: EngineDrivers;
}

/** Options of {@link Runwright.open}. */
export interface OpenPageOptions {
  /** Minutes after which the browser is closed. Default 60. */
  readonly timeoutMinutes?: number;
  /** Profile of the engine whose cookies and storage the browser begins with. Default: none. */
  readonly browserProfileId?: string;
  readonly signal?: AbortSignal;
}

/** Options of {@link Runwright.attach}. */
export interface AttachOptions extends Pick<OpenPageOptions, 'timeoutMinutes' | 'signal'> {
  /**
   * Address of the debug port of the browser, such as `http://127.0.0.1:9222`. Default: found, for a browser of this machine,
   * from the switches that the browser was started with.
   */
  readonly browserUrl?: string;
}

/** Verbs on pages, on an engine of their own. */
export interface Runwright extends AsyncDisposable {
  /** The started engine: runs, timelines and artifacts of the verbs, workflows, events. */
  readonly engine: Engine;
  /** Organization of the verbs' runs. */
  readonly organizationId: string;
  /**
   * Opens a browser with one page. Throws `egress_denied` when the policy refuses the address, `block_failed` when it does not
   * load, and `conflict` when no browser starts.
   *
   * @param url first address. Default: none; the page is blank
   */
  open(url?: string, options?: OpenPageOptions): Promise<RunwrightPage>;
  /**
   * Takes a page of the host's own Playwright, which stays usable and open. Its browser must have a debug port: launch it with
   * `args: ['--remote-debugging-port=0']`. While it is attached, every request of that browser passes the egress policy.
   * Throws `failed_precondition` when the browser has no debug port that serves the page and can be found.
   */
  attach<Page extends HostPage<Page>>(page: Page, options?: AttachOptions): Promise<RunwrightPage>;
  /** Closes the pages and the engine. */
  close(): Promise<void>;
}
