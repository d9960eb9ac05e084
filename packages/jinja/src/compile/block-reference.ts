import { stringRepr } from '../print/string-repr.ts';
import type { Runtime } from '../runtime.ts';
import { Markup } from '../value/markup.ts';
import { type CallArguments, ObjectValue, type Printer, type Value } from '../value/value.ts';
import type { Context } from './context.ts';
import { Output } from './frame.ts';

/** A block as a value: `self.name` and `super`. Calling it renders it. */
export class BlockReference extends ObjectValue {
  readonly typeName = 'BlockReference';
  readonly #name: string;
  readonly #context: Context;
  readonly #depth: number;

  constructor(name: string, context: Context, depth: number) {
    super();
    this.#name = name;
    this.#context = context;
    this.#depth = depth;
  }

  override get callable(): boolean {
    return true;
  }

  /** The version of the block that this one overrides. */
  override attribute(name: string): Value | undefined {
    return name === 'super' ? blockReference(this.#name, this.#context, this.#depth + 1) : undefined;
  }

  override call(_args: CallArguments, rt: Runtime): Value {
    const out = new Output(rt);
    rt.meter.enter();
    this.#context.blocks.get(this.#name)?.[this.#depth]?.run(this.#context, out, this.#depth);
    rt.meter.leave();
    return rt.autoescape ? new Markup(out.text) : out.text;
  }

  override repr(printer: Printer): void {
    printer.write(`<BlockReference '${this.#name}'>`);
  }
}

/** The variable `self`: the blocks of the template as members. */
export class TemplateReference extends ObjectValue {
  readonly typeName = 'TemplateReference';
  readonly #context: Context;

  constructor(context: Context) {
    super();
    this.#context = context;
  }

  override attribute(name: string): Value | undefined {
    return this.#context.blocks.has(name) ? new BlockReference(name, this.#context, 0) : undefined;
  }

  override item(key: Value): Value | undefined {
    return typeof key === 'string' ? this.attribute(key) : undefined;
  }

  override repr(printer: Printer): void {
    const { name } = this.#context;
    printer.write(`<TemplateReference ${name === null ? 'None' : stringRepr(name)}>`);
  }
}

/** The version of a block at a depth; undefined with a message when there is none. */
export function blockReference(name: string, context: Context, depth: number): Value {
  const versions = context.blocks.get(name) ?? [];
  if (depth < versions.length) return new BlockReference(name, context, depth);
  return context.rt.undefined(`there is no parent block called '${name}'.`);
}
