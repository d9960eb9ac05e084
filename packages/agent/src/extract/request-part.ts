import { delimitData, type Json, type JsonSchema, type Message } from '@runwright/contract';
import { userMessage } from '../observe.ts';
import { inputsText } from '../prompt-boundaries.ts';
import { renderPrompt } from '../render-prompt.ts';
import { type Step, stepOwner } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import type { DataRequest } from '../task-spec.ts';
import { answerSchema } from './answer-schema.ts';
import { type PagePart, partText } from './page-part.ts';
import { restoreData } from './restore-data.ts';

/** Extraction from one page: what its model calls share. */
export interface ExtractionJob {
  readonly task: TaskContext;
  readonly step: Step;
  readonly request: DataRequest;
  readonly schema: JsonSchema;
  /** Link tokens of the page and their addresses. */
  readonly links: Readonly<Record<string, string>>;
}

/** Place of a part on its page, such as part `3` of 8, or `3.1` for its first half. */
export interface PartPlace {
  readonly number: string;
  readonly count: number;
}

/**
 * Requests the data of one part of a page, and once more with the list of problems when the answer does not fit. Of a part,
 * only problems inside of list items count: what else is missing may stand in another part.
 *
 * @param place null when the part is the whole page
 * @throws RunwrightError `model_failed`; for an answer that was cut off, see `cutAnswerUsage`
 */
export async function requestPart(
  job: ExtractionJob,
  part: PagePart,
  place: PartPlace | null,
  signal: AbortSignal,
): Promise<Json> {
  const ask = extractMessages(job, part, place);
  const answer = await requestAnswer(job, ask, place !== null, signal);
  const found = restoreData(job.schema, answer, job.links).problems;
  const problems = place === null ? found : found.filter((problem) => /^`[^`]*\[\d+\]/.test(problem));
  if (problems.length === 0) return answer;
  const again: readonly Message[] = [
    ...ask,
    { role: 'assistant', content: JSON.stringify(answer) },
    {
      role: 'user',
      content: `This does not fit what is wanted:\n${problems.slice(0, 5).join('\n')}\nAnswer again, whole. What the page does not show stays null.`,
    },
  ];
  return requestAnswer(job, again, place !== null, signal);
}

async function requestAnswer(
  { task, step, schema }: ExtractionJob,
  messages: readonly Message[],
  isPart: boolean,
  signal: AbortSignal,
): Promise<Json> {
  const shape = answerSchema(schema, isPart);
  const { value, usage } = await task.context.model('extract').generate({
    ...{ messages, schema: shape.schema, name: 'extract', signal },
    ...stepOwner(step),
  });
  step.addUsage(usage);
  const answer: Json = JSON.parse(JSON.stringify(value));
  if (!shape.wrapped) return answer;
  return typeof answer === 'object' && answer !== null && 'value' in answer ? (answer.value ?? null) : null;
}

function extractMessages(
  { task, request, schema }: ExtractionJob,
  part: PagePart,
  place: PartPlace | null,
): readonly Message[] {
  const taskPrompt = renderPrompt('extract-task', {
    goal: request.goal,
    schema: JSON.stringify(answerSchema(schema, place !== null).schema),
    guidance: request.guidance,
    inputs: inputsText(task.spec.inputs, task.boundaries),
    today: task.today,
    part: place && { ...place, linesAbove: part.above.length },
  });
  return [
    { role: 'system', content: renderPrompt('extract-system') },
    userMessage([taskPrompt, delimitData('page', task.boundaries.page(), partText(part))]),
  ];
}
