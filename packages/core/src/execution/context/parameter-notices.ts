import type { Run, WorkflowDefinition } from '@runwright/contract';
import { asRecord, convertParameters } from '@runwright/definition';

/**
 * Sentences about parameters that the caller of a run gave and the workflow does not have, and about members of
 * parameters that have no effect.
 */
export function parameterNotices(
  definition: WorkflowDefinition,
  run: Pick<Run, 'kind' | 'request'>,
): readonly string[] {
  if (run.kind === 'task') return [];
  const given = asRecord(run.request.parameters);
  const unknown = convertParameters(definition, given).warnings.map(({ message }) => message);
  const unused = definition.parameters.flatMap((parameter) =>
    parameter.parameter_type === 'credential' && (parameter.fallback_trigger ?? null) !== null
      ? [
          `\`fallback_trigger\` of parameter \`${parameter.key}\` has no effect: a fallback is used when the credential does not exist, not when a sign-in fails.`,
        ]
      : [],
  );
  return [...unknown, ...unused];
}
