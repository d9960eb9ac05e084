import { TemplateError } from './error.ts';
import { defaultLimits, type LimitName, type Limits } from './limits.ts';

const slice = 2_048;
const readPerStep = 64;
// What native code reads at the speed of memory.
const lookedThroughPerStep = 512;
// What is built stays in memory: 2,000,000 steps are 64,000,000 characters of two bytes.
const builtPerStep = 32;

/** Steps that several renders share. Each one takes what it uses, up to its own limit. */
export class SharedSteps {
  /** Steps of all renders together. */
  readonly limit: number;
  /** Steps that no render has used yet. */
  left: number;

  constructor(limit: number = defaultLimits.steps) {
    this.limit = limit;
    this.left = limit;
  }
}

/**
 * Counts what one render uses and throws when a budget runs out. The clock is read once per 2,048 steps, so that counting
 * costs one subtraction.
 */
export class Meter {
  readonly limits: Limits;
  readonly #now: () => number;
  readonly #deadline: number;
  readonly #shared: SharedSteps | null;
  readonly #total: number;
  #fuel: number;
  #reserve: number;
  #depth = 0;

  constructor(limits: Limits, now: () => number, shared: SharedSteps | null = null) {
    this.limits = limits;
    this.#now = now;
    this.#deadline = now() + limits.timeMs;
    this.#shared = shared;
    this.#total = Math.max(0, Math.min(limits.steps, shared?.left ?? limits.steps));
    this.#fuel = Math.min(slice, this.#total);
    this.#reserve = this.#total - this.#fuel;
  }

  /** Takes what was used from the steps that are shared; call it when the render has ended, in whatever way. */
  settle(): void {
    if (this.#shared) this.#shared.left -= this.#total - this.#fuel - this.#reserve;
  }

  /** Uses up `steps` units of work; what is no positive number uses up nothing and gives nothing back. */
  spend(steps: number): void {
    if (!(steps > 0)) return;
    this.#fuel -= steps;
    if (this.#fuel < 0) this.#refuel();
  }

  /** Accounts for a text of `length` characters that is about to be built; call it before building. */
  text(length: number): void {
    if (!(length <= this.limits.stringLength)) throw limitError('stringLength', this.limits);
    this.spend(1 + Math.floor(length / builtPerStep));
  }

  /** Accounts for reading through a text of `length` characters. */
  scan(length: number): void {
    this.spend(scanSteps(length));
  }

  /** Accounts for handing a text of `length` characters to what may look through it. */
  look(length: number): void {
    if (length >= lookedThroughPerStep) this.spend(length / lookedThroughPerStep);
  }

  /** Accounts for a text under construction that has grown by `added` to `length` characters. */
  grow(length: number, added: number): void {
    if (!(length <= this.limits.stringLength)) throw limitError('stringLength', this.limits);
    this.spend(1 + Math.floor(added / builtPerStep));
  }

  /** Accounts for a collection of `size` items that is about to be built; call it before building. */
  collection(size: number): void {
    if (!(size <= this.limits.collectionSize)) throw limitError('collectionSize', this.limits);
    this.spend(1 + size);
  }

  /** Accounts for a collection that grows by one item to `size`. */
  item(size: number): void {
    if (!(size <= this.limits.collectionSize)) throw limitError('collectionSize', this.limits);
    this.spend(1);
  }

  /** Accounts for a whole number of about `bits` bits that is about to be computed. */
  integer(bits: number): void {
    if (!(bits <= this.limits.integerBits)) throw limitError('integerBits', this.limits);
    this.spend(1 + Math.floor(bits / readPerStep));
  }

  /** Accounts for output that has grown to `length` characters by `added`. */
  output(length: number, added: number): void {
    if (length > this.limits.outputLength) throw limitError('outputLength', this.limits);
    if (added > readPerStep) this.spend(Math.floor(added / readPerStep));
  }

  /** Enters one level of recursion; pair it with `leave`. */
  enter(): void {
    this.#depth += 1;
    if (this.#depth > this.limits.recursion) throw limitError('recursion', this.limits);
  }

  /** Accounts for walking a value of `levels` levels at the present level of recursion. */
  reach(levels: number): void {
    if (this.#depth + levels > this.limits.recursion) throw limitError('recursion', this.limits);
  }

  leave(): void {
    this.#depth -= 1;
  }

  #refuel(): void {
    if (this.#fuel + this.#reserve < 0) {
      if (this.#shared && this.#total < this.limits.steps) throw sharedLimitError(this.#shared);
      throw limitError('steps', this.limits);
    }
    if (this.#now() > this.#deadline) throw limitError('timeMs', this.limits);
    const total = this.#fuel + this.#reserve;
    this.#fuel = Math.min(slice, total);
    this.#reserve = total - this.#fuel;
  }
}

/** Returns the cost of reading a text of `length` characters. */
export function scanSteps(length: number): number {
  return 1 + Math.floor(length / readPerStep);
}

/** The error that names a limit and its value. */
export function limitError(limit: LimitName, limits: Limits): TemplateError {
  const message = `The template exceeds the limit \`${limit}\` of ${limits[limit]}.`;
  return new TemplateError('limit', message, { limit });
}

function sharedLimitError({ limit }: SharedSteps): TemplateError {
  const message = `The templates that share a budget exceed its limit \`steps\` of ${limit} together.`;
  return new TemplateError('limit', message, { limit: 'steps' });
}
