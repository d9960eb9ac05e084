import { blocksAt, branchesOf, finallyLabel, isTopList, textOf, topBlocks } from '../blocks/definition.ts';
import { listEdges } from '../graph/list-edges.ts';
import { asArray, asObject, type Json, type JsonObject, type Path } from '../yaml/json.ts';

/** Steps of the agent that one attempt of a block may take when it does not say so. */
const defaultSteps: Readonly<Record<string, number>> = {
  ...{ task: 10, navigation: 10, extraction: 10, login: 10, file_download: 10 },
  ...{ action: 1, validation: 2, task_v2: 25 },
};
/** Iterations after which a loop fails. */
const mostIterations = 1000;
/** Block types that call no model, and those that do so without steps. */
const withoutModel = new Set([
  ...[
    'goto_url',
    'http_request',
    'wait',
    'human_interaction',
    'print_page',
    'download_to_s3',
    'upload_to_s3',
  ],
  ...[
    'send_email',
    'google_sheets_read',
    'google_sheets_write',
    'file_upload',
    'file_url_parser',
    'email_inbox',
  ],
]);
const withModelCall = new Set(['text_prompt', 'pdf_parser', 'pdf_fill', 'split_pdf']);

/** What a run may need at most. */
export interface CostBound {
  /** Steps of agents; null when nothing bounds them. */
  readonly steps: number | null;
  /** Loops, with the steps of one iteration. */
  readonly loops: readonly { readonly label: string; readonly steps: number; readonly iterations: number }[];
  /** Why the number does not bound everything: blocks whose steps or model calls it does not contain. */
  readonly unknown: readonly string[];
}

/** Returns how many steps of agents a run takes at most: those of the longest way through the blocks, all attempts included. */
export function costBound(file: Json | undefined): CostBound {
  const loops: { label: string; steps: number; iterations: number }[] = [];
  const unknown: string[] = [];
  let isCyclic = false;

  const inList = (list: Path): number => {
    const blocks = blocksAt(file, list);
    const own = blocks.map((block, index) => inBlock(block, [...list, index, 'loop_blocks']));
    const last = isTopList(list) ? finallyLabel(file) : null;
    const longest = longestWay(blocks, own, last);
    if (longest === null) isCyclic = true;
    return longest ?? 0;
  };
  const inBlock = (block: JsonObject, body: Path): number => {
    const type = textOf(block.block_type);
    const label = textOf(block.label);
    const attempts = attemptsOf(block);
    if (type === 'for_loop' || type === 'while_loop') {
      const steps = inList(body);
      if (steps > 0) loops.push({ label, steps, iterations: mostIterations });
      if (asksModel(type, block)) unknown.push(`${label}: asks the model for its condition or its items.`);
      return steps * mostIterations * attempts;
    }
    const steps = defaultSteps[type];
    if (steps !== undefined) {
      const given = type === 'task_v2' ? block.max_steps : block.max_steps_per_run;
      return (typeof given === 'number' && given > 0 ? given : steps) * attempts;
    }
    const why = unknownOf(type, block);
    if (why !== null) unknown.push(`${label}: ${why}`);
    return 0;
  };
  const steps = inList(topBlocks);
  return { steps: isCyclic ? null : steps, loops, unknown };
}

function attemptsOf(block: JsonObject): number {
  const counts = [block.max_retries, asObject(block.retry)?.max_retries];
  return 1 + Math.max(0, ...counts.map((count) => (typeof count === 'number' ? count : 0)));
}

function unknownOf(type: string, block: JsonObject): string | null {
  if (withModelCall.has(type)) return 'asks the model without taking a step.';
  if (type === 'workflow_trigger') return 'runs another workflow, whose steps are not counted.';
  if (type === 'code') return /\bpage\b/.test(textOf(block.code)) ? 'its program may use the agent.' : null;
  if (asksModel(type, block)) return 'asks the model without taking a step.';
  if (withoutModel.has(type) || type === 'conditional') return null;
  return `\`${type}\` is a block type of this service, which may use the model.`;
}

function asksModel(type: string, block: JsonObject): boolean {
  if (type === 'conditional') return branchesOf(block).some((branch) => isPrompt(asObject(branch.criteria)));
  if (type === 'while_loop') return isPrompt(asObject(block.condition));
  if (type === 'for_loop') {
    const reference = textOf(block.loop_variable_reference);
    return /\s/.test(reference.trim()) && !reference.includes('{{');
  }
  return block.json_schema !== undefined || (withoutModel.has(type) && textOf(block.prompt) !== '');
}

function isPrompt(criteria: JsonObject | null): boolean {
  if (!criteria) return false;
  const type = textOf(criteria.criteria_type);
  if (type !== '') return type === 'prompt';
  return !/^\s*(?:\{\{.*\}\}|\{%.*%\})\s*$/s.test(textOf(criteria.expression));
}

/** Returns the largest sum of a way through the blocks of a list, with the block that runs last; null for a cycle. */
function longestWay(
  blocks: readonly JsonObject[],
  own: readonly number[],
  last: string | null,
): number | null {
  const next = new Map<number, readonly number[]>();
  for (const { from, to } of listEdges(blocks, last))
    next.set(from, [...asArray(next.get(from)), to] as number[]);
  const known = new Map<number, number>();
  const open = new Set<number>();
  let isCyclic = false;
  const from = (index: number): number => {
    const found = known.get(index);
    if (found !== undefined) return found;
    if (open.has(index)) {
      isCyclic = true;
      return 0;
    }
    open.add(index);
    const rest = Math.max(0, ...(next.get(index) ?? []).map(from));
    open.delete(index);
    const sum = (own[index] ?? 0) + rest;
    known.set(index, sum);
    return sum;
  };
  const end = blocks.findIndex(({ label }) => last !== null && label === last);
  const ways = [...blocks.keys()].filter((index) => index !== end).map(from);
  const sum = Math.max(0, ...ways) + (end === -1 ? 0 : (own[end] ?? 0));
  return isCyclic ? null : sum;
}
