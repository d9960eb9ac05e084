import {
  type BlockContext,
  defaults,
  defineBlock,
  RunwrightError,
  Type,
  template,
} from '@runwright/contract';
import { agentTask } from '../agent-task.ts';
import type { AgentOptions, ExecutedTask } from '../execute-task.ts';
import { agentFields, codeFields, planFirstField, TaskOutput } from './browser-fields.ts';
import { toTaskSpec, trimToNull } from './to-task-spec.ts';

const { error_code_mapping, parameter_keys, parameters } = agentFields;
const nullableText = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Null()], { description }));

const config = Type.Object(
  {
    prompt: Type.String({
      minLength: 1,
      description: 'The goal, in natural language.',
      ...template('prompt'),
    }),
    url: nullableText('Address of the first page; null: the open page, or one that the agent chooses.'),
    max_iterations: Type.Integer({
      default: defaults.taskV2.iterations,
      minimum: 1,
      description: 'Rounds of the planner.',
    }),
    max_steps: Type.Integer({
      default: defaults.taskV2.steps,
      minimum: 1,
      description: 'Turns of the agent.',
    }),
    ...codeFields,
    ...planFirstField,
    error_code_mapping,
    parameter_keys,
    parameters,
  },
  { description: 'An agent reaches the goal of a prompt.' },
);

/** Defines `task_v2`, which reaches the goal of one prompt and may choose its start page. */
export function taskV2Block(options: AgentOptions) {
  const task = (
    { prompt, max_steps, max_iterations, ...given }: Type.Static<typeof config>,
    context: BlockContext,
  ) =>
    agentTask(
      () =>
        toTaskSpec('task_v2', context.label, given, {
          goal: trimToNull(prompt),
          maxSteps: max_steps,
          maxRounds: max_iterations,
          mayExtract: true,
          mayChooseStart: true,
        }),
      'service-2.0',
      context,
      options,
    );
  return defineBlock({
    type: 'task_v2',
    config,
    output: Type.Object({
      ...TaskOutput.properties,
      summary: Type.Union([Type.String(), Type.Null()]),
    }),
    run: (given, context) =>
      task(given, context)
        .run()
        .then(withItsSummary)
        .catch((error: unknown) => {
          throw withSummary(error);
        }),
    assistScript: (given, context) => task(given, context).assistScript(withItsSummary),
  });
}

function withItsSummary({ output, summary }: ExecutedTask) {
  return { ...output, summary };
}

/** Adds `summary` to the output of a failed task, so that all outputs have the same members. */
function withSummary(error: unknown): unknown {
  if (!RunwrightError.is(error) || typeof error.details.output !== 'object') return error;
  return new RunwrightError(error.code, error.message, {
    cause: error,
    retryable: error.retryable,
    details: { ...error.details, output: { ...error.details.output, summary: null } },
  });
}
