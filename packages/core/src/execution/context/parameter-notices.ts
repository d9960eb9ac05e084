import type { Run, WorkflowDefinition } from '@runwright/contract';
import { asRecord, convertParameters } from '@runwright/definition';

/** Sentences about parameters that the caller of a run gave and the workflow does not have. */
export function parameterNotices(
  definition: WorkflowDefinition,
  run: Pick<Run, 'kind' | 'request'>,
): readonly string[] {
  if (run.kind === 'task') return [];
  const given = asRecord(run.request.parameters);
  return convertParameters(definition, given).warnings.map(({ message }) => message);
}
