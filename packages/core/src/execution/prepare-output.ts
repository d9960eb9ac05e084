import { type Json, RunwrightError, valueSize } from '@runwright/contract';
import { assertStorable } from '@runwright/definition';
import { toJsonInTurns } from '../journal/attempt-entries.ts';
import type { RegisteredBlock } from '../registry/registry.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { maskInTurns } from '../secrets/mask-in-turns.ts';
import { limitOutputSize } from '../state/stored-output.ts';
import type { OpenBlockContext } from './context/block-context.ts';
import type { RunScope } from './context/run-scope.ts';

type WorkBlock = RegisteredBlock & { readonly kind: 'work' };

type Scope = Pick<RunScope, 'clock' | 'runSecrets' | 'limits' | 'journal'>;

/**
 * Returns an output as the journal keeps it: JSON without secrets, within the limits of the run. The event loop has a turn between the
 * steps, and between the parts of a large output.
 *
 * @throws RunwrightError `block_failed` for an output that cannot be stored, or that exceeds what the outputs of the run may take together
 */
export async function prepareOutput(scope: Scope, output: unknown): Promise<Json> {
  return limitOutput(scope, await copyOutput(scope, output), scope.runSecrets.mask);
}

/** The same for what a block of the kind `work` returned. Throws `block_failed` too for what does not fit the schema of its type. */
export async function prepareCheckedOutput(
  scope: Scope,
  output: unknown,
  {
    block,
    label,
    maskEchoes,
  }: Pick<OpenBlockContext, 'maskEchoes'> & { readonly block: WorkBlock; readonly label: string },
): Promise<Json> {
  const value = await copyOutput(scope, output);
  await yieldToEventLoop(scope.clock);
  assertFitsSchema(block, value, label);
  await yieldToEventLoop(scope.clock);
  return limitOutput(scope, value, (part) => scope.runSecrets.mask(maskEchoes(part)));
}

async function copyOutput({ clock }: Scope, output: unknown): Promise<Json> {
  assertStorable(output);
  return toJsonInTurns(output, clock);
}

async function limitOutput(
  { clock, limits, journal }: Scope,
  value: Json,
  mask: <T>(value: T) => T,
): Promise<Json> {
  const masked = await maskInTurns(mask, value, clock);
  const kept = await limitOutputSize(masked, limits.storedOutputBytes, clock);
  await yieldToEventLoop(clock);
  if (journal.outputSize() + valueSize(kept) > limits.runOutputBytes) throw tooMuch(limits.runOutputBytes);
  return kept;
}

/** Throws for an output that later blocks and callers do not expect by the schema of its type. */
function assertFitsSchema(block: WorkBlock, value: Json, label: string): void {
  const checked = block.checkOutput(value);
  if (checked.ok) return;
  const [first, ...others] = checked.problems;
  const place = first?.path.length ? `its member \`${first.path.join('.')}\`` : 'it';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new RunwrightError(
    'block_failed',
    `Block \`${label}\` returned an output that does not fit the schema of \`${block.type}\`: ${place}: ${first?.message ?? 'does not fit'}${more}. Correct what \`run\` returns, or \`output\` of the block type.`,
  );
}

function tooMuch(limitBytes: number): RunwrightError {
  return new RunwrightError(
    'block_failed',
    `The outputs of the run take more than ${Math.floor(limitBytes / 2 ** 20)} MiB of memory together. Save large data as files, or split the workflow.`,
    { details: { failure_category: 'limit' } },
  );
}
