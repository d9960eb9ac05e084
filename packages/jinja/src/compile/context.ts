import type { Runtime } from '../runtime.ts';
import type { Value } from '../value/value.ts';
import type { Output } from './frame.ts';

/** A compiled block. `depth` counts from the most derived version of it. */
export interface BlockCode {
  run(context: Context, out: Output, depth: number): void;
}

type Resolve = (name: string) => Value | undefined;

/** Where the names of a template come from when no scope of its own has them. */
export class Context {
  readonly rt: Runtime;
  /** Blocks by name, the most derived version first. */
  readonly blocks: Map<string, readonly BlockCode[]>;
  readonly #globals: Resolve;
  readonly #outer: Resolve;
  readonly #vars = new Map<string, Value>();
  readonly #exported = new Set<string>();

  constructor(
    rt: Runtime,
    globals: Resolve,
    outer: Resolve,
    blocks: Map<string, readonly BlockCode[]> = new Map(),
  ) {
    this.rt = rt;
    this.#globals = globals;
    this.#outer = outer;
    this.blocks = blocks;
  }

  resolve(name: string): Value | undefined {
    const value = this.#vars.get(name);
    return value === undefined ? this.#outer(name) : value;
  }

  /** Makes a name known to the templates and blocks of this context. */
  set(name: string, value: Value): void {
    this.#vars.set(name, value);
    if (!name.startsWith('_')) this.#exported.add(name);
  }

  /** Keeps a name from being exported: what a template imports it does not pass on. */
  hide(name: string): void {
    this.#exported.delete(name);
  }

  /** What a template offers to those that import it. */
  exports(): Map<string, Value> {
    return new Map([...this.#vars].filter(([name]) => this.#exported.has(name)));
  }

  /** The same blocks, with local names in front of the names. */
  derived(locals: ReadonlyMap<string, Value>): Context {
    return new Context(this.rt, this.#globals, this.#behind(locals), this.blocks);
  }

  /** A context for another template: with the names of this one and local ones in front of them. */
  forTemplate(locals: ReadonlyMap<string, Value>): Context {
    return new Context(this.rt, this.#globals, this.#behind(locals));
  }

  /** A context for another template that sees the global names only. */
  bare(): Context {
    return new Context(this.rt, this.#globals, this.#globals);
  }

  #behind(locals: ReadonlyMap<string, Value>): Resolve {
    return (name) => (locals.has(name) ? locals.get(name) : this.resolve(name));
  }
}
