import type { Source } from '../syntax/source.ts';
import type { BlockCode, Context } from './context.ts';
import type { Output } from './frame.ts';

/** A template ready to run. */
export interface CompiledTemplate {
  readonly source: Source;
  readonly blocks: ReadonlyMap<string, BlockCode>;
  /** Runs the template in a context, which it may add names to. Its blocks must have been added to the context. */
  run(context: Context, out: Output): void;
}

/** Adds a template's blocks to a context, behind those of the templates that extend it. */
export function addBlocks(template: CompiledTemplate, context: Context): void {
  if (template.blocks.size === 0) return;
  for (const [name, code] of template.blocks)
    context.blocks.set(name, [...(context.blocks.get(name) ?? []), code]);
}
