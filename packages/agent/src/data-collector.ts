import type { Json, JsonSchema } from '@runwright/contract';
import { extractData } from './extract/extract-data.ts';
import { countItems, mergeData } from './extract/merge-data.ts';
import type { Step } from './step.ts';
import type { DataRequest } from './task-spec.ts';
import type { Work } from './task-context.ts';

/** Data that a task gathers, page by page. */
export interface Findings {
  /** All of it so far; null when nothing was read. */
  readonly data: Json;
  /** For a prompt; empty when nothing was read. */
  summary(): string;
  /** Reads the page that is shown and joins what it brings; answers a sentence about it. */
  read(step: Step, goal: string | null): Promise<string>;
}

/** Begins without data. The first page decides the schema when the caller gave none. */
export function findings(work: Work): Findings {
  const wanted: DataRequest = work.spec.data ?? { goal: work.spec.goal ?? '', schema: null, guidance: null };
  let schema: JsonSchema | null = wanted.schema;
  let data: Json = null;
  return {
    get data() {
      return data;
    },
    summary: () => (data === null ? '' : `${countItems(data)} items, the last: ${lastItem(data)}`),
    async read(step, goal) {
      const request = { ...wanted, schema, goal: work.spec.data ? wanted.goal : (goal ?? wanted.goal) };
      const before = countItems(data);
      const page = await extractData(work, step, request);
      schema = page.schema;
      data = mergeData([data, page.data]);
      const count = countItems(data);
      return `${countItems(page.data)} items on this page, ${count - before} of them new, ${count} in all`;
    },
  };
}

function lastItem(data: Json): string {
  const list = Array.isArray(data)
    ? data
    : Object.values(data ?? {}).find((member): member is Json[] => Array.isArray(member));
  return JSON.stringify(list ? (list.at(-1) ?? null) : data).slice(0, 200);
}
