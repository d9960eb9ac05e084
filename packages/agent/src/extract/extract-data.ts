import {
  fenced,
  type Json,
  type JsonSchema,
  type Message,
  RunwrightError,
  section,
} from '@runwright/contract';
import { inputsText } from '../prompt-boundaries.ts';
import { keepObservation, observed, userMessage } from '../observe.ts';
import { prompt } from '../render-prompt.ts';
import type { Step } from '../step.ts';
import type { DataRequest } from '../task-spec.ts';
import type { Work } from '../task-context.ts';
import { answerShape } from './answer-schema.ts';
import { mergeData } from './merge-data.ts';
import { proposedSchema, SchemaProposal } from './propose-schema.ts';
import { type RestoredData, restoreData } from './restore-data.ts';

/** Parts that are read at a time. */
const together = 4;

/**
 * Reads data from the page that is shown. Long pages are read in parts. The result fits the caller's schema; without
 * one, the model proposes a schema first (kept in `request` for the next page through the answer's `schema`).
 *
 * @throws RunwrightError `block_failed`, category `extraction`, when the page does not show what the schema requires
 */
export async function extractData(
  work: Work,
  step: Step,
  request: DataRequest,
): Promise<{ readonly data: Json; readonly schema: JsonSchema }> {
  const { context, session } = work;
  const view = await session.page.read({ mode: 'extract', signal: context.signal });
  keepObservation(step, observed(view));
  const { parts } = view;
  const links = { ...view.links, L0: view.url };
  const schema = request.schema ?? (await propose(work, step, request, parts[0] ?? ''));
  const { data, problems } =
    parts.length === 1
      ? await readWhole(work, step, request, { schema, text: parts[0] ?? '', links })
      : await readParts(work, step, request, { schema, parts, links });
  if (problems.length === 0) return { data, schema };

  const reason = `The page does not show all data that is required: ${problems.slice(0, 5).join(' ')}`;
  await step.think({
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

interface Whole {
  readonly schema: JsonSchema;
  readonly text: string;
  readonly links: Readonly<Record<string, string>>;
}

/** One call, and one more that hands the problems back. */
async function readWhole(work: Work, step: Step, request: DataRequest, page: Whole): Promise<RestoredData> {
  const ask = messages(work, request, page.schema, page.text, null);
  const answer = await answerOf(work, step, page.schema, ask, false);
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
  return restoreData(page.schema, await answerOf(work, step, page.schema, again, false), page.links);
}

async function readParts(
  work: Work,
  step: Step,
  request: DataRequest,
  page: Omit<Whole, 'text'> & { readonly parts: readonly string[] },
): Promise<RestoredData> {
  const answers: Json[] = new Array(page.parts.length).fill(null);
  const queue = page.parts.entries();
  const worker = async () => {
    for (const [index, text] of queue) {
      const place = { number: index + 1, count: page.parts.length };
      const ask = messages(work, request, page.schema, text, place);
      answers[index] = await answerOf(work, step, page.schema, ask, true);
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
  return restoreData(page.schema, mergeData(answers), page.links);
}

async function answerOf(
  work: Work,
  step: Step,
  schema: JsonSchema,
  ask: readonly Message[],
  part: boolean,
): Promise<Json> {
  const shape = answerShape(schema, part);
  const { value, usage } = await work.context.model('extract').generate({
    messages: ask,
    schema: shape.schema,
    name: 'extract',
    stepId: step.stepId,
    signal: work.context.signal,
  });
  step.spend(usage);
  const answer: Json = JSON.parse(JSON.stringify(value));
  if (!shape.wrapped) return answer;
  return typeof answer === 'object' && answer !== null && 'value' in answer ? (answer.value ?? null) : null;
}

function messages(
  work: Work,
  request: DataRequest,
  schema: JsonSchema,
  text: string,
  part: { readonly number: number; readonly count: number } | null,
): readonly Message[] {
  const task = prompt('extract-task', {
    goal: request.goal,
    schema: JSON.stringify(answerShape(schema, part !== null).schema),
    guidance: request.guidance,
    inputs: inputsText(work.spec.inputs, work.boundaries),
    today: work.today,
    part,
  });
  return [
    { role: 'system', content: prompt('extract-system') },
    userMessage([task, fenced('page', work.boundaries.page(), text)]),
  ];
}

async function propose(work: Work, step: Step, request: DataRequest, text: string): Promise<JsonSchema> {
  const ask = prompt('propose-schema', { goal: request.goal, guidance: request.guidance });
  const { value, usage } = await work.context.model('extract').generate({
    messages: [
      { role: 'system', content: ask },
      userMessage([section('goal', request.goal), fenced('page', work.boundaries.page(), text)]),
    ],
    schema: SchemaProposal,
    name: 'propose_schema',
    stepId: step.stepId,
    signal: work.context.signal,
  });
  step.spend(usage);
  return proposedSchema(value);
}
