import {
  type ConversationTurn,
  computerTool,
  fromComputerInput,
  type Image,
  type Message,
  type Part,
  type SafetyCheck,
} from '@runwright/contract';
import type { AgentAction } from '../agent-actions.ts';
import type { Decider, DecisionInput } from '../decide.ts';
import { imagePart, type Observation, takeImage, userMessage } from '../observe.ts';
import { renderPrompt } from '../render-prompt.ts';
import { chooseByMessage } from '../screen/choose-by-message.ts';
import { selectsAll } from '../screen/common-actions.ts';
import { screenTaskText, turnTexts } from '../screen/turn-texts.ts';
import { untilExecutable } from '../screen/until-executable.ts';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import { think } from '../think.ts';
import { checkSafety } from './check-safety.ts';
import { functionTools } from './function-tools.ts';
import { type ActionBatch, type ToolAction, type ToolScreen, toAgentActions } from './to-agent-actions.ts';

type ToolCall = Extract<Part, { type: 'tool-call' }>;

/** Conversation with a provider that keeps it. */
interface Conversation {
  /** Null before the first turn. */
  handle: string | null;
  /** Input and output of the last turn. */
  tokens: number;
  /** Calls that wait for their results. */
  open: readonly ToolCall[];
  /** What the model has chosen last and what is still to be done. */
  queue: readonly ToolAction[];
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
      isAllSelected: selectsAll(talk.last),
    };
    talk.untold = [...talk.untold, ...input.lastResults];
    const { id } = task.context.model('cua');
    const batch =
      continueQueue(talk, screen, input) ??
      (await untilExecutable(id, async (problem) => {
        const turn = await requestTurn(task, step, talk, { observation, input, image, problem });
        checkSafety(
          talk.open.flatMap(checksOf),
          talk.startUrl,
          observation.view.url,
          task.context.isAllowedDomain,
        );
        return chooseActions(task, step, talk, screen, textOf(turn.parts));
      }));
    talk.queue = batch.rest;
    talk.last = batch.actions.at(-1) ?? null;
    return { check: batch.actions[0]?.reason ?? '', memory: '', plan: [], actions: [...batch.actions] };
  };
}

/** Returns what the model has chosen before; null, with the reason among its results, when that cannot be done any more. */
function continueQueue(
  talk: Conversation,
  screen: ToolScreen,
  { isLastBatchDone }: DecisionInput,
): ActionBatch | null {
  const { queue } = talk;
  talk.queue = [];
  if (queue.length === 0) return null;
  const batch = isLastBatchDone
    ? toAgentActions(queue, '', screen)
    : 'one before it failed or changed the page too much.';
  if (typeof batch !== 'string') return batch;
  const count =
    queue.length === 1 ? '1 more action of the call was' : `${queue.length} more actions of the call were`;
  talk.untold = [...talk.untold, `${count} not done: ${batch}`];
  return null;
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
): Promise<ConversationTurn> {
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
  if (open.length > 0) {
    const chosen = open.flatMap(actionsOf);
    return chosen.length === 0 ? 'Your call names no action.' : toAgentActions(chosen, text, screen);
  }
  const action = await chooseByMessage(task, step, text);
  return typeof action === 'string' ? action : { actions: [action], rest: [] };
}

function actionsOf(call: ToolCall): readonly ToolAction[] {
  const { name, input } = call;
  return isComputerCall(call) ? fromComputerInput(input).actions : [{ type: 'function', name, input }];
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
