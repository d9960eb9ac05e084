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
export * from './artifact.ts';
export * from './attempt.ts';
export * from './block.ts';
export * from './browser-driver.ts';
export * from './browser-session.ts';
export * from './browser-state.ts';
export * from './captcha.ts';
export * from './clock.ts';
export * from './credential.ts';
export * from './defaults.ts';
export * from './definition.ts';
export * from './destination.ts';
export * from './download.ts';
export * from './download-draft.ts';
export * from './element.ts';
export * from './error.ts';
export * from './file.ts';
export * from './file-reference.ts';
export * from './folder.ts';
export * from './folder-input.ts';
export * from './json.ts';
export * from './mail.ts';
export { maximumErrorCodes } from './maximum-error-codes.ts';
export * from './model.ts';
export * from './network.ts';
export * from './open-options.ts';
export { pageActions } from './page-actions.ts';
export * from './page-driver.ts';
export * from './page-event.ts';
export * from './page-view.ts';
export * from './parameter.ts';
export * from './prompt-section.ts';
export * from './queue.ts';
export * from './recording.ts';
export * from './request.ts';
export * from './request-body.ts';
export * from './run.ts';
export * from './script.ts';
export * from './secret.ts';
export * from './store/api-key-repository.ts';
export * from './store/artifact-repository.ts';
export * from './store/attempt-repository.ts';
export * from './store/ciphertext-repository.ts';
export * from './store/credential-repository.ts';
export * from './store/delivery-repository.ts';
export * from './store/fence.ts';
export * from './store/file-repository.ts';
export * from './store/folder-repository.ts';
export * from './store/organization-repository.ts';
export * from './store/outbox-repository.ts';
export * from './store/page.ts';
export * from './store/run-repository.ts';
export * from './store/script-repository.ts';
export * from './store/store.ts';
export * from './store/timeline-repository.ts';
export * from './store/workflow-repository.ts';
export * from './store/write.ts';
export * from './stored-object.ts';
export * from './task-engine.ts';
export * from './timeline.ts';
