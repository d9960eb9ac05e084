import type { Json, JsonSchema } from '@runwright/contract';
import { extractData, type PageData } from './extract/extract-data.ts';
import { countItems, countListItems, mergePages } from './extract/merge-data.ts';
import { itemCount } from './item-count.ts';
import { shortenJson } from './shorten-json.ts';
import type { Step } from './step.ts';
import type { TaskContext } from './task-context.ts';
import type { DataRequest } from './task-spec.ts';

/** Collects the data of a task page by page. */
export interface DataCollector {
  /** Data of all pages so far; null when nothing was extracted. */
  readonly data: Json;
  /** Returns the item count and the last item as prompt text; empty when nothing was extracted. */
  summary(): string;
  /**
   * Extracts data from the current page, merges it into `data` and returns a sentence with the counts: items that were taken,
   * new ones, all, and the rows that the page shows when they can be counted.
   */
  collect(step: Step, goal: string | null): Promise<string>;
}

/** Creates a collector with the data that a script has extracted before. The first page determines the schema when the caller gave none. */
export function dataCollector(task: TaskContext): DataCollector {
  const wanted: DataRequest = task.spec.data ?? { goal: task.spec.goal ?? '', schema: null, guidance: null };
  let schema: JsonSchema | null = wanted.schema;
  let data: Json = task.data ?? null;
  return {
    get data() {
      return data;
    },
    summary: () => (data === null ? '' : `${itemCount(countItems(data))}, the last: ${lastItem(data)}`),
    async collect(step, goal) {
      const request = { ...wanted, schema, goal: task.spec.data ? wanted.goal : (goal ?? wanted.goal) };
      const before = countItems(data);
      const page = await extractData(task, step, request);
      schema = page.schema;
      data = mergePages(data, page.data);
      const count = countItems(data);
      return `${itemCount(countItems(page.data))} on this page, ${count - before} of them new, ${count} in all${shownRows(page)}`;
    },
  };
}

/** Compares the items that were taken with the rows that the page shows; empty when these cannot be counted. */
function shownRows({ data, shown }: PageData): string {
  const taken = countListItems(data);
  if (shown === null || taken === null) return '';
  // The first row of a table without a header row is an item too.
  if (taken > shown.count + shown.tables) return '';
  const rows = Math.max(shown.count, taken);
  if (taken === rows) return `; the page shows ${rows} table rows`;
  return `; the page shows ${rows} table rows, ${rows - taken} more than were taken`;
}

function lastItem(data: Json): string {
  const list = Array.isArray(data)
    ? data
    : Object.values(data ?? {}).find((member): member is Json[] => Array.isArray(member));
  return shortenJson(list ? (list.at(-1) ?? null) : data, 200);
}
