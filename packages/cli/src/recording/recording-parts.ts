import { randomBytes } from 'node:crypto';
import { type CassetteMiss, openCassette } from '@runwright/cassette';
import {
  createSubstitute,
  type RecordedSecrets,
  recordedSource,
  secretRecorder,
} from '@runwright/cassette/entry';
import type { Clock, EgressPolicy, LanguageModel } from '@runwright/contract';
import { type EngineDrivers, systemClock } from '@runwright/core';
import { type MissingRequest, recordedSecret } from '@runwright/driver-playwright';
import { createMask } from '@runwright/masking';
import type { RecordingParts } from '../compose.ts';
import { networkFolder, type RecordedRun } from './recorded-run.ts';
import { seededRandom } from './seeded-random.ts';

/** A recording: the parts for the engine, and what stands for the secrets. */
export interface OpenRecording {
  readonly parts: RecordingParts;
  secrets(): RecordedSecrets;
}

/** Creates what records a run into a folder: every model call, and every request of the pages. */
export function recordingParts(dir: string, { seed }: { readonly seed: number }): OpenRecording {
  const substitute = createSubstitute(randomBytes(32));
  const recorder = secretRecorder(substitute);
  const mask = (text: string) => createMask({ secrets: recorder.values, maskText: recordedSecret })(text);
  const cassette = openCassette({ mode: 'record', dir, mask });
  return {
    secrets: recorder.recorded,
    parts: {
      network: { mode: 'record', folder: networkFolder(dir), substitute },
      random: seededRandom(seed),
      models: (configured) => wrapModels(configured, cassette.wrap),
      secrets: (configured) => configured.map(recorder.wrap),
      drivers: {},
    },
  };
}

/** A replay: the parts for the engine, and what it lacked. */
export interface Replay {
  readonly parts: RecordingParts;
  /** Model calls that were not recorded, oldest first. */
  readonly misses: readonly CassetteMiss[];
  /** Requests of pages that were not recorded, oldest first. */
  readonly missing: readonly MissingRequest[];
  /** Number of recorded model calls that were not made. */
  unused(): number;
}

/** Creates what replays a recording: no model is called, and nothing reaches a network. */
export function replayParts(dir: string, { seed, startedAt, secrets = {}, items = {} }: RecordedRun): Replay {
  const misses: CassetteMiss[] = [];
  const missing: MissingRequest[] = [];
  const cassette = openCassette({ mode: 'replay', dir, onMiss: (miss) => misses.push(miss) });
  return {
    misses,
    missing,
    unused: () => cassette.unused().length,
    parts: {
      network: {
        mode: 'replay',
        folder: networkFolder(dir),
        onMissing: (request) => missing.push(request),
      },
      random: seededRandom(seed ?? 0),
      models: () => (purpose) => cassette.recordedModel(purpose),
      secrets: () => [recordedSource({ secrets, items })],
      drivers: { clock: clockFrom(startedAt), egress: closedEgress },
    },
  };
}

function wrapModels(
  configured: EngineDrivers['model'],
  wrap: (model: LanguageModel) => LanguageModel,
): NonNullable<EngineDrivers['model']> {
  const wrapped = new Map<LanguageModel, LanguageModel>();
  return (...asked) => {
    const model = typeof configured === 'function' ? configured(...asked) : (configured ?? null);
    if (model === null) return null;
    const known = wrapped.get(model) ?? wrap(model);
    wrapped.set(model, known);
    return known;
  };
}

/** Lets every address pass that the recording may answer, and none that anything could connect to. */
const closedEgress: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [] }),
};

/** A clock that begins at a time and goes on as the machine's does. */
function clockFrom(startedAt: number): Clock {
  const ahead = systemClock.now() - startedAt;
  return { ...systemClock, now: () => systemClock.now() - ahead };
}
