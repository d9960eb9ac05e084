import { completionCondition, inputsText } from './prompt-boundaries.ts';
import type { TaskContext } from './task-context.ts';

/** Returns the values of the sections that the prompts of the agent and of the planner share. */
export function taskSections({ spec, boundaries, today }: TaskContext): Readonly<Record<string, unknown>> {
  const { data } = spec;
  return {
    goal: spec.goal,
    completeCriterion: completionCondition(spec, boundaries),
    terminateCriterion: spec.terminateCriterion,
    data: data && { ...data, schema: data.schema === null ? null : JSON.stringify(data.schema) },
    inputs: inputsText(spec.inputs, boundaries),
    today,
  };
}
