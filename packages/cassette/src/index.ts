/**
 * Cassettes: the model calls of a run, recorded once and replayed without a network.
 *
 * @packageDocumentation
 */
export {
  type Cassette,
  type CassetteMiss,
  type CassetteOptions,
  cassette,
  cassetteFile,
  openCassette,
} from './cassette.ts';
export type { CassetteEntry, ModelDescription } from './cassette-entry.ts';
export { compareTexts } from './compare-requests.ts';
