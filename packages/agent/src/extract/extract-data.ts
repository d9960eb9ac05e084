import {
  delimitData,
  type Json,
  type JsonSchema,
  type Message,
  promptSection,
  RunwrightError,
} from '@runwright/contract';
import { saveObservation, toObservation, userMessage } from '../observe.ts';
import { inputsText } from '../prompt-boundaries.ts';
import { renderPrompt } from '../render-prompt.ts';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import type { DataRequest } from '../task-spec.ts';
import { answerSchema } from './answer-schema.ts';
import { mergeData } from './merge-data.ts';
import { SchemaProposal, schemaFromProposal } from './propose-schema.ts';
import { type RestoredData, restoreData } from './restore-data.ts';

/** Model calls at a time for the parts of one page. */
const maxConcurrentParts = 4;

/**
 * Extracts data from the current page, long pages in parts. The result fits the caller's schema; without one, the model
 * proposes a schema first, which is returned so that the next page can use it.
 *
 * @throws RunwrightError `block_failed`, category `extraction`, when the page does not show what the schema requires
 */
export async function extractData(
  task: TaskContext,
  step: Step,
  request: DataRequest,
): Promise<{ readonly data: Json; readonly schema: JsonSchema }> {
  const { context, session } = task;
  const view = await session.page.read({ mode: 'extract', signal: context.signal });
  saveObservation(step, toObservation(view));
  const { parts } = view;
  const links = { ...view.links, L0: view.url };
  const schema = request.schema ?? (await proposeSchema(task, step, request, parts[0] ?? ''));
  const { data, problems, hasLinks } =
    parts.length === 1
      ? await extractWholePage(task, step, request, { schema, text: parts[0] ?? '', links })
      : await extractParts(task, step, request, { schema, parts, links });
  if (hasLinks) {
    const content = JSON.stringify(data, null, 2);
    step.saveInBackground({ type: 'llm_response_rendered', content, contentType: 'application/json' });
  }
  if (problems.length === 0) return { data, schema };

  const reason = `The page does not show all data that is required: ${problems.slice(0, 5).join(' ')}`;
  await step.recordThought({
    thoughtType: 'failure_describe',
    scenario: 'failure_describe',
    observation: null,
    thought: reason,
    answer: null,
    output: { partial: data },
    usage: null,
  });
  throw new RunwrightError('block_failed', reason, { details: { failure_category: 'extraction' } });
}

interface PageText {
  readonly schema: JsonSchema;
  readonly text: string;
  readonly links: Readonly<Record<string, string>>;
}

/** Requests the data of a page, and once more with the list of problems when the answer does not fit. */
async function extractWholePage(
  task: TaskContext,
  step: Step,
  request: DataRequest,
  page: PageText,
): Promise<RestoredData> {
  const ask = extractMessages(task, request, page.schema, page.text, null);
  const answer = await requestAnswer(task, step, page.schema, ask, false);
  const first = restoreData(page.schema, answer, page.links);
  if (first.problems.length === 0) return first;
  const again: readonly Message[] = [
    ...ask,
    { role: 'assistant', content: JSON.stringify(answer) },
    {
      role: 'user',
      content: `This does not fit what is wanted:\n${first.problems.slice(0, 5).join('\n')}\nAnswer again, whole. What the page does not show stays null.`,
    },
  ];
  return restoreData(page.schema, await requestAnswer(task, step, page.schema, again, false), page.links);
}

async function extractParts(
  task: TaskContext,
  step: Step,
  request: DataRequest,
  page: Omit<PageText, 'text'> & { readonly parts: readonly string[] },
): Promise<RestoredData> {
  const answers: Json[] = new Array(page.parts.length).fill(null);
  const queue = page.parts.entries();
  const worker = async () => {
    for (const [index, text] of queue) {
      const place = { number: index + 1, count: page.parts.length };
      const ask = extractMessages(task, request, page.schema, text, place);
      answers[index] = await requestAnswer(task, step, page.schema, ask, true);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentParts }, worker));
  return restoreData(page.schema, mergeData(answers), page.links);
}

async function requestAnswer(
  task: TaskContext,
  step: Step,
  schema: JsonSchema,
  ask: readonly Message[],
  part: boolean,
): Promise<Json> {
  const shape = answerSchema(schema, part);
  const { value, usage } = await task.context.model('extract').generate({
    messages: ask,
    schema: shape.schema,
    name: 'extract',
    stepId: step.stepId,
    signal: task.context.signal,
  });
  step.addUsage(usage);
  const answer: Json = JSON.parse(JSON.stringify(value));
  if (!shape.wrapped) return answer;
  return typeof answer === 'object' && answer !== null && 'value' in answer ? (answer.value ?? null) : null;
}

function extractMessages(
  task: TaskContext,
  request: DataRequest,
  schema: JsonSchema,
  text: string,
  part: { readonly number: number; readonly count: number } | null,
): readonly Message[] {
  const taskPrompt = renderPrompt('extract-task', {
    goal: request.goal,
    schema: JSON.stringify(answerSchema(schema, part !== null).schema),
    guidance: request.guidance,
    inputs: inputsText(task.spec.inputs, task.boundaries),
    today: task.today,
    part,
  });
  return [
    { role: 'system', content: renderPrompt('extract-system') },
    userMessage([taskPrompt, delimitData('page', task.boundaries.page(), text)]),
  ];
}

async function proposeSchema(
  task: TaskContext,
  step: Step,
  request: DataRequest,
  text: string,
): Promise<JsonSchema> {
  const ask = renderPrompt('propose-schema', { goal: request.goal, guidance: request.guidance });
  const { value, usage } = await task.context.model('extract').generate({
    messages: [
      { role: 'system', content: ask },
      userMessage([promptSection('goal', request.goal), delimitData('page', task.boundaries.page(), text)]),
    ],
    schema: SchemaProposal,
    name: 'propose_schema',
    stepId: step.stepId,
    signal: task.context.signal,
  });
  step.addUsage(usage);
  return schemaFromProposal(value);
}
