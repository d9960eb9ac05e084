/**
 * Contracts between the packages of Runwright: schemas and their types, driver interfaces, `defineBlock` and the one error class.
 *
 * @packageDocumentation
 */

/** The schema builder, so that a block is written with one import. */
export { type Static, type TSchema, Type } from 'typebox';
export * from './action.ts';
export type { ActionDefinition, ActionEffect } from './action-definition.ts';
export * from './action-result.ts';
export { AllowedDomains } from './allowed-domains.ts';
export * from './artifact.ts';
export { artifactKeyParts, assertNotAborted, checkedRange } from './artifact-key.ts';
export * from './attempt.ts';
export * from './billing.ts';
export * from './block.ts';
export * from './browser-driver.ts';
export * from './browser-profile.ts';
export * from './browser-session.ts';
export * from './browser-session-row.ts';
export * from './browser-state.ts';
export { limitParts, readParts } from './byte-parts.ts';
export * from './captcha.ts';
export * from './clock.ts';
export * from './computer.ts';
export * from './credential.ts';
export * from './day-use.ts';
export * from './defaults.ts';
export * from './definition.ts';
export * from './destination.ts';
export * from './download.ts';
export * from './download-draft.ts';
export * from './element.ts';
export { endOfString } from './end-of-string.ts';
export * from './error.ts';
export { isChangedNumber, parseExactJson, quoteLargeNumbers } from './exact-json.ts';
export * from './file.ts';
export * from './file-reference.ts';
export * from './folder.ts';
export * from './folder-input.ts';
export * from './hide-addresses.ts';
export * from './idempotency-key.ts';
export * from './json.ts';
export {
  bodyLimits,
  findJsonExcess,
  type JsonLimits,
  jsonLimits,
  outputLimits,
} from './json-limits.ts';
export { isLargeJson, type JsonPart, jsonPieces, splitJson } from './json-pieces.ts';
export * from './live-frame.ts';
export { loadOptionalPackage } from './load-optional-package.ts';
export * from './mail.ts';
export * from './manual-input.ts';
export { maximumErrorCodes } from './maximum-error-codes.ts';
export * from './model.ts';
export * from './network.ts';
export { notFound } from './not-found.ts';
export * from './open-options.ts';
export { pageActions } from './page-actions.ts';
export * from './page-driver.ts';
export * from './page-event.ts';
export * from './page-view.ts';
export * from './parameter.ts';
export * from './prompt-section.ts';
export * from './pushed-code.ts';
export * from './queue.ts';
export * from './recorded-target.ts';
export * from './recording.ts';
export * from './request.ts';
export * from './request-body.ts';
export * from './run.ts';
export * from './run-metadata.ts';
export * from './run-priority.ts';
export * from './schedule.ts';
export * from './schedule-request.ts';
export * from './script.ts';
export * from './script-assistant.ts';
export * from './secret.ts';
export * from './session-request.ts';
export * from './start-warning.ts';
export * from './store/api-key-repository.ts';
export * from './store/artifact-repository.ts';
export * from './store/attempt-repository.ts';
export * from './store/billing-repository.ts';
export * from './store/browser-profile-repository.ts';
export * from './store/browser-session-repository.ts';
export * from './store/browser-state-repository.ts';
export * from './store/ciphertext-repository.ts';
export * from './store/credential-repository.ts';
export * from './store/delivery-repository.ts';
export * from './store/duty-repository.ts';
export * from './store/fence.ts';
export * from './store/file-repository.ts';
export * from './store/folder-repository.ts';
export * from './store/idempotency-repository.ts';
export * from './store/model-use-repository.ts';
export * from './store/organization-repository.ts';
export * from './store/outbox-repository.ts';
export * from './store/page.ts';
export * from './store/pushed-code-repository.ts';
export * from './store/run-repository.ts';
export * from './store/schedule-repository.ts';
export * from './store/script-repository.ts';
export * from './store/store.ts';
export * from './store/timeline-repository.ts';
export * from './store/worker-repository.ts';
export * from './store/workflow-repository.ts';
export * from './store/write.ts';
export * from './stored-object.ts';
export * from './task-engine.ts';
export * from './timeline.ts';
export * from './typed-workflow.ts';
export { valueSize } from './value-size.ts';
export * from './waiting-turn.ts';
export { withoutThoughts } from './without-thoughts.ts';
export * from './worker-row.ts';
