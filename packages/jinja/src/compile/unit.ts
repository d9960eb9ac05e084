import type { Facilities } from '../runtime.ts';
import type { Mentions } from '../syntax/mentions.ts';
import type { Source } from '../syntax/source.ts';

/** What is the same for all of a template while it is compiled. */
export class Unit {
  readonly source: Source;
  readonly facilities: Facilities;
  readonly mentions: Mentions;
  /** What the code compiled so far says about extending another template. */
  extends: 'never' | 'perhaps' | 'surely' = 'never';
  /**
   * How many nodes have been compiled. What running a body once costs in steps is how many nodes it has: counted here and
   * spent once per run, so that single nodes need not count themselves.
   */
  nodes = 0;

  constructor(source: Source, facilities: Facilities, mentions: Mentions) {
    this.source = source;
    this.facilities = facilities;
    this.mentions = mentions;
  }
}
