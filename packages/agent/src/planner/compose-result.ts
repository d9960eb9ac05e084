import type { Json } from '@runwright/contract';
import { partsForAnswer } from '../extract/answer-size.ts';
import { extractParts } from '../extract/extract-parts.ts';
import { restoreData } from '../extract/restore-data.ts';
import { outsideSteps } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import type { DataRequest } from '../task-spec.ts';
import type { Findings } from './findings.ts';

/** Composed data, or the reason why it does not fit the schema. */
export type ComposedResult =
  | { readonly data: Json; readonly problem: null }
  | { readonly data: null; readonly problem: string };

/**
 * Lets a model compose the data that the task must return from the findings alone, which it reads like the text of a page: in
 * as many parts as they need, with URLs as tokens, so that it can neither invent nor shorten one.
 */
export async function composeResult(
  task: TaskContext,
  findings: Findings,
  request: DataRequest & { readonly schema: NonNullable<DataRequest['schema']> },
): Promise<ComposedResult> {
  const recorder = outsideSteps(task.context);
  const { schema } = request;
  const { lines, links } = withLinkTokens(findingLines(findings));
  const parts = partsForAnswer({ above: ['Data that was taken from earlier pages'], lines }, schema);
  const answer = await extractParts({ task, step: recorder, request, schema, links }, parts);
  const { data, problems } = restoreData(schema, answer, links);
  const problem =
    problems.length === 0
      ? null
      : `The findings do not hold all data that is wanted: ${problems.slice(0, 5).join(' ')}`;
  await recorder.recordThought({
    ...({ thoughtType: 'user_goal_check', scenario: 'summarization', observation: null } as const),
    ...{ thought: problem, answer: null, output: { data }, usage: recorder.usage },
  });
  await recorder.end('completed');
  return problem === null ? { data, problem } : { data: null, problem };
}

/** Prints each finding under a heading with its name, an item of a list on each line. */
function findingLines({ data }: Findings): readonly string[] {
  return [...data].flatMap(([name, value]) => [
    `# ${name}`,
    ...listsOf(value).map((item) => JSON.stringify(item)),
  ]);
}

/** Returns the items of a value that is a list, or an object with one list and nothing else; else the value alone. */
function listsOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  const members = typeof value === 'object' && value !== null ? Object.values(value) : [];
  const [only] = members;
  return members.length === 1 && Array.isArray(only) ? only : [value];
}

/** Replaces each URL by a token such as `{L1}`; the same URL has the same token. */
function withLinkTokens(lines: readonly string[]): {
  readonly lines: readonly string[];
  readonly links: Record<string, string>;
} {
  const tokens = new Map<string, string>();
  const replaced = lines.map((line) =>
    line.replace(/https?:\/\/[^\s"\\<>]+/g, (url) => {
      const token = tokens.get(url) ?? `L${tokens.size + 1}`;
      tokens.set(url, token);
      return `{${token}}`;
    }),
  );
  return { lines: replaced, links: Object.fromEntries([...tokens].map(([url, token]) => [token, url])) };
}
