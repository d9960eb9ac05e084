import type { Attempt, BlockNode, BlockStatus, CursorPath, Json, JsonObject } from '@runwright/contract';
import { allBlocks, loopBodyOf } from '@runwright/definition';
import { type BlockExecution, blockExecutionAt, type ListScope, recordOutput } from './block-execution.ts';
import type { ListResult, Suspended } from './block-result.ts';
import type { ExecutionList } from './execution-list.ts';
import { createWalker, type WalkerPosition } from './walker.ts';

/** Reads the attempt rows of a run. */
export interface AttemptRows {
  /** Attempts of a block, oldest first. */
  history(path: CursorPath): readonly Attempt[];
}

/** Returns the body of a loop as a list to execute in each iteration. */
export function loopBodyList(node: BlockNode): ExecutionList {
  return { blocks: loopBodyOf(node), finallyLabel: null };
}

/**
 * Returns the prefix of the paths of a loop's iterations. A loop that is tried again starts at index 0 again, so its later
 * attempts have paths of their own: `["each_row", "attempt 2", 0, "extract"]`. A label contains no blank.
 */
export function loopBodyPath({ path, attempt }: Pick<Attempt, 'path' | 'attempt'>): CursorPath {
  return attempt === 1 ? path : [...path, `attempt ${attempt}`];
}

/** A block of an iteration that ended, and its last row. */
export interface EndedBlock {
  readonly position: WalkerPosition;
  readonly attempt: Attempt;
}

/** Replays the rows of a list: the blocks that ended, in order, and the result of the list; null: it is not over. */
export function replayRows(
  rows: AttemptRows,
  list: ExecutionList,
  listPath: CursorPath,
): { readonly ended: readonly EndedBlock[]; readonly result: Exclude<ListResult, Suspended> | null } {
  const walk = createWalker(list);
  const ended: EndedBlock[] = [];
  for (let position = walk.current(); position !== null; position = walk.current()) {
    const attempt = rows.history([...listPath, position.node.label]).at(-1);
    if (!attempt || attempt.finishedAt === null || attempt.status === 'lost') return { ended, result: null };
    ended.push({ position, attempt });
    walk.advance({ status: attempt.status as BlockStatus, chosenLabel: attempt.chosenLabel });
  }
  const stopped = walk.stopped();
  return { ended, result: stopped ? { type: 'stopped', ...stopped } : { type: 'done' } };
}

/** The iterations of one attempt of a loop as its rows tell them; one in which no block has ended is left out. */
export function iterationsOf(
  rows: AttemptRows,
  node: BlockNode,
  attempt: Pick<Attempt, 'path' | 'attempt'>,
): readonly (readonly EndedBlock[])[] {
  const path = loopBodyPath(attempt);
  const found: (readonly EndedBlock[])[] = [];
  for (let index = 0; ; index += 1) {
    const { ended } = replayRows(rows, loopBodyList(node), [...path, index]);
    if (ended.length > 0) found[index] = ended;
    else if (!hasBegun(rows, node, [...path, index])) return found;
  }
}

/** Returns whether any block of the iteration at `path` has a row. */
export function hasBegun(rows: AttemptRows, node: BlockNode, path: CursorPath): boolean {
  return loopBodyOf(node).some(({ label }) => rows.history([...path, label]).length > 0);
}

/** The items of a loop that is under way; null when they must be found again, or there are none because it is a `while_loop`. */
export function storedLoopValues(attempt: Attempt): readonly Json[] | null {
  const kept = attempt.output as JsonObject | null;
  return attempt.status === 'running' && kept?.exact === true ? (kept.loop_values as readonly Json[]) : null;
}

/** Returns the value that the row of a running loop has in place of an output: its items, as they may be shown. */
export function loopValuesOutput(shown: readonly Json[], exact: boolean): Json {
  return { loop_values: shown, exact };
}

/**
 * The output of a loop as far as its rows tell it: one list for each iteration, with one entry for each block that was
 * executed in it. `attempt` is the loop's own row while it runs.
 */
export function loopOutput(rows: AttemptRows, node: BlockNode, attempt: Attempt): readonly Json[] {
  const values = (attempt.output as JsonObject | null)?.loop_values as readonly Json[] | undefined;
  return Array.from(iterationsOf(rows, node, attempt), (ended = [], index) =>
    ended.map(({ attempt: { label, output } }) => ({
      ...(values === undefined ? {} : { loop_value: values[index] ?? null }),
      output_parameter: { parameter_type: 'output', key: `${label}_output` },
      output_value: output,
    })),
  );
}

/**
 * Records the outputs of a block so far: of its attempts that ended, and, for a loop, of the blocks of its body, as if its
 * iterations had run one after the other.
 */
export function recordEndedAttempts(rows: AttemptRows, execution: BlockExecution): void {
  for (const attempt of rows.history(execution.path)) {
    if (attempt.finishedAt === null || attempt.status === 'lost') continue;
    recordIterations(rows, execution, attempt);
    recordOutput(execution, attempt.output);
  }
}

/**
 * Records the outputs of the blocks in one attempt of a loop; does nothing for another block. What a `for_loop` leaves are the outputs of its
 * last iteration; those of a `while_loop` are the latest, because its condition reads them.
 */
export function recordIterations(
  rows: AttemptRows,
  { node, listScope }: BlockExecution,
  attempt: Attempt,
): void {
  if (loopBodyOf(node).length === 0) return;
  const iterations = iterationsOf(rows, node, attempt);
  const isOverItems = node.block_type !== 'while_loop';
  if (isOverItems) forgetBody(node, listScope.outputs);
  for (const [index, ended] of iterations.entries()) {
    if (isOverItems && index < iterations.length - 1) continue;
    const inner: ListScope = { ...listScope, path: [...loopBodyPath(attempt), index] };
    for (const { position } of ended ?? []) recordEndedAttempts(rows, blockExecutionAt(inner, position));
  }
}

/** Returns the outputs that an iteration of a `for_loop` begins with: those from before the loop. */
export function outputsBefore(node: BlockNode, outputs: ListScope['outputs']): ListScope['outputs'] {
  const before = new Map(outputs);
  forgetBody(node, before);
  return before;
}

function forgetBody(node: BlockNode, outputs: ListScope['outputs']): void {
  for (const { label } of allBlocks(loopBodyOf(node))) outputs.delete(label);
}

/** The attempts of loops that a path leads through, the outermost first. */
export function loopsAround(path: CursorPath): readonly Pick<Attempt, 'path' | 'attempt'>[] {
  const found: Pick<Attempt, 'path' | 'attempt'>[] = [];
  for (const [at, part] of path.entries()) {
    if (typeof part !== 'number') continue;
    const before = path.slice(0, at);
    const again = /^attempt (\d+)$/.exec(String(before.at(-1)))?.[1];
    if (again === undefined) found.push({ path: before, attempt: 1 });
    else found.push({ path: before.slice(0, -1), attempt: Number(again) });
  }
  return found;
}

/** Returns whether the block at one path comes before that at the other: by index in a loop, else by neither. */
export function comparePaths(one: CursorPath, other: CursorPath): number {
  for (const [at, part] of one.entries()) {
    const counterpart = other[at];
    if (typeof part !== 'number' || typeof counterpart !== 'number') continue;
    if (part !== counterpart) return part - counterpart;
  }
  return 0;
}
