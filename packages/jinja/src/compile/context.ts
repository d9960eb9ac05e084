import type { Runtime } from '../runtime.ts';
import type { Value } from '../value/value.ts';
import type { Output } from './frame.ts';

/** A compiled block. `depth` counts from the most derived version of it. */
export interface BlockCode {
  run(context: Context, out: Output, depth: number): void;
}

type Resolve = (name: string) => Value | undefined;

/** Variables, blocks and exports of one render of a template. */
export class Context {
  readonly rt: Runtime;
  /** The loader's name of the template that is rendered; null for text that was compiled directly. */
  readonly name: string | null;
  readonly #globals: Resolve;
  readonly #outer: Resolve;
  // Most templates set no names and have no blocks.
  #blocks: Map<string, readonly BlockCode[]> | null;
  #vars: Map<string, { readonly value: Value; exported: boolean }> | null = null;

  constructor(
    rt: Runtime,
    name: string | null,
    globals: Resolve,
    outer: Resolve,
    blocks: Map<string, readonly BlockCode[]> | null = null,
  ) {
    this.rt = rt;
    this.name = name;
    this.#globals = globals;
    this.#outer = outer;
    this.#blocks = blocks;
  }

  /** Blocks by name, the most derived version first. */
  get blocks(): Map<string, readonly BlockCode[]> {
    this.#blocks ??= new Map();
    return this.#blocks;
  }

  resolve(name: string): Value | undefined {
    const own = this.#vars?.get(name);
    return own === undefined ? this.#outer(name) : own.value;
  }

  /** Makes a name known to the templates and blocks of this context. */
  set(name: string, value: Value): void {
    this.#vars ??= new Map();
    this.#vars.set(name, { value, exported: !name.startsWith('_') });
  }

  /** Keeps a name from being exported: what a template imports it does not pass on. */
  hide(name: string): void {
    const own = this.#vars?.get(name);
    if (own !== undefined) own.exported = false;
  }

  /** Exports of a template for those that import it. */
  exports(): Map<string, Value> {
    const exports = new Map<string, Value>();
    for (const [name, { value, exported }] of this.#vars ?? []) if (exported) exports.set(name, value);
    return exports;
  }

  /** The same blocks, with local names in front of the names. */
  derived(locals: ReadonlyMap<string, Value>): Context {
    return new Context(this.rt, this.name, this.#globals, this.#behind(locals), this.blocks);
  }

  /** A context for another template: with the names of this one and local ones in front of them. */
  forTemplate(name: string | null, locals: ReadonlyMap<string, Value>): Context {
    return new Context(this.rt, name, this.#globals, this.#behind(locals));
  }

  /** A context for another template that sees the global names only. */
  bare(name: string | null): Context {
    return new Context(this.rt, name, this.#globals, this.#globals);
  }

  #behind(locals: ReadonlyMap<string, Value>): Resolve {
    return (name) => (locals.has(name) ? locals.get(name) : this.resolve(name));
  }
}
