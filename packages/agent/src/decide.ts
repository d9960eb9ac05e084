import { fenced, type Image, type Message } from '@runwright/contract';
import { Decision } from './decision.ts';
import { inputsText } from './prompt-boundaries.ts';
import { type Observation, userMessage } from './observe.ts';
import { prompt } from './render-prompt.ts';
import type { Step } from './step.ts';
import type { Work } from './task-context.ts';

/** What the agent remembers from turn to turn. */
export interface Mind {
  readonly memory: string;
  readonly plan: Decision['plan'];
}

/** What a turn tells beside the goal and the page. */
export interface Turn {
  readonly mind: Mind;
  readonly done: string;
  readonly lastLines: readonly string[];
  /** Findings so far, in words. */
  readonly extracted: string;
  readonly hint: string | null;
  /** Steps left, this one included; null when there is no need to hurry. */
  readonly stepsLeft: number | null;
  readonly last: boolean;
  readonly image: Image | null;
}

/** Asks the model what to do next. */
export async function decide(work: Work, step: Step, seen: Observation, turn: Turn): Promise<Decision> {
  const { context } = work;
  if (turn.image) {
    const { bytes, mediaType } = turn.image;
    step.keep({ type: 'screenshot_llm', content: bytes, contentType: mediaType });
  }
  const { value, usage } = await context.model('act').generate({
    messages: messages(work, seen, turn),
    schema: Decision,
    name: 'act',
    stepId: step.stepId,
    signal: context.signal,
  });
  step.spend(usage);
  return value;
}

/** From what never changes to what changes each time, so that the beginning stays in the provider's cache. */
function messages({ spec, boundaries, today }: Work, seen: Observation, turn: Turn): readonly Message[] {
  const { data } = spec;
  const task = prompt('act-task', {
    goal: spec.goal,
    oneAction: spec.oneAction,
    hint: spec.hint,
    completeCriterion: spec.completeCriterion,
    terminateCriterion: spec.terminateCriterion,
    data: data && { ...data, schema: data.schema === null ? null : JSON.stringify(data.schema) },
    codes: Object.entries(spec.errorCodes),
    inputs: inputsText(spec.inputs, boundaries),
    today,
  });
  const last = turn.lastLines.join('\n');
  const mind = mindText(turn.mind);
  return [
    { role: 'system', content: prompt('act-system') },
    userMessage(
      [
        task,
        turn.done === '' ? '' : fenced('history', boundaries.history, turn.done),
        prompt('act-turn', {
          memory: mind === '' ? '' : fenced('memory', boundaries.history, mind),
          extracted: turn.extracted === '' ? '' : fenced('data', boundaries.history, turn.extracted),
          hint: turn.hint,
          last: turn.last,
          stepsLeft: turn.stepsLeft,
        }),
        last === '' ? '' : fenced('result', boundaries.history, last),
        fenced('page', boundaries.page(), seen.view.text),
      ],
      turn.image,
    ),
  ];
}

function mindText({ memory, plan }: Mind): string {
  return [
    ...(memory === '' ? [] : [memory]),
    ...plan.map(({ subgoal, state }) => `[${state}] ${subgoal}`),
  ].join('\n');
}
