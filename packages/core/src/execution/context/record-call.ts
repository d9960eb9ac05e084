import { recordEntry } from '@runwright/cassette/entry';
import type { ArtifactDraft } from '@runwright/contract';
import type { ModelPortOptions } from '../../model/model-port.ts';

/** Creates the function that stores each answered model call of a run as an entry of a cassette. */
export function callRecorder(
  save: (recording: ArtifactDraft) => Promise<void>,
  mask: (text: string) => string,
): NonNullable<ModelPortOptions['answered']> {
  return (request, reply, model) =>
    save({ type: 'cassette_call', content: JSON.stringify(recordEntry({ request, reply, model, mask })) });
}
