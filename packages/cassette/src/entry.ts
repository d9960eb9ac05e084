/**
 * What a recording of a run consists of, for those who keep one elsewhere than in files.
 *
 * @packageDocumentation
 */
export type { CassetteEntry, ModelDescription } from './cassette-entry.ts';
export { type AnsweredCall, recordEntry } from './record-entry.ts';
export {
  type RecordedSecrets,
  recordedSeed,
  recordedSource,
  type SecretRecorder,
  secretRecorder,
} from './record-secrets.ts';
export { createSubstitute, type Substitute } from './substitute.ts';
