import { createHmac } from 'node:crypto';
import {
  createSubstitute,
  recordEntry,
  type SecretRecorder,
  secretRecorder,
} from '@runwright/cassette/entry';
import type { ArtifactDraft, Run, SecretSource } from '@runwright/contract';
import type { EngineDeps } from '../../engine-deps.ts';
import type { ModelPortOptions } from '../../model/model-port.ts';
import { lossType } from '../../runs/cassette-loss.ts';

/** What records one run for a replay. */
export interface RunRecording {
  /** The sources of the host, followed. */
  readonly sources: readonly SecretSource[];
  /** The secrets that they have resolved in this process. */
  readonly secrets: SecretRecorder['recorded'];
  /** Values that the sources have resolved in this process. */
  readonly values: SecretRecorder['values'];
  /** What stands for the value of a secret; the same in every process that executes the run. */
  readonly substitute: (value: string) => string;
  /** Notes that a part of the recording is lost, and why: it is not given out as a whole one. */
  readonly lose: (reason: string) => Promise<void>;
  /** Stores an answered model call as an entry of a cassette. */
  readonly answered: NonNullable<ModelPortOptions['answered']>;
}

/** Creates the recording of a run; `save` stores a part of it. */
export function createRunRecording(
  deps: Pick<EngineDeps, 'masterKey' | 'secrets'>,
  options: {
    readonly run: Pick<Run, 'runId'>;
    readonly save: (recording: ArtifactDraft) => Promise<void>;
    readonly mask: (text: string) => string;
  },
): RunRecording {
  const { run, save, mask } = options;
  const substitute = createSubstitute(
    createHmac('sha256', deps.masterKey).update(`substitutes\n${run.runId}`).digest(),
  );
  const recorder = secretRecorder(substitute);
  return {
    sources: deps.secrets.map(recorder.wrap),
    secrets: recorder.recorded,
    values: recorder.values,
    substitute,
    lose: (reason) => save({ type: 'cassette_run', content: reason, contentType: lossType }),
    answered: (request, reply, model) =>
      save({
        type: 'cassette_call',
        content: JSON.stringify(recordEntry({ request, reply, model, mask })),
      }),
  };
}
