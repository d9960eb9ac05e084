import { type CassetteMiss, openCassette } from '@runwright/cassette';
import {
  type Clock,
  type EgressPolicy,
  type LanguageModel,
  Secret,
  type SecretItem,
  type SecretSource,
} from '@runwright/contract';
import { type EngineDrivers, systemClock } from '@runwright/core';
import { type MissingRequest, recordedSecret } from '@runwright/driver-playwright';
import { createMask } from '@runwright/masking';
import type { RecordingParts } from '../compose.ts';
import { networkFolder, type RecordedRun } from './recorded-run.ts';
import { seededRandom } from './seeded-random.ts';

/** Creates what records a run into a folder: every model call, and every request of the pages. */
export function recordingParts(dir: string, { seed }: { readonly seed: number }): RecordingParts {
  const values = new Set<string>();
  const mask = (text: string) => createMask({ secrets: values, maskText: recordedSecret })(text);
  const cassette = openCassette({ mode: 'record', dir, mask });
  return {
    network: { mode: 'record', folder: networkFolder(dir) },
    random: seededRandom(seed),
    models: (configured) => wrapModels(configured, cassette.wrap),
    secrets: (configured) => configured.map((source) => collecting(source, values)),
    drivers: {},
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
export function replayParts(
  dir: string,
  { seed, startedAt }: Pick<RecordedRun, 'seed' | 'startedAt'>,
): Replay {
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
      secrets: () => [recordedSecrets],
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

/** Collects the values that a source resolves. */
function collecting(source: SecretSource, values: Set<string>): SecretSource {
  const { resolveItem } = source;
  const keep = (secret: Secret): void => void values.add(secret.reveal());
  return {
    ...source,
    async resolve(reference, options) {
      const secret = await source.resolve(reference, options);
      if (secret) keep(secret);
      return secret;
    },
    ...(resolveItem
      ? {
          async resolveItem(item, options): Promise<SecretItem | null> {
            const found = await resolveItem(item, options);
            Object.values(found ?? {}).forEach(keep);
            return found;
          },
        }
      : {}),
  };
}

/** Every secret is what stands for it in the recording. */
const recordedSecrets: SecretSource = {
  specVersion: 'v1',
  resolve: () => Promise.resolve(new Secret(recordedSecret)),
  resolveItem: () =>
    Promise.resolve(
      Object.fromEntries(['username', 'password'].map((name) => [name, new Secret(recordedSecret)])),
    ),
};

/** Lets every address pass that the recording may answer, and none that anything could connect to. */
const closedEgress: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [] }),
};

/** A clock that begins at a time and goes on as the machine's does. */
function clockFrom(startedAt: number): Clock {
  const ahead = systemClock.now() - startedAt;
  return { ...systemClock, now: () => systemClock.now() - ahead };
}
