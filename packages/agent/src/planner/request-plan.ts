import { delimitData } from '@runwright/contract';
import { type Observation, userMessage } from '../observe.ts';
import { renderPrompt } from '../render-prompt.ts';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import { taskSections } from '../task-sections.ts';
import { think } from '../think.ts';
import { Plan, type Subgoal } from './plan.ts';

/** What one round of the planner decides on, beside the task and the page. */
export interface PlanInput {
  readonly subgoals: readonly Subgoal[];
  /** Parts and their results, oldest first, and what the agents did before there was a plan. */
  readonly past: readonly string[];
  /** Extracted data as text; empty when there is none. */
  readonly findings: string;
  /** Sentences about the last answer, such as that evidence was not found. */
  readonly refusals: readonly string[];
  /** Steps and rounds that are left. */
  readonly left: { readonly steps: number; readonly rounds: number };
  /** True when the limits are near, so that the task must be finished with what there is. */
  readonly mustClose: boolean;
}

const maxPastLength = 6_000;

/** Requests the next plan from the model. */
export async function requestPlan(
  task: TaskContext,
  recorder: Step,
  observation: Observation,
  input: PlanInput,
): Promise<Plan> {
  const { context, boundaries } = task;
  const taskPrompt = renderPrompt('plan-task', taskSections(task));
  const fenced = (name: string, lines: readonly string[]) =>
    lines.length === 0 ? '' : delimitData(name, boundaries.history, lines.join('\n'));
  const messages = [
    { role: 'system', content: renderPrompt('plan-system') },
    userMessage([
      taskPrompt,
      fenced('results', newest(input.past)),
      fenced('checklist', input.subgoals.map(subgoalText)),
      fenced('data', input.findings === '' ? [] : [input.findings]),
      input.refusals.length === 0 ? '' : `Your last answer: ${input.refusals.join(' ')}`,
      limitText(input),
      delimitData('page', boundaries.page(), observation.view.text),
    ]),
  ] as const;
  return think(
    context,
    recorder,
    { thoughtType: 'plan', scenario: 'generate_plan' },
    (ids) =>
      context
        .model('plan')
        .generate({ messages, schema: Plan, name: 'plan', ...ids, signal: context.signal }),
    (plan) => ({
      observation: plan.observation,
      thought: plan.thought,
      answer: plan.subgoals.map(subgoalText).join('\n'),
      output: JSON.parse(JSON.stringify(plan)),
    }),
  );
}

/** Formats a subgoal as a line of the checklist. */
function subgoalText({ id, text, state, evidence }: Subgoal): string {
  return `[${state}] ${id}: ${text}${evidence === null ? '' : ` (${JSON.stringify(evidence)})`}`;
}

/** Returns the newest lines that fit, and the number of those that are left out. */
function newest(lines: readonly string[]): readonly string[] {
  let length = 0;
  const kept: string[] = [];
  for (const line of lines.toReversed()) {
    length += line.length;
    if (length > maxPastLength)
      return [`(${lines.length - kept.length} earlier lines are left out)`, ...kept];
    kept.unshift(line);
  }
  return kept;
}

function limitText({ left, mustClose }: PlanInput): string {
  const text = `${left.steps} turns of the agents and ${left.rounds} plans are left.`;
  return mustClose ? `${text} Finish now: extract what is here and end with what there is.` : text;
}
