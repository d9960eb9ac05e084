import {
  type ComputerAction,
  computerTool,
  fromComputerInput,
  type Image,
  type Message,
  type Part,
  RunwrightError,
  type SafetyCheck,
  type Turn,
} from '@runwright/contract';
import type { AgentAction } from '../agent-actions.ts';
import type { Decider, DecisionInput } from '../decide.ts';
import { imagePart, type Observation, takeImage, userMessage } from '../observe.ts';
import { renderPrompt } from '../render-prompt.ts';
import { judgeMessage } from '../screen/judge-message.ts';
import { giveUp } from '../screen/to-agent-action.ts';
import { screenTaskText, turnTexts } from '../screen/turn-texts.ts';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import { think } from '../think.ts';
import { checkSafety } from './check-safety.ts';
import { functionTools, toFunctionAction } from './function-tools.ts';
import { type ActionBatch, type ToolScreen, toAgentActions } from './to-agent-actions.ts';

/** Answers of one step that cannot be executed, before the step fails. */
const maxAttempts = 3;

type ToolCall = Extract<Part, { type: 'tool-call' }>;

/** Conversation with a provider that keeps it. */
interface Conversation {
  /** Null before the first turn. */
  handle: string | null;
  /** Input and output of the last turn. */
  tokens: number;
  /** Calls that wait for their results. */
  open: readonly ToolCall[];
  /** Actions of the last call that are still to be done. */
  queue: readonly ComputerAction[];
  last: AgentAction | null;
  /** Results that the model was not told yet, because it was not asked in between. */
  untold: readonly string[];
  /** Address that the task started at. */
  startUrl: string | null;
}

/**
 * Returns a {@link Decider} for a model that has a computer tool at its provider: it sees screenshots and chooses points and keys. The
 * provider keeps the conversation, so that each turn sends only what is new.
 */
export function toolDecider(): Decider {
  const talk: Conversation = {
    handle: null,
    tokens: 0,
    open: [],
    queue: [],
    last: null,
    untold: [],
    startUrl: null,
  };
  return async (task, step, observation, input) => {
    talk.startUrl ??= task.spec.url ?? observation.view.url;
    const image = await takeImage(task, step);
    const screen: ToolScreen = {
      ...{ image, view: observation.view, oneTimeCode: task.context.oneTimeCode ?? null },
      isAllSelected: talk.last?.action_type === 'keypress' && talk.last.keys.join() === 'Control+A',
    };
    talk.untold = [...talk.untold, ...input.lastResults];
    const queued = continueQueue(talk, screen, input);
    if (queued !== null) return decision(talk, queued, '');
    let problem: string | null = null;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const turn = await requestTurn(task, step, talk, { observation, input, image, problem });
      const text = textOf(turn.parts);
      checkSafety(talk.open.flatMap(checksOf), talk.startUrl, observation.view.url);
      const chosen = await chooseActions(task, step, talk, screen, text);
      if (typeof chosen !== 'string') return decision(talk, chosen, text);
      problem = chosen;
    }
    throw new RunwrightError(
      'model_failed',
      `The model \`${task.context.model('cua').id}\` gave no action that can be executed in ${maxAttempts} answers: ${problem}`,
    );
  };
}

function decision(talk: Conversation, { actions, rest }: ActionBatch, check: string) {
  talk.queue = rest;
  talk.last = actions.at(-1) ?? null;
  return { check, memory: '', plan: [], actions: [...actions] };
}

/** Returns the next actions that the model has chosen before; null when there are none, or when one of them failed. */
function continueQueue(
  talk: Conversation,
  screen: ToolScreen,
  { lastResults }: DecisionInput,
): ActionBatch | null {
  const { queue } = talk;
  talk.queue = [];
  if (queue.length === 0 || lastResults.some((line) => /: (?:failed|not done)\b/.test(line))) return null;
  const batch = toAgentActions(queue, '', screen);
  return typeof batch === 'string' ? null : batch;
}

interface TurnInput {
  readonly observation: Observation;
  readonly input: DecisionInput;
  readonly image: Image;
  /** What is wrong with the last answer; null when nothing is. */
  readonly problem: string | null;
}

async function requestTurn(
  task: TaskContext,
  step: Step,
  talk: Conversation,
  { observation, input, image, problem }: TurnInput,
): Promise<Turn> {
  const { context, spec } = task;
  const told = { ...input, lastResults: talk.untold };
  const texts = problem === null ? turnTexts(task, observation, told) : [problem];
  const messages: readonly Message[] =
    talk.handle === null
      ? [
          { role: 'system', content: renderPrompt('computer-system', { mayExtract: spec.mayExtract }) },
          userMessage([screenTaskText(task), ...texts], image),
        ]
      : [
          { role: 'tool', content: talk.open.map((call) => resultOf(call, image)) },
          userMessage(texts, talk.open.some(isComputerCall) ? null : image),
        ];
  const turn = await think(
    context,
    step,
    { thoughtType: 'internal_plan', scenario: 'generate_plan' },
    async (ids) => {
      const value = await context.model('cua').converse({
        ...{ messages, tools: functionTools(spec.mayExtract), signal: context.signal, ...ids },
        computer: { width: image.width, height: image.height },
        ...(talk.handle === null ? {} : { previous: talk.handle, previousTokens: talk.tokens }),
      });
      return { value, usage: value.usage };
    },
    ({ parts }) => ({
      thought: textOf(parts),
      output: { calls: parts.filter(isCall).map(({ input: each }) => each) },
    }),
  );
  talk.untold = [];
  talk.handle = turn.handle;
  talk.tokens = turn.usage.input + turn.usage.output;
  talk.open = turn.parts.filter(isCall);
  return turn;
}

/** Returns the actions of the calls that are open, or what the model is told instead. */
async function chooseActions(
  task: TaskContext,
  step: Step,
  { open }: Conversation,
  screen: ToolScreen,
  text: string,
): Promise<ActionBatch | string> {
  if (open.length === 0) return chooseByMessage(task, step, text);
  const actions: AgentAction[] = [];
  for (const call of open) {
    if (isComputerCall(call)) {
      const batch = toAgentActions(fromComputerInput(call.input).actions, text, screen);
      if (typeof batch === 'string') return batch;
      actions.push(...batch.actions);
      if (batch.rest.length > 0) return { actions, rest: batch.rest };
    } else {
      const action = toFunctionAction(call.name, call.input, text);
      if (typeof action === 'string') return action;
      actions.push(action);
    }
  }
  return actions.length === 0 ? 'Your call names no action.' : { actions, rest: [] };
}

async function chooseByMessage(task: TaskContext, step: Step, text: string): Promise<ActionBatch | string> {
  const { kind, answer } = await judgeMessage(task, step, text);
  if (kind === 'question') return answer;
  const end: AgentAction =
    kind === 'final' ? { reason: text, action_type: 'complete', summary: text } : giveUp(text);
  return { actions: [end], rest: [] };
}

function resultOf(call: ToolCall, image: Image): Part {
  const { id, name } = call;
  if (!isComputerCall(call)) {
    return { type: 'tool-result', id, name, parts: [{ type: 'text', text: 'See the result below.' }] };
  }
  return { type: 'tool-result', id, name, parts: [imagePart(image)], acknowledged: checksOf(call) };
}

function checksOf(call: ToolCall): readonly SafetyCheck[] {
  return isComputerCall(call) ? fromComputerInput(call.input).safetyChecks : [];
}

function isComputerCall({ name }: ToolCall): boolean {
  return name === computerTool;
}

function isCall(part: Part): part is ToolCall {
  return part.type === 'tool-call';
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
