import type { Facilities } from '../runtime.ts';
import type { Node } from '../syntax/node.ts';
import type { Site, Source } from '../syntax/source.ts';
import type { Value } from '../value/value.ts';
import { analyze } from './analyze.ts';
import type { Evaluate, Frame } from './frame.ts';
import { Activation, type Slot, Symbols } from './symbols.ts';

/** What is the same for all of a template. */
export interface Unit {
  readonly source: Source;
  readonly facilities: Facilities;
  /** What the code compiled so far says about extending another template. */
  extends: 'never' | 'perhaps' | 'surely';
}

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

/** A scope at compile time. */
export class Scope {
  readonly unit: Unit;
  readonly symbols: Symbols;
  readonly traits: Traits;

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
    const { droppable } = this.traits;
    return new Scope(this.unit, new Symbols(this.symbols.activation, this.symbols), { ...plain, droppable });
  }

  /** As `inner`, for text that is kept as a value and so is never dropped. */
  captured(): Scope {
    return new Scope(this.unit, new Symbols(this.symbols.activation, this.symbols), plain);
  }

  /** A scope inside this one with an activation of its own; text of a macro, unlike a loop's, is never dropped. */
  callable(droppable: boolean): Scope {
    const activation = new Activation(this.symbols.activation.depth + 1);
    return new Scope(this.unit, new Symbols(activation, this.symbols), { ...plain, droppable });
  }

  /** This scope, in code that may not run. */
  soft(): Scope {
    return new Scope(this.unit, this.symbols, { ...this.traits, rootlevel: false, tentative: true });
  }

  /** This scope, for a constant expression. */
  constant(): Scope {
    return new Scope(this.unit, this.symbols, { ...this.traits, folded: true });
  }

  analyze(nodes: Iterable<Node>): this {
    analyze(nodes, this.symbols);
    return this;
  }

  site(at: number): Site {
    return { source: this.unit.source, offset: at };
  }

  /** Code that fills the scope's variables when it is entered. */
  enter(): (frame: Frame) => void {
    const steps: ((frame: Frame) => void)[] = [];
    for (const [{ index }, load] of this.symbols.loads) {
      if (load.action === 'resolve') {
        const { name } = load;
        steps.push((frame) => {
          frame.vars[index] = frame.context.resolve(name);
        });
      } else if (load.action === 'alias') {
        const read = this.read(load.slot);
        steps.push((frame) => {
          frame.vars[index] = read(frame);
        });
      } else if (load.action === 'undefined') {
        steps.push((frame) => {
          frame.vars[index] = undefined;
        });
      }
    }
    const [only] = steps;
    if (steps.length === 1 && only !== undefined) return only;
    return (frame) => {
      for (const step of steps) step(frame);
    };
  }

  /** Code that reads a variable; undefined while it has no value. */
  read(slot: Slot): (frame: Frame) => Value | undefined {
    const { index } = slot;
    const hops = this.symbols.activation.depth - slot.depth;
    if (hops === 0) return (frame) => frame.vars[index];
    if (hops === 1) return (frame) => frame.up.vars[index];
    return (frame) => {
      let holder = frame;
      for (let hop = 0; hop < hops; hop += 1) holder = holder.up;
      return holder.vars[index];
    };
  }

  /** Code for a name that is read. */
  name(name: string): Evaluate {
    const slot = this.symbols.find(name);
    if (slot === undefined) return (frame) => orMissing(frame.context.resolve(name), name, frame);
    const { index } = slot;
    if (slot.depth === this.symbols.activation.depth)
      return (frame) => orMissing(frame.vars[index], name, frame);
    const read = this.read(slot);
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
    const readers = [...this.symbols.visibleStores()].map(([name, slot]) => [name, this.read(slot)] as const);
    return (frame) => {
      const values = new Map<string, Value>();
      for (const [name, read] of readers) {
        const value = read(frame);
        if (value !== undefined) values.set(name, value);
      }
      return values;
    };
  }
}

function orMissing(value: Value | undefined, name: string, frame: Frame): Value {
  return value === undefined ? frame.rt.undefinedName(name) : value;
}
