/**
 * Verbs on a page without a workflow: open a page, then `act`, `extract`, `observe` and `run` on it.
 *
 * @packageDocumentation
 */

export type { HostPage, HostPageBrowser, HostPageContext, HostPageSession } from './attach/host-page.ts';
export { createRunwright } from './create-runwright.ts';
export type { DataOf, DataSchema } from './data-schema.ts';
export type { ModelSettings } from './open-model.ts';
export type {
  ActedAction,
  ActOptions,
  ActResult,
  ExtractOptions,
  ObservedElement,
  ObserveOptions,
  RunOptions,
  RunResult,
  RunwrightPage,
  SecretText,
  VerbOptions,
} from './page.ts';
export type { AttachOptions, OpenPageOptions, Runwright, RunwrightOptions } from './runwright.ts';
