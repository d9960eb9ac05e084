/** The variables of one activation: of the template, a block, a macro or a recursive loop. */
export class Activation {
  readonly depth: number;
  size = 0;

  constructor(depth: number) {
    this.depth = depth;
  }
}

/** Where a variable is kept: which activation, counted from the outermost, and which place in it. */
export interface Slot {
  readonly depth: number;
  readonly index: number;
}

/** What a variable holds when its scope is entered. */
export type Load =
  | { readonly action: 'parameter' }
  /** the value of a name in the context */
  | { readonly action: 'resolve'; readonly name: string }
  /** the value of an outer variable */
  | { readonly action: 'alias'; readonly slot: Slot }
  | { readonly action: 'undefined' };

/**
 * The names of one scope, resolved before it runs, with the rules of Jinja: a name that a scope assigns begins as the outer
 * variable of that name, or as undefined; a name it only reads is the outer variable, or comes from the context.
 */
export class Symbols {
  readonly activation: Activation;
  readonly parent: Symbols | null;
  readonly #slots: Map<string, Slot>;
  readonly #refs: Map<string, Slot>;
  readonly #loads: Map<Slot, Load>;
  readonly #stores: Set<string>;

  constructor(activation: Activation, parent: Symbols | null, copied?: Symbols) {
    this.activation = activation;
    this.parent = parent;
    this.#slots = copied === undefined ? new Map() : copied.#slots;
    this.#refs = new Map(copied === undefined ? [] : copied.#refs);
    this.#loads = new Map(copied === undefined ? [] : copied.#loads);
    this.#stores = new Set(copied === undefined ? [] : copied.#stores);
  }

  /** A branch of this scope: it starts with the same names and shares the places of new ones. */
  branch(): Symbols {
    return new Symbols(this.activation, this.parent, this);
  }

  /** What has to be loaded on entering the scope. */
  get loads(): Iterable<readonly [Slot, Load]> {
    return this.#loads;
  }

  find(name: string): Slot | undefined {
    return this.#refs.get(name) ?? this.parent?.find(name);
  }

  load(name: string): void {
    if (this.find(name) === undefined) this.#define(name, { action: 'resolve', name });
  }

  store(name: string): void {
    this.#stores.add(name);
    if (this.#refs.has(name)) return;
    const outer = this.parent?.find(name);
    this.#define(name, outer === undefined ? { action: 'undefined' } : { action: 'alias', slot: outer });
  }

  declare(name: string): Slot {
    this.#stores.add(name);
    return this.#define(name, { action: 'parameter' });
  }

  /** Takes over the names of alternative branches: what only some of them assign keeps its outer value in the others. */
  merge(branches: readonly Symbols[]): void {
    const stored = new Set(branches.flatMap((branch) => [...branch.#stores]));
    const added = [...stored].filter((name) => !this.#stores.has(name));
    for (const branch of branches) {
      for (const [name, slot] of branch.#refs) this.#refs.set(name, slot);
      for (const [slot, load] of branch.#loads) this.#loads.set(slot, load);
    }
    for (const name of stored) this.#stores.add(name);
    for (const name of added) {
      const slot = this.find(name);
      const outer = this.parent?.find(name);
      if (slot === undefined) continue;
      this.#loads.set(
        slot,
        outer === undefined ? { action: 'resolve', name } : { action: 'alias', slot: outer },
      );
    }
  }

  /** Every name assigned in this scope and those around it, with its innermost place. */
  visibleStores(): Map<string, Slot> {
    const visible = this.parent?.visibleStores() ?? new Map<string, Slot>();
    for (const name of this.#stores) {
      const slot = this.find(name);
      if (slot !== undefined) visible.set(name, slot);
    }
    return visible;
  }

  #define(name: string, load: Load): Slot {
    let slot = this.#slots.get(name);
    if (slot === undefined) {
      slot = { depth: this.activation.depth, index: this.activation.size };
      this.activation.size += 1;
      this.#slots.set(name, slot);
    }
    this.#refs.set(name, slot);
    this.#loads.set(slot, load);
    return slot;
  }
}
