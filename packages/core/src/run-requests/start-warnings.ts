import type { Run, StartWarning, Workflow } from '@runwright/contract';
import { asRecord, unknownParameters } from '@runwright/definition';

/** Returns what the request of a run gives without an effect: parameters that the workflow does not have. */
export function startWarnings(
  { draft }: Pick<Workflow, 'draft'>,
  run: Pick<Run, 'kind' | 'request'>,
): readonly StartWarning[] {
  if (run.kind === 'task') return [];
  return unknownParameters(draft.workflow_definition, asRecord(run.request.parameters)).map(
    ({ key, message, meant }) => ({
      code: 'unknown_parameter',
      message,
      path: ['parameters', key],
      suggestion: meant,
    }),
  );
}
