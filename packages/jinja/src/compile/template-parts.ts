import type { Source } from '../syntax/source.ts';
import type { BlockCode, Context } from './context.ts';
import type { Output } from './frame.ts';

/** A template ready to run. Of a class for the reason that nodes are, see node-classes.ts: what it refers to is large. */
export class CompiledTemplate {
  declare readonly source: Source;
  declare readonly blocks: ReadonlyMap<string, BlockCode>;
  /** Runs the template in a context, which it may add names to. Its blocks must have been added to the context. */
  declare readonly run: (context: Context, out: Output) => void;

  constructor(
    source: Source,
    blocks: ReadonlyMap<string, BlockCode>,
    run: (context: Context, out: Output) => void,
  ) {
    this.source = source;
    this.blocks = blocks;
    this.run = run;
  }
}

/** Adds a template's blocks to a context, behind those of the templates that extend it. */
export function addBlocks(template: CompiledTemplate, context: Context): void {
  if (template.blocks.size === 0) return;
  for (const [name, code] of template.blocks)
    context.blocks.set(name, [...(context.blocks.get(name) ?? []), code]);
}
