import type { Node } from '../syntax/node.ts';
import { SourcePosition } from '../syntax/source.ts';
import type { Value } from '../value/value.ts';
import { analyze } from './analyze.ts';
import type { Evaluate, Frame } from './frame.ts';
import { Activation, Symbols, type Variable } from './symbols.ts';
import type { Unit } from './unit.ts';

interface Traits {
  /** Assignments here are visible to blocks and to templates that import this one. */
  readonly toplevel: boolean;
  /** Directly in the template, in no statement. */
  readonly rootlevel: boolean;
  /** A branch that may not run: unknown filters and tests fail only when it does. */
  readonly tentative: boolean;
  /** The expression is constant, so that the rules of Jinja's constant folding hold. */
  readonly folded: boolean;
  /** Text here is dropped once the template extends another. */
  readonly droppable: boolean;
}

const plain: Traits = {
  toplevel: false,
  rootlevel: false,
  tentative: false,
  folded: false,
  droppable: false,
};

const dropped: Traits = { ...plain, droppable: true };

/** A scope at compile time. */
export class Scope {
  readonly unit: Unit;
  readonly symbols: Symbols;
  readonly traits: Traits;
  #soft: Scope | null = null;

  private constructor(unit: Unit, symbols: Symbols, traits: Traits) {
    this.unit = unit;
    this.symbols = symbols;
    this.traits = traits;
  }

  /** The outermost scope of a template. */
  static template(unit: Unit, droppable: boolean): Scope {
    return new Scope(unit, new Symbols(new Activation(0), null), {
      ...plain,
      toplevel: true,
      rootlevel: true,
      droppable,
    });
  }

  /** The outermost scope of a block. */
  static block(unit: Unit): Scope {
    return new Scope(unit, new Symbols(new Activation(0), null), plain);
  }

  /** A scope inside this one, with its variables in the same activation. */
  inner(): Scope {
    return new Scope(
      this.unit,
      new Symbols(this.symbols.activation, this.symbols),
      this.traits.droppable ? dropped : plain,
    );
  }

  /** As `inner`, for text that is kept as a value and so is never dropped. */
  captured(): Scope {
    return new Scope(this.unit, new Symbols(this.symbols.activation, this.symbols), plain);
  }

  /** A scope inside this one with an activation of its own; text of a macro, unlike a loop's, is never dropped. */
  callable(droppable: boolean): Scope {
    const activation = new Activation(this.symbols.activation.depth + 1);
    return new Scope(this.unit, new Symbols(activation, this.symbols), droppable ? dropped : plain);
  }

  /** This scope, in code that may not run. */
  soft(): Scope {
    if (this.traits.tentative && !this.traits.rootlevel) return this;
    this.#soft ??= new Scope(this.unit, this.symbols, { ...this.traits, rootlevel: false, tentative: true });
    return this.#soft;
  }

  /** This scope, for a constant expression. */
  constant(): Scope {
    return new Scope(this.unit, this.symbols, { ...this.traits, folded: true });
  }

  analyze(nodes: readonly Node[]): this {
    analyze(nodes, this.symbols);
    return this;
  }

  site(at: number): SourcePosition {
    return new SourcePosition(this.unit.source, at);
  }

  /** Code that fills the scope's variables when it is entered. */
  enter(): (frame: Frame) => void {
    const loaded = this.symbols.variables.filter(({ load }) => load !== 'parameter');
    if (loaded.length === 0) return nothing;
    const { depth } = this.symbols.activation;
    return (frame) => {
      for (const variable of loaded) frame.vars[variable.index] = initialValue(variable, frame, depth);
    };
  }

  /** Code that reads a variable; undefined while it has no value. */
  read({ index, depth }: Variable): (frame: Frame) => Value | undefined {
    const hops = this.symbols.activation.depth - depth;
    if (hops === 0) return (frame) => frame.vars[index];
    return (frame) => outer(frame, hops).vars[index];
  }

  /** Code for a name that is read. */
  name(name: string): Evaluate {
    const variable = this.symbols.find(name);
    if (variable === undefined) return (frame) => orMissing(frame.context.resolve(name), name, frame);
    if (variable.depth === this.symbols.activation.depth) {
      variable.evaluate ??= evaluateAt(variable.index, name);
      return variable.evaluate;
    }
    const read = this.read(variable);
    return (frame) => orMissing(read(frame), name, frame);
  }

  /** Code that assigns a variable of this scope; the analysis has given it a place here. */
  write(name: string): (frame: Frame, value: Value) => void {
    const { index } = this.symbols.find(name) ?? this.symbols.declare(name);
    if (!this.traits.toplevel)
      return (frame, value) => {
        frame.vars[index] = value;
      };
    return (frame, value) => {
      frame.vars[index] = value;
      frame.context.set(name, value);
    };
  }

  /** Code that collects the variables assigned in this scope and those around it. */
  locals(): (frame: Frame) => Map<string, Value> {
    // Collected anew each time: many places that keep all variables each are more than a template should hold.
    return (frame) => {
      const visible = this.symbols.visibleStores();
      frame.rt.meter.spend(visible.size);
      const values = new Map<string, Value>();
      for (const [name, variable] of visible) {
        const value = this.read(variable)(frame);
        if (value !== undefined) values.set(name, value);
      }
      return values;
    };
  }
}

function nothing(): void {}

function evaluateAt(index: number, name: string): Evaluate {
  return (frame) => orMissing(frame.vars[index], name, frame);
}

function initialValue({ load, name }: Variable, frame: Frame, depth: number): Value | undefined {
  switch (load) {
    case 'resolve':
      return frame.context.resolve(name);
    case 'parameter':
    case 'undefined':
      return undefined;
    default:
      return outer(frame, depth - load.depth).vars[load.index];
  }
}

/** The frame of the activation that many levels outside. */
function outer(frame: Frame, hops: number): Frame {
  let holder = frame;
  for (let hop = 0; hop < hops; hop += 1) holder = holder.up;
  return holder;
}

function orMissing(value: Value | undefined, name: string, frame: Frame): Value {
  return value === undefined ? frame.rt.undefinedName(name) : value;
}
