import type { AcceptedDraft, BlockNode, Json, JsonObject, TimelineEvent } from '@runwright/contract';
import { containsWords, splitAtWords } from '../runtime/split-words.ts';
import { literal } from './literal-template.ts';

type SubtaskStart = TimelineEvent & { type: 'subtask-start' };

/** What a task run has done: its request, the workflow that it owned, and its timeline. */
export interface FinishedTask {
  readonly prompt: string;
  readonly url: string | null;
  readonly draft: AcceptedDraft;
  readonly events: readonly TimelineEvent[];
}

/** A workflow that is made of a task, before its validation. */
export interface PublishedDraft extends Omit<AcceptedDraft, 'workflow_definition'> {
  readonly workflow_definition: {
    readonly version: 2;
    readonly parameters: readonly JsonObject[];
    readonly blocks: readonly BlockNode[];
    readonly strict_templates: false;
  };
}

/**
 * Makes a workflow of the parts of a task that succeeded, in their order: `navigation` and `extraction` blocks, and `task_v2` for
 * a loop, whose items are found anew. Values that the agent typed and that stand in the prompt become parameters with these
 * values as defaults; the text of a part that names one refers to the parameter.
 *
 * @returns a draft that is still to be validated; null when the task was not divided, because its own workflow of one block says
 * the same
 */
export function publishedDraft({ prompt, url, draft, events }: FinishedTask): PublishedDraft | null {
  const parts = completedParts(events);
  if (parts.length === 0) return null;
  const values = valuesOfPrompt(prompt, events);
  const text = (written: string): string => withParameters(written, values);
  const keys = [...values.values()];
  const blocks: BlockNode[] = [
    ...(url === null ? [] : [{ block_type: 'goto_url', label: 'open', url: literal(url) }]),
    ...parts.map((part, index) => partBlock(part, index, { text, keys })),
  ];
  const chained = blocks.map((block, index) => ({
    ...block,
    next_block_label: blocks[index + 1]?.label ?? null,
  }));
  const parameters = [...values].map(([value, key]) => ({
    ...{ parameter_type: 'workflow', workflow_parameter_type: 'string', key, default_value: value },
    description: `Was \`${value}\` in the task.`,
  }));
  return {
    ...draft,
    workflow_definition: { version: 2, parameters, blocks: chained, strict_templates: false },
    status: 'published',
  };
}

interface PartSource {
  readonly text: (written: string) => string;
  readonly keys: readonly string[];
}

function partBlock(part: SubtaskStart, index: number, { text, keys }: PartSource): BlockNode {
  const label = `part_${index + 1}`;
  const goal = text(part.goal);
  const parameter_keys = keys.filter((key) => goal.includes(`{{ ${key} }}`));
  if (part.kind === 'extraction') {
    const schema = part.dataSchema === null ? {} : { data_schema: part.dataSchema };
    return { block_type: 'extraction', label, data_extraction_goal: goal, parameter_keys, ...schema };
  }
  if (part.kind === 'for_loop') return { block_type: 'task_v2', label, prompt: goal, parameter_keys };
  return { block_type: 'navigation', label, navigation_goal: goal, parameter_keys };
}

/** Parts of the task itself, without the iterations of its loops and without those that failed. */
function completedParts(events: readonly TimelineEvent[]): readonly SubtaskStart[] {
  const completed = new Set(
    events.flatMap((event) =>
      event.type === 'subtask-end' && event.status === 'completed' ? [event.subtaskId] : [],
    ),
  );
  return events.filter(
    (event): event is SubtaskStart =>
      event.type === 'subtask-start' && event.parentSubtaskId === null && completed.has(event.eventId),
  );
}

/** Shortest value that becomes a parameter; a single character stands in too many words. */
const minLength = 2;

/** Values that the agent typed or chose and that the prompt names, each with the key of its parameter. */
function valuesOfPrompt(prompt: string, events: readonly TimelineEvent[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const names = new Map(
    events.flatMap((event) =>
      event.type === 'action-end' && event.status === 'completed'
        ? [[event.actionId, targetName(event.result.target)] as const]
        : [],
    ),
  );
  for (const event of events) {
    if (event.type !== 'action-start' || !names.has(event.actionId)) continue;
    for (const value of [event.action.text, event.action.label]) {
      if (typeof value !== 'string' || value.trim().length < minLength || keys.has(value)) continue;
      if (!containsWords(prompt, value)) continue;
      keys.set(value, unusedKey(names.get(event.actionId) ?? '', new Set(keys.values())));
    }
  }
  return keys;
}

function targetName(target: Json | undefined): string {
  const { name } = Object(target) as { readonly name?: Json };
  return typeof name === 'string' ? name : '';
}

/** Makes a key of a field's name, such as `order_number` of "Order number:". */
function unusedKey(name: string, used: ReadonlySet<string>): string {
  const base =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^[_0-9]+|_+$/g, '')
      .slice(0, 40) || 'value';
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (!used.has(key)) return key;
  }
}

/** Replaces values by their parameters, the longest first; everything else prints as it is written. */
function withParameters(written: string, values: ReadonlyMap<string, string>): string {
  const sorted = [...values].toSorted(([a], [b]) => b.length - a.length);
  const [first] = sorted;
  if (first === undefined) return literal(written);
  const [value, key] = first;
  const rest = new Map(sorted.slice(1));
  return splitAtWords(written, value)
    .map((part) => withParameters(part, rest))
    .join(`{{ ${key} }}`);
}
