import type { Facilities } from '../runtime.ts';
import type { Source } from '../syntax/source.ts';

type Mention = 'block' | 'extends' | 'loop' | 'self' | 'super';

/** What is the same for all of a template while it is compiled. */
export class Unit {
  readonly source: Source;
  readonly facilities: Facilities;
  /** What the code compiled so far says about extending another template. */
  extends: 'never' | 'perhaps' | 'surely' = 'never';
  /**
   * How many nodes have been compiled. What running a body once costs in steps is how many nodes it has: counted here and
   * spent once per run, so that single nodes need not count themselves.
   */
  nodes = 0;
  readonly #mentioned: Partial<Record<Mention, boolean>> = {};

  constructor(source: Source, facilities: Facilities) {
    this.source = source;
    this.facilities = facilities;
  }

  /** Whether a word stands anywhere in the source. What few templates have need not be looked for in the tree of all. */
  mentions(word: Mention): boolean {
    this.#mentioned[word] ??= this.source.text.includes(word);
    return this.#mentioned[word];
  }
}
