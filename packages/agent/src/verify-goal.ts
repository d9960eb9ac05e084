import { delimitData, type Image, type Json, type PageView, type Static, Type } from '@runwright/contract';
import { longestImageEdge, shouldAttachImage, toObservation, userMessage } from './observe.ts';
import { completionCondition, inputsText } from './prompt-boundaries.ts';
import { renderPrompt } from './render-prompt.ts';
import type { Step } from './step.ts';
import type { TaskContext } from './task-context.ts';
import { think } from './think.ts';
import { evidenceTexts, type VerificationEvidence } from './verification-evidence.ts';

const closed = { additionalProperties: false } as const;
const nullableText = Type.Union([Type.String(), Type.Null()]);

/** Kind of the thoughts that judge whether a goal or a criterion is met. */
export const goalCheck = { thoughtType: 'user_goal_check', scenario: 'user_goal_check' } as const;

/** Model's verdict about a claim of success. */
export const Verdict = Type.Object(
  {
    verdict: Type.Enum(['done', 'not_done', 'cannot'], { type: 'string' }),
    evidence: Type.String({ description: 'Quoted from the page.' }),
    missing: nullableText,
  },
  closed,
);
export type Verdict = Static<typeof Verdict>;

/** Claim of success, with what the verifying model gets to see beside the page. */
export interface Claim {
  /** The agent's own summary. */
  readonly summary: string;
  /** Collected data; null when there is none. */
  readonly data: Json;
  /** One line per action, oldest first. */
  readonly results: readonly string[];
  /** One line per JavaScript dialog that was answered. */
  readonly dialogs: readonly string[];
}

/** Lets a model without actions judge on a new page view, with an image when the goal needs one, whether the goal is reached. */
export async function verifyGoal(task: TaskContext, step: Step, claim: Claim): Promise<Verdict> {
  const { spec, context, session, boundaries } = task;
  const view = await session.page.read({ mode: 'verify', signal: context.signal });
  const image = await imageForVerification(task, step, view);
  const taskPrompt = renderPrompt('verify-task', {
    goal: goalOf(task),
    criterion: completionCondition(spec, boundaries),
    inputs: inputsText(spec.inputs, boundaries),
  });
  const evidence: VerificationEvidence = {
    results: spec.historyInVerification ? [] : claim.results,
    dialogs: claim.dialogs,
    downloads: session.downloads?.list() ?? [],
  };
  const history = spec.historyInVerification ? claim.results.join('\n') : '';
  const texts = [
    taskPrompt,
    delimitData('claim', boundaries.history, claim.summary),
    ...evidenceTexts(claim.data, evidence, boundaries.history),
    history === '' ? '' : delimitData('history', boundaries.history, history),
    delimitData('page', boundaries.page(), view.text),
  ];
  const messages = [
    { role: 'system', content: renderPrompt('verify-system') },
    userMessage(texts, image),
  ] as const;
  return think(
    context,
    step,
    goalCheck,
    (ids) =>
      context
        .model('verify')
        .generate({ messages, schema: Verdict, name: 'verify', ...ids, signal: context.signal }),
    (value) => ({
      observation: value.evidence,
      thought: value.missing,
      answer: value.verdict,
      output: { ...value },
    }),
  );
}

/** Takes a screenshot when the goal is about what is seen and the verifying model can see; else null. */
async function imageForVerification(task: TaskContext, step: Step, view: PageView): Promise<Image | null> {
  const { context, session } = task;
  if (!context.model('verify').images || !shouldAttachImage(toObservation(view), goalOf(task))) return null;
  const image = await session.page.screenshot({
    ...({ format: 'jpeg', maxEdge: longestImageEdge } as const),
    signal: context.signal,
  });
  step.saveInBackground({ type: 'screenshot_llm', content: image.bytes, contentType: image.mediaType });
  return image;
}

function goalOf({ spec }: TaskContext): string {
  return spec.goal ?? spec.data?.goal ?? '';
}
