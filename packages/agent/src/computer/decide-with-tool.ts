import type { ComputerProtocol, ConversationTurn, Image, Message, Part } from '@runwright/contract';
import type { AgentAction } from '../agent-actions.ts';
import type { Decider, DecisionInput } from '../decide.ts';
import { type Observation, takeImage, userMessage } from '../observe.ts';
import { renderPrompt } from '../render-prompt.ts';
import { chooseByMessage } from '../screen/choose-by-message.ts';
import { selectsAll } from '../screen/common-actions.ts';
import type { PagePoint } from '../screen/point-space.ts';
import { screenTaskText, turnTexts } from '../screen/turn-texts.ts';
import { untilExecutable } from '../screen/until-executable.ts';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import { think } from '../think.ts';
import { checkSafety } from './check-safety.ts';
import { functionTools } from './function-tools.ts';
import { type ActionBatch, type ToolAction, type ToolScreen, toAgentActions } from './to-agent-actions.ts';
import { actionsOf, callsOf, checksOf, isComputerCall, type ToolCall } from './tool-calls.ts';
import { ownConversation, providerConversation, type ToolConversation } from './tool-conversation.ts';
import { resultsOf, screenshotResultsOf } from './tool-results.ts';

/** Longer edge of a screenshot for a provider that makes larger ones smaller, in pixels. */
const maxImageEdge = 1_568;

/** What the steps of a task share. */
interface Talk {
  readonly protocol: ComputerProtocol;
  readonly conversation: ToolConversation;
  /** Calls that wait for their results. */
  open: readonly ToolCall[];
  /** What the model has chosen last and what is still to be done. */
  queue: readonly ToolAction[];
  last: AgentAction | null;
  /** Point of the image where the model has put the pointer. */
  pointer: PagePoint | null;
  /** Results that the model was not told yet, because it was not asked in between. */
  untold: readonly string[];
  /** Address that the task started at. */
  startUrl: string | null;
}

/**
 * Returns a {@link Decider} for a model that has a computer tool at its provider: it sees screenshots and chooses points and keys.
 * OpenAI keeps the conversation; of Anthropic's, all of it is sent in each turn.
 */
export function toolDecider(protocol: 'openai' | 'anthropic'): Decider {
  const talk: Talk = {
    protocol,
    conversation: protocol === 'openai' ? providerConversation() : ownConversation(),
    open: [],
    queue: [],
    last: null,
    pointer: null,
    untold: [],
    startUrl: null,
  };
  return async (task, step, observation, input) => {
    talk.startUrl ??= task.spec.url ?? observation.view.url;
    const image = await takeImage(task, step, protocol === 'openai' ? {} : { maxEdge: maxImageEdge });
    const screen: ToolScreen = {
      ...{ image, view: observation.view, oneTimeCode: task.context.oneTimeCode ?? null },
      ...{ isAllSelected: selectsAll(talk.last), pointer: talk.pointer },
    };
    talk.untold = [...talk.untold, ...input.lastResults];
    const { id } = task.context.model('cua', { computer: protocol });
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
    talk.pointer = batch.pointer;
    talk.last = batch.actions.at(-1) ?? null;
    return { check: batch.actions[0]?.reason ?? '', memory: '', plan: [], actions: [...batch.actions] };
  };
}

/** Returns what the model has chosen before; null, with the reason among its results, when that cannot be done any more. */
function continueQueue(
  talk: Talk,
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
  talk: Talk,
  turnInput: TurnInput,
): Promise<ConversationTurn> {
  const { context, spec } = task;
  const { image } = turnInput;
  const messages = await newMessages(task, step, talk, turnInput);
  const turn = await think(
    context,
    step,
    { thoughtType: 'internal_plan', scenario: 'generate_plan' },
    async (ids) => {
      const value = await context.model('cua', { computer: talk.protocol }).converse({
        ...{ tools: functionTools(spec.mayExtract), signal: context.signal, ...ids },
        ...talk.conversation.toRequest(messages),
        computer: { width: image.width, height: image.height },
      });
      return { value, usage: value.usage };
    },
    ({ parts }) => ({
      thought: textOf(parts),
      output: { calls: callsOf(parts).map(({ input: each }) => each) },
    }),
  );
  talk.untold = [];
  talk.conversation.add(messages, turn);
  talk.open = callsOf(turn.parts);
  return turn;
}

async function newMessages(
  task: TaskContext,
  step: Step,
  talk: Talk,
  { observation, input, image, problem }: TurnInput,
): Promise<readonly Message[]> {
  const texts =
    problem === null ? turnTexts(task, observation, { ...input, lastResults: talk.untold }) : [problem];
  if (!talk.conversation.isBegun()) {
    const { mayExtract } = task.spec;
    return [
      { role: 'system', content: renderPrompt('computer-system', { mayExtract }) },
      userMessage([screenTaskText(task), ...texts], image),
    ];
  }
  const results = await openResults(task, step, talk, image, problem);
  const tool: Message = { role: 'tool', content: results };
  // A problem stands in the results themselves, where they take words.
  if (talk.protocol === 'anthropic' && problem !== null && talk.open.length > 0) return [tool];
  return [tool, userMessage(texts, talk.open.some(isComputerCall) ? null : image)];
}

async function openResults(
  task: TaskContext,
  step: Step,
  { protocol, open, pointer }: Talk,
  image: Image,
  problem: string | null,
): Promise<readonly Part[]> {
  if (protocol === 'openai') return screenshotResultsOf(open, image);
  const scale = image.cssWidth / image.width;
  return resultsOf(open, {
    ...{ image, pointer, problem },
    takeZoom: ({ x, y, width, height }) =>
      takeImage(task, step, {
        maxEdge: maxImageEdge,
        clip: { x: x * scale, y: y * scale, width: width * scale, height: height * scale },
      }),
  });
}

/** Returns the actions of the calls that are open, or what the model is told instead. */
async function chooseActions(
  task: TaskContext,
  step: Step,
  { open, pointer }: Talk,
  screen: ToolScreen,
  text: string,
): Promise<ActionBatch | string> {
  if (open.length > 0) {
    const chosen = open.flatMap(actionsOf);
    return chosen.length === 0 ? 'Your call names no action.' : toAgentActions(chosen, text, screen);
  }
  const action = await chooseByMessage(task, step, text);
  return typeof action === 'string' ? action : { actions: [action], rest: [], pointer };
}

/** Returns what the model says; its thoughts when it says nothing. */
function textOf(parts: readonly Part[]): string {
  const said = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const thought = parts.flatMap((part) => (part.type === 'reasoning' && part.text !== '' ? [part.text] : []));
  return (said.length > 0 ? said : thought).join('\n');
}
