import { delimitData, type Json } from '@runwright/contract';
import { answerSchema } from '../extract/answer-schema.ts';
import { restoreData } from '../extract/restore-data.ts';
import { userMessage } from '../observe.ts';
import { inputsText } from '../prompt-boundaries.ts';
import { renderPrompt } from '../render-prompt.ts';
import { shortenJson } from '../shorten-json.ts';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import type { DataRequest } from '../task-spec.ts';
import { think } from '../think.ts';
import type { Findings } from './findings.ts';

/** Composed data, or the reason why it does not fit the schema. */
export type ComposedResult =
  | { readonly data: Json; readonly problem: null }
  | { readonly data: null; readonly problem: string };

const maxLength = 40_000;

/**
 * Lets a model compose the data that the task must return from the findings alone. URLs reach the model as tokens, so that it
 * can neither invent nor shorten one.
 */
export async function composeResult(
  task: TaskContext,
  recorder: Step,
  findings: Findings,
  wanted: DataRequest & { readonly schema: NonNullable<DataRequest['schema']> },
): Promise<ComposedResult> {
  const { context, boundaries, spec, today } = task;
  const { text, links } = withLinkTokens(shortenJson(Object.fromEntries(findings.data), maxLength));
  const shape = answerSchema(wanted.schema, false);
  const taskPrompt = renderPrompt('extract-task', {
    goal: wanted.goal,
    schema: JSON.stringify(shape.schema),
    guidance: wanted.guidance,
    inputs: inputsText(spec.inputs, boundaries),
    ...{ today, part: null },
  });
  const messages = [
    { role: 'system', content: renderPrompt('extract-system') },
    userMessage([taskPrompt, delimitData('page', boundaries.page(), text)]),
  ] as const;
  const answer = await think(
    context,
    recorder,
    { thoughtType: 'user_goal_check', scenario: 'summarization' },
    (ids) =>
      context.model('summarize').generate({
        ...{ messages, schema: shape.schema, name: 'extract', ...ids, signal: context.signal },
      }),
    (value) => ({ output: { data: JSON.parse(JSON.stringify(value)) } }),
  );
  const json: Json = JSON.parse(JSON.stringify(answer));
  const { data, problems } = restoreData(wanted.schema, shape.wrapped ? memberOf(json) : json, links);
  if (problems.length === 0) return { data, problem: null };
  return {
    data: null,
    problem: `The findings do not hold all data that is wanted: ${problems.slice(0, 5).join(' ')}`,
  };
}

function memberOf(answer: Json): Json {
  return typeof answer === 'object' && answer !== null && 'value' in answer ? (answer.value ?? null) : null;
}

/** Replaces each URL by a token such as `{L1}`; the same URL has the same token. */
function withLinkTokens(text: string): { readonly text: string; readonly links: Record<string, string> } {
  const tokens = new Map<string, string>();
  const replaced = text.replace(/https?:\/\/[^\s"\\<>]+/g, (url) => {
    const token = tokens.get(url) ?? `L${tokens.size + 1}`;
    tokens.set(url, token);
    return `{${token}}`;
  });
  return { text: replaced, links: Object.fromEntries([...tokens].map(([url, token]) => [token, url])) };
}
