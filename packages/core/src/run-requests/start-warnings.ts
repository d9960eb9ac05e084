import { priorityRange, type Run, type StartWarning, type Workflow } from '@runwright/contract';
import { asRecord, unknownParameters } from '@runwright/definition';

/** Returns what the request of a run gives without an effect: parameters that the workflow does not have, and a priority that does not count. */
export function startWarnings(
  workflow: Pick<Workflow, 'draft'>,
  run: Pick<Run, 'kind' | 'request' | 'settings'>,
): readonly StartWarning[] {
  const unknown = run.kind === 'task' ? [] : parameterWarnings(workflow, asRecord(run.request.parameters));
  return [...unknown, ...priorityWarnings(run)];
}

/** Returns a warning for each parameter that is given and that the workflow does not have. */
export function parameterWarnings(
  { draft }: Pick<Workflow, 'draft'>,
  given: Readonly<Record<string, unknown>> | null,
): readonly StartWarning[] {
  return unknownParameters(draft.workflow_definition, given).map(({ key, message, meant }) => ({
    code: 'unknown_parameter',
    message,
    path: ['parameters', key],
    suggestion: meant,
  }));
}

/** Returns the warning of a run whose request asks for a priority that the run does not have. */
export function priorityWarnings({
  request,
  settings,
}: Pick<Run, 'request' | 'settings'>): readonly StartWarning[] {
  const { priority } = request;
  if (typeof priority !== 'number' || priority <= (settings.priority ?? 0)) return [];
  return [
    {
      code: 'priority_ignored',
      message: `The priority ${priority} counts as 0: there are several organizations, and priorities above 0 would put their runs back. The host can allow it with \`RUNWRIGHT_HIGHEST_PRIORITY\`, 1 to ${priorityRange.highest} (in a program \`limits.highestPriority\`).`,
      path: ['priority'],
      suggestion: null,
    },
  ];
}
