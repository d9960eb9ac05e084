import {
  type Artifact,
  type ArtifactStore,
  isFinal,
  type Run,
  RunwrightError,
  type Store,
} from '@runwright/contract';
import type { CassetteFile } from '../api/runs-api.ts';
import { openObject } from '../files/store-object.ts';
import { lossType } from './cassette-loss.ts';

interface Stores {
  readonly store: Pick<Store, 'artifacts'>;
  readonly artifacts: Pick<ArtifactStore, 'open'>;
}

/** Returns the files of the recording of a run, see `RunsApi.cassette`. */
export async function readCassette({ store, artifacts }: Stores, run: Run): Promise<readonly CassetteFile[]> {
  const { runId, settings, status } = run;
  if (!settings.isRecorded) {
    throw new RunwrightError(
      'not_found',
      `Run ${runId} has no recording. Start it again with \`record_for_replay\`.`,
    );
  }
  if (!isFinal(status)) {
    throw new RunwrightError('conflict', `Run ${runId} is still recorded. Wait until it has ended.`);
  }
  const all = await store.artifacts.list(run.organizationId, runId, {
    types: ['cassette_run', 'cassette_call', 'cassette_network'],
  });
  const ofType = (wanted: Artifact['type']) => all.filter(({ type }) => type === wanted);
  const isLoss = ({ contentType }: Artifact) => contentType === lossType;
  if (ofType('cassette_run').some(isLoss) || (status === 'canceled' && run.startedAt === null)) {
    throw new RunwrightError(
      'not_found',
      `The recording of run ${runId} is not whole: the network of a browser is lost, or the worker process that executed it, or it never began. Start it again with \`record_for_replay\`.`,
    );
  }
  const ends = ofType('cassette_run').slice(-1);
  if (ends.length === 0) {
    throw new RunwrightError(
      'conflict',
      `The recording of run ${runId} is not complete: it is stored once the browser is closed. Try again in a minute; if it stays like this, no worker has ended the run, so start it again.`,
    );
  }
  const file = (name: string, parts: readonly Artifact[]): CassetteFile => ({
    name,
    open: (options) => joined(artifacts, parts, options),
  });
  return [
    file('run.json', ends),
    file('model.jsonl', ofType('cassette_call')),
    ...ofType('cassette_network').map((archive, index) =>
      file(`network/browser-${index + 1}.har`, [archive]),
    ),
  ];
}

/** Reads artifacts one after the other; each ends with a line break. */
async function* joined(
  artifacts: Pick<ArtifactStore, 'open'>,
  parts: readonly Artifact[],
  options: { readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    yield* await openObject(artifacts, part, `artifact ${part.artifactId}`, {
      start: 0,
      end: part.size,
      ...options,
    });
    yield lineBreak;
  }
}

const lineBreak = new TextEncoder().encode('\n');
