import { type AnyBlock, RunwrightError } from '@runwright/contract';
import { listNames } from '@runwright/definition';
import type { CoreBlock } from '../registry/block-kinds.ts';
import { code } from './code/code.ts';
import { conditional } from './conditions/conditional.ts';
import { httpRequest } from './http/http-request.ts';
import { humanInteraction } from './human-interaction.ts';
import { forLoop } from './loops/for-loop.ts';
import { whileLoop } from './loops/while-loop.ts';
import { textPrompt } from './text-prompt.ts';
import { wait } from './wait.ts';
import { workflowTrigger } from './workflow-trigger.ts';

/** The block types that every engine knows; a host's block of the same type takes the place of one. */
export const builtInBlocks: readonly CoreBlock[] = [
  code,
  conditional,
  forLoop,
  httpRequest,
  humanInteraction,
  textPrompt,
  wait,
  whileLoop,
  workflowTrigger,
];

/**
 * A built-in block, to be called from one that takes its place: `{ ...block, run: (config, context) => … block.run(config,
 * context) }`. Blocks that decide which block is next (`conditional`, `wait` and their like) are executed by the engine itself; they can be
 * replaced, not called.
 *
 * @throws RunwrightError `not_found` when no built-in block of that type can be called, naming those that can.
 */
export function builtInBlock(type: string): AnyBlock {
  const callable = builtInBlocks.filter((block) => 'run' in block);
  const block = callable.find((one) => one.type === type);
  if (block) return block;
  const types = listNames(callable.map((one) => one.type));
  throw new RunwrightError(
    'not_found',
    `Cannot call \`${type}\`: no such built-in block. Use one of ${types}.`,
  );
}
