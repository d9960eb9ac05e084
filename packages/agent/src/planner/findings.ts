import type { Json, JsonSchema } from '@runwright/contract';
import { extractData } from '../extract/extract-data.ts';
import { countItems, mergePages } from '../extract/merge-data.ts';
import { shortenJson } from '../shorten-json.ts';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';

/** Data that subtasks have extracted beside the data of the task itself, by name. */
export interface Findings {
  readonly data: ReadonlyMap<string, Json>;
  /**
   * Extracts data from the current page and adds it to a finding, whose first page determines the schema. Returns a sentence
   * with the counts.
   *
   * @param item label of the loop item that the page belongs to; the finding is a list of items then. Null outside loops
   */
  extract(task: TaskContext, step: Step, request: FindingRequest): Promise<string>;
}

/** A request for data of the current page. */
export interface FindingRequest {
  readonly name: string;
  readonly goal: string;
  readonly item: string | null;
}

/** Name of the data that the task itself must return. */
export const resultName = 'result';

const maxLength = 600;

/** Creates findings without data. */
export function createFindings(): Findings {
  const data = new Map<string, Json>();
  const schemas = new Map<string, JsonSchema>();
  return {
    data,
    async extract(task, step, { name, goal, item }) {
      const schema = schemas.get(name) ?? null;
      const page = await extractData(task, step, { goal, schema, guidance: null });
      schemas.set(name, page.schema);
      const before = data.get(name) ?? null;
      data.set(name, item === null ? mergePages(before, page.data) : withItem(before, item, page.data));
      const count = countItems(page.data);
      return `${count} ${count === 1 ? 'item' : 'items'} extracted as ${name}`;
    },
  };
}

function withItem(before: Json, item: string, data: Json): Json {
  const list: readonly Json[] = Array.isArray(before) ? before : before === null ? [] : [before];
  return [...list, { item, data }];
}

/** Formats all findings for a prompt: name, number of items, and the data with the middle left out when it is long. */
export function findingsText({ data }: Findings, result: Json): string {
  return [...data, ...(result === null ? [] : [[resultName, result] as const])]
    .map(([name, value]) => {
      const count = countItems(value);
      return `${name} (${count} ${count === 1 ? 'item' : 'items'}): ${shortenJson(value, maxLength)}`;
    })
    .join('\n');
}

/**
 * Returns the data of a task: what was collected for it, else the findings by name; a single finding stands alone. Null when
 * nothing was extracted.
 *
 * @param result data that was collected for the task itself; null when there is none
 */
export function combineData({ data }: Findings, result: Json): Json {
  if (data.size === 0) return result;
  const [first] = data.values();
  if (result === null && data.size === 1) return first ?? null;
  return { ...Object.fromEntries(data), ...(result === null ? {} : { [resultName]: result }) };
}
