import type { Message } from '@runwright/contract';
import type { AgentAction } from '../agent-actions.ts';
import type { Decider } from '../decide.ts';
import { takeImage, userMessage } from '../observe.ts';
import { renderPrompt } from '../render-prompt.ts';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import { think } from '../think.ts';
import { chooseByMessage } from './choose-by-message.ts';
import { selectsAll } from './common-actions.ts';
import { parseReply, type ScreenReply } from './parse-reply.ts';
import { pointSpaceOf } from './point-space.ts';
import { type SeenScreen, toAgentAction } from './to-agent-action.ts';
import { screenTaskText, turnTexts } from './turn-texts.ts';
import { untilExecutable } from './until-executable.ts';

/** Longer edge of a screenshot for the model, in pixels. */
const maxImageEdge = 1_280;
/** Newest turns whose screenshots are sent; of older ones the text remains. */
const imagesKept = 5;

/** One past turn of the conversation. */
interface Turn {
  readonly user: Message;
  readonly reply: string;
}

/**
 * Returns a {@link Decider} that shows the model screenshots instead of the page view and takes points and keys, in the action
 * grammar of UI-TARS over free text. Each answer is one action; the conversation goes on over all steps of the task.
 */
export function screenDecider(): Decider {
  const turns: Turn[] = [];
  let isAllSelected = false;
  return async (task, step, observation, input) => {
    const { context } = task;
    const model = context.model('cua');
    const image = await takeImage(task, step, { maxEdge: maxImageEdge });
    const screen: SeenScreen = {
      ...{ image, space: pointSpaceOf(model.id), view: observation.view, isAllSelected },
      oneTimeCode: context.oneTimeCode ?? null,
    };
    const user = userMessage(turnTexts(task, observation, input), image);
    const before = [...openingMessages(task, screen), ...pastMessages(turns)];
    const problems: Message[] = [];
    const { reply, action } = await untilExecutable(model.id, async () => {
      const reply = await requestReply(task, step, [...before, user, ...problems]);
      const action = await chooseAction(task, step, reply, screen);
      if (typeof action !== 'string') return { reply, action };
      problems.push({ role: 'assistant', content: reply.text }, { role: 'user', content: action });
      return action;
    });
    turns.push({ user, reply: reply.text });
    isAllSelected = selectsAll(action);
    return { check: reply.thought, memory: '', plan: [], actions: [action] };
  };
}

interface Reply extends ScreenReply {
  readonly text: string;
}

async function requestReply(
  { context }: TaskContext,
  step: Step,
  messages: readonly Message[],
): Promise<Reply> {
  const text = await think(
    context,
    step,
    { thoughtType: 'internal_plan', scenario: 'generate_plan' },
    async (ids) => {
      const { text, usage } = await context
        .model('cua')
        .generateText({ messages, ...ids, signal: context.signal });
      return { value: text, usage };
    },
    (value) => ({ thought: parseReply(value).thought, output: { reply: value } }),
  );
  return { ...parseReply(text), text };
}

/** Returns the action of a reply, or what the model is told instead. */
async function chooseAction(
  task: TaskContext,
  step: Step,
  { thought, calls }: Reply,
  screen: SeenScreen,
): Promise<AgentAction | string> {
  const [call, ...more] = calls;
  if (more.length > 0) return 'Give one action in each turn; none of these was executed.';
  if (call && call.name !== 'call_user') return toAgentAction(call, thought, screen);
  return chooseByMessage(task, step, call?.values.content ?? thought);
}

function openingMessages(task: TaskContext, { space }: SeenScreen): readonly Message[] {
  const { spec } = task;
  return [
    { role: 'system', content: renderPrompt('screen-system', { space, mayExtract: spec.mayExtract }) },
    userMessage([screenTaskText(task)]),
  ];
}

/** Returns the past turns; the newest ones with their screenshots. */
function pastMessages(turns: readonly Turn[]): readonly Message[] {
  return turns.flatMap(({ user, reply }, index): Message[] => [
    index >= turns.length - (imagesKept - 1) ? user : withoutImage(user),
    { role: 'assistant', content: reply },
  ]);
}

function withoutImage({ role, content }: Message): Message {
  if (typeof content === 'string') return { role, content };
  const texts = content.filter(({ type }) => type !== 'image');
  return { role, content: [...texts, { type: 'text', text: '(an older screenshot is left out)' }] };
}
