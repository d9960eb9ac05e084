import { delimitData, type Json, type JsonSchema, promptSection, RunwrightError } from '@runwright/contract';
import { saveObservation, toObservation, userMessage } from '../observe.ts';
import { renderPrompt } from '../render-prompt.ts';
import { type Step, stepOwner } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import type { DataRequest } from '../task-spec.ts';
import { partsForAnswer } from './answer-size.ts';
import { extractParts } from './extract-parts.ts';
import { toPageParts } from './page-part.ts';
import { SchemaProposal, schemaFromProposal } from './propose-schema.ts';
import { restoreData } from './restore-data.ts';
import { countTableRows, type TableRows } from './table-rows.ts';

/** Data of one page. */
export interface PageData {
  readonly data: Json;
  readonly schema: JsonSchema;
  /** Rows that the page shows; null when they cannot be counted. */
  readonly shown: TableRows | null;
}

/**
 * Extracts data from the current page, in as many parts as the text of the page and the expected answer need. The result fits
 * the caller's schema; without one, the model proposes a schema first, which is returned so that the next page can use it.
 *
 * @throws RunwrightError `block_failed`, category `extraction`, when the page does not show what the schema requires or the
 * answers of the model are cut off
 */
export async function extractData(task: TaskContext, step: Step, request: DataRequest): Promise<PageData> {
  const { context, session } = task;
  const view = await session.page.read({ mode: 'extract', signal: context.signal });
  saveObservation(step, toObservation(view));
  const links = { ...view.links, L0: view.url };
  const schema = request.schema ?? (await proposeSchema(task, step, request, view.parts[0] ?? ''));
  const parts = toPageParts(view.parts);
  const answer = await extractParts(
    { task, step, request, schema, links },
    parts.flatMap((part) => partsForAnswer(part, schema)),
  );
  const { data, problems, hasLinks } = restoreData(schema, answer, links);
  if (hasLinks) {
    const content = JSON.stringify(data, null, 2);
    step.saveInBackground({ type: 'llm_response_rendered', content, contentType: 'application/json' });
  }
  if (problems.length === 0) return { data, schema, shown: countTableRows(parts) };

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
    ...stepOwner(step),
    signal: task.context.signal,
  });
  step.addUsage(usage);
  return schemaFromProposal(value);
}
