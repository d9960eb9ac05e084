import { emptyList } from '../syntax/list.ts';
import type { Evaluate } from './frame.ts';

/** The variables of one activation: of the template, a block, a macro or a recursive loop. */
export class Activation {
  readonly depth: number;
  size = 0;

  constructor(depth: number) {
    this.depth = depth;
  }
}

/** Initial value of a variable when its scope is entered. */
export type Load =
  | 'parameter'
  /** the value of its name in the context */
  | 'resolve'
  | 'undefined'
  /** the value of an outer variable */
  | Variable;

/** A name of a scope and where its value is kept: in which activation, counted from the outermost, and in which place. */
export class Variable {
  declare readonly name: string;
  declare readonly depth: number;
  declare readonly index: number;
  declare load: Load;
  /** True when the scope assigns it. */
  declare stored: boolean;
  /** Code that reads it in its own activation, the same for all places; null until there is one. */
  evaluate: Evaluate | null = null;

  constructor(name: string, depth: number, index: number, load: Load, stored: boolean) {
    this.name = name;
    this.depth = depth;
    this.index = index;
    this.load = load;
    this.stored = stored;
  }
}

/**
 * The names of one scope, resolved before it runs, with the rules of Jinja: a name that a scope assigns begins as the outer
 * variable of that name, or as undefined; a name it only reads is the outer variable, or comes from the context. What only
 * some branches of an `if` assign comes from the context in the others.
 */
export class Symbols {
  readonly activation: Activation;
  readonly parent: Symbols | null;
  // Most scopes have a few names, which a list finds sooner than a Map that has to be made first.
  readonly variables = emptyList<Variable>();
  #byName: Map<string, Variable> | null = null;

  constructor(activation: Activation, parent: Symbols | null) {
    this.activation = activation;
    this.parent = parent;
  }

  find(name: string): Variable | undefined {
    return this.#own(name) ?? this.parent?.find(name);
  }

  load(name: string): void {
    if (this.find(name) === undefined) this.#define(name, 'resolve', false);
  }

  /** Records an assignment; `always` when no branch leads past it. */
  store(name: string, always: boolean): void {
    const own = this.#own(name);
    if (own !== undefined) own.stored = true;
    else this.#define(name, this.parent?.find(name) ?? (always ? 'undefined' : 'resolve'), true);
  }

  /** Gives a name a place that whoever enters the scope fills. */
  declare(name: string): Variable {
    const own = this.#own(name);
    if (own === undefined) return this.#define(name, 'parameter', true);
    own.stored = true;
    own.load = 'parameter';
    return own;
  }

  /** Every variable assigned in this scope and those around it, the innermost of each name. */
  visibleStores(): Map<string, Variable> {
    const visible = this.parent?.visibleStores() ?? new Map<string, Variable>();
    for (const variable of this.variables) if (variable.stored) visible.set(variable.name, variable);
    return visible;
  }

  #own(name: string): Variable | undefined {
    if (this.#byName !== null) return this.#byName.get(name);
    for (const variable of this.variables) if (variable.name === name) return variable;
    return undefined;
  }

  #define(name: string, load: Load, stored: boolean): Variable {
    const { activation, variables } = this;
    const { depth, size: index } = activation;
    const variable = new Variable(name, depth, index, load, stored);
    activation.size += 1;
    variables.push(variable);
    if (this.#byName !== null) this.#byName.set(name, variable);
    else if (variables.length > 8) this.#byName = new Map(variables.map((known) => [known.name, known]));
    return variable;
  }
}
