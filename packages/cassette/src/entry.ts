/**
 * One recorded call, for those who record calls elsewhere than in a file.
 *
 * @packageDocumentation
 */
export type { CassetteEntry, ModelDescription } from './cassette-entry.ts';
export { type AnsweredCall, recordEntry } from './record-entry.ts';
