import { type Json, RunwrightError, Type } from '@runwright/contract';
import { extractData } from '../extract/extract-data.ts';
import { asObject } from '../extract/json-schema.ts';
import { itemCount } from '../item-count.ts';
import { openUrl } from '../open-page.ts';
import { outsideSteps, type Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import type { TaskProgress } from '../task-progress.ts';
import type { FailedEnd } from '../task-spec.ts';
import type { Findings } from './findings.ts';
import type { PlannedPart } from './plan.ts';
import { runAct } from './run-act.ts';
import { runExtract } from './run-extract.ts';
import { recordSubtask, type SubtaskResult } from './subtask.ts';

/** Result of a loop: one line for each item, and what ends the whole task, if anything does. */
export interface LoopSubtaskResult extends SubtaskResult {
  readonly lines: readonly string[];
  readonly taskEnd: FailedEnd | null;
}

/** Maximum number of items of one loop; the others are counted and named in its result. */
const maxItems = 100;
/** Steps that one item may take. */
const stepsPerItem = 10;

/** Item of a loop as the page shows it. */
interface LoopItem {
  readonly label: string;
  /** Address of the item's own page; null when it has none. */
  readonly url: string | null;
}

const LoopItems = Type.Object({
  items: Type.Array(
    Type.Object({
      label: Type.String({ description: 'Words by which the item is recognized on this page.' }),
      url: Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
        description: 'Link to the page of the item.',
      }),
    }),
  ),
});

/**
 * Does the same with each of the items that the page shows. An item with a link is opened first; for an item without one the
 * page of the loop is loaded again when another page is open. A failed item does not end the loop.
 *
 * @param maxSteps steps that all items together may take
 */
export async function runLoop(
  task: TaskContext,
  progress: TaskProgress,
  findings: Findings,
  part: PlannedPart,
  maxSteps: number,
): Promise<LoopSubtaskResult> {
  return recordSubtask(task, { kind: 'for_loop', goal: part.goal }, async (subtaskId) => {
    const items = await findItems(task, part);
    const chosen = items.slice(0, maxItems);
    const start = await activeUrl(task);
    const lines: string[] = [];
    let steps = 0;
    let done = 0;
    let taskEnd: FailedEnd | null = null;
    for (const [index, item] of chosen.entries()) {
      if (steps >= maxSteps) {
        const left = chosen.length - index;
        lines.push(`${itemCount(left)} ${left === 1 ? 'is' : 'are'} left, because no step is left`);
        break;
      }
      const place = { parentSubtaskId: subtaskId, currentIndex: index, currentValue: item.label };
      const left = Math.min(stepsPerItem, maxSteps - steps);
      const result = await runItem(task, progress, findings, { part, item, place, start, maxSteps: left });
      steps += result.steps;
      if (result.status === 'completed') done += 1;
      lines.push(`${item.label}: ${result.failureReason ?? 'done'}`);
      taskEnd = result.taskEnd;
      if (taskEnd) break;
    }
    if (items.length > maxItems) lines.push(`${items.length - maxItems} more items were not looked at`);
    const failureReason = done === items.length && done > 0 ? null : failureText(done, items.length);
    return {
      ...({
        status: failureReason === null ? 'completed' : 'failed',
        output: { items: items.length, done },
      } as const),
      ...{ failureReason, steps, lines, taskEnd },
    };
  });
}

function failureText(done: number, all: number): string {
  return all === 0 ? 'The page shows no such item.' : `${done} of ${all} items are done.`;
}

/** Reads the items from the page, with links that stand on it. */
async function findItems(task: TaskContext, { goal, items }: PlannedPart): Promise<readonly LoopItem[]> {
  const recorder: Step = outsideSteps(task.context);
  const wanted = `The items of this page to go through: ${items ?? goal}`;
  const request = { goal: wanted, schema: { ...LoopItems }, guidance: null };
  try {
    const { data } = await extractData(task, recorder, request);
    const found = loopItems(data);
    await recorder.recordThought({
      ...({
        thoughtType: 'plan',
        scenario: 'extract_loop_values',
        observation: items,
        thought: wanted,
      } as const),
      ...{
        answer: found.map(({ label }) => label).join('\n'),
        output: { items: data },
        usage: recorder.usage,
      },
    });
    return found;
  } catch (error) {
    if (!RunwrightError.is(error) || error.code !== 'block_failed') throw error;
    return [];
  } finally {
    await recorder.end('completed');
  }
}

function loopItems(data: Json): readonly LoopItem[] {
  const items = asObject(data)?.items;
  if (!Array.isArray(items)) return [];
  return items.flatMap((item) => {
    const { label, url } = asObject(item) ?? {};
    return typeof label === 'string' ? [{ label, url: typeof url === 'string' ? url : null }] : [];
  });
}

interface ItemRequest {
  readonly part: PlannedPart;
  readonly item: LoopItem;
  readonly place: {
    readonly parentSubtaskId: string;
    readonly currentIndex: number;
    readonly currentValue: Json;
  };
  /** URL of the page with the items. */
  readonly start: string;
  readonly maxSteps: number;
}

type ItemResult = SubtaskResult & { readonly taskEnd: FailedEnd | null };

async function runItem(
  task: TaskContext,
  progress: TaskProgress,
  findings: Findings,
  { part, item, place, start, maxSteps }: ItemRequest,
): Promise<ItemResult> {
  const address = item.url ?? start;
  try {
    if ((await activeUrl(task)) !== address) await openUrl(task.session.page, task.context, address);
  } catch (error) {
    if (!RunwrightError.is(error) || !['block_failed', 'egress_denied'].includes(error.code)) throw error;
    return { status: 'failed', output: null, failureReason: error.message, steps: 0, taskEnd: null };
  }
  // The label is a text of the page: it stands in the inputs, which are data, and not in the goal.
  const goal = `${part.goal}\nOnly for the item that the inputs name as \`loop_item\`.`;
  const inputs = { loop_item: item.label };
  if (part.each !== 'extract') {
    return runAct(task, progress, { goal, criterion: part.criterion, maxSteps, inputs, place });
  }
  const own = { ...task, spec: { ...task.spec, inputs: { ...task.spec.inputs, ...inputs } } };
  const name = part.name ?? 'items';
  return {
    ...(await runExtract(own, progress, findings, { goal, name, item: item.label, place })),
    taskEnd: null,
  };
}

async function activeUrl({ session }: TaskContext): Promise<string> {
  const tabs = await session.page.tabs();
  return tabs.find(({ active }) => active)?.url ?? '';
}
