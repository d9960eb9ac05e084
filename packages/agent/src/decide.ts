import { delimitData, type Image, type Message, type TabInfo } from '@runwright/contract';
import { Decision, ToldDecision, ToldDividingDecision } from './decision.ts';
import { longestImageEdge, type Observation, takeImage, userMessage } from './observe.ts';
import { offeredActions } from './offered-actions.ts';
import { renderPrompt } from './render-prompt.ts';
import type { Step } from './step.ts';
import type { TaskContext } from './task-context.ts';
import { taskSections } from './task-sections.ts';
import { think } from './think.ts';

/** Notes and plan that the model wrote, carried from step to step. */
export interface AgentMemory {
  readonly notes: string;
  readonly plan: Decision['plan'];
}

/** Values of one decision request beside the task and the page. */
export interface DecisionInput {
  readonly memory: AgentMemory;
  readonly historyText: string;
  readonly lastResults: readonly string[];
  /** False when an action of the last step failed, or when some were left out. */
  readonly isLastBatchDone: boolean;
  /** Summary of the data that was extracted so far; empty when there is none. */
  readonly extracted: string;
  readonly hint: string | null;
  /** Steps left, this one included; null while plenty are left. */
  readonly stepsLeft: number | null;
  readonly isLastStep: boolean;
  /** True when the model may hand the goal to the planner with `divide_goal`. */
  readonly mayDivide: boolean;
  /** Open tabs, when there are several. */
  readonly tabs: readonly TabInfo[];
  /** True when the page is to be shown as an image too, to a model that takes one. */
  readonly wantsImage: boolean;
}

/** Requests the next actions from a model, on the page as it was read. */
export type Decider = (
  task: TaskContext,
  step: Step,
  observation: Observation,
  input: DecisionInput,
) => Promise<Decision>;

/** {@link Decider} that shows the model the page view as text, and an image only when it helps. */
export const decide: Decider = async (task, step, observation, input) => {
  const { context } = task;
  const isShown = input.wantsImage && context.model('act').images;
  const image = isShown
    ? await takeImage(task, step, { maxEdge: longestImageEdge, marked: observation.view })
    : null;
  const messages = decisionMessages(task, observation, input, image);
  return think(
    context,
    step,
    { thoughtType: 'internal_plan', scenario: 'generate_plan' },
    (ids) =>
      context.model('act').generate({
        ...{ messages, schema: Decision, shortSchema: input.mayDivide ? ToldDividingDecision : ToldDecision },
        ...{ name: 'act', ...ids, signal: context.signal },
      }),
    ({ check, memory, plan, actions }) => ({
      thoughtType: isNewPlan(plan, input.memory.plan) ? 'plan' : 'internal_plan',
      observation: check,
      thought: actions.map(({ reason }) => reason).join('; '),
      answer: plan.map(({ subgoal, state }) => `[${state}] ${subgoal}`).join('\n'),
      output: { plan, memory, actions: actions.map(({ action_type }) => action_type) },
    }),
  );
};

/** Tells whether a plan has other subgoals than the one before; only such plans are shown without being asked for. */
function isNewPlan(plan: Decision['plan'], before: AgentMemory['plan']): boolean {
  const goals = (list: AgentMemory['plan']) => JSON.stringify(list.map(({ subgoal }) => subgoal));
  return plan.length > 0 && goals(plan) !== goals(before);
}

/** Builds the messages, constant parts first, so that the prefix stays in the provider's cache. */
function decisionMessages(
  task: TaskContext,
  observation: Observation,
  input: DecisionInput,
  image: Image | null,
): readonly Message[] {
  const { spec, context, boundaries } = task;
  const taskPrompt = renderPrompt('act-task', {
    ...taskSections(task),
    wholeGoal: spec.wholeGoal,
    oneAction: spec.oneAction,
    hint: spec.hint,
    codes: Object.entries(spec.errorCodes),
    oneTimeCode: context.oneTimeCode ?? null,
  });
  const lastResults = input.lastResults.join('\n');
  const memory = memoryText(input.memory);
  return [
    {
      role: 'system',
      content: renderPrompt('act-system', {
        actions: offeredActions.map(([, { prompt }]) => prompt),
        mayDivide: input.mayDivide,
      }),
    },
    userMessage(
      [
        taskPrompt,
        input.historyText === '' ? '' : delimitData('history', boundaries.history, input.historyText),
        renderPrompt('act-turn', {
          memory: memory === '' ? '' : delimitData('memory', boundaries.history, memory),
          extracted: input.extracted === '' ? '' : delimitData('data', boundaries.history, input.extracted),
          hint: input.hint,
          last: input.isLastStep,
          stepsLeft: input.stepsLeft,
          hasImage: image !== null,
        }),
        input.tabs.length < 2 ? '' : delimitData('tabs', boundaries.page(), tabsText(input.tabs)),
        lastResults === '' ? '' : delimitData('result', boundaries.history, lastResults),
        delimitData('page', boundaries.page(), observation.view.text),
      ],
      image,
    ),
  ];
}

/** Formats the open tabs, one line each. */
export function tabsText(tabs: readonly TabInfo[]): string {
  return tabs
    .map(
      ({ tab, title, url, active }) => `${tab}${active ? ' (this one)' : ''} ${JSON.stringify(title)} ${url}`,
    )
    .join('\n');
}

function memoryText({ notes, plan }: AgentMemory): string {
  return [
    ...(notes === '' ? [] : [notes]),
    ...plan.map(({ subgoal, state }) => `[${state}] ${subgoal}`),
  ].join('\n');
}
