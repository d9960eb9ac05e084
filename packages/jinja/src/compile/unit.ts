import type { Facilities } from '../runtime.ts';
import type { Source } from '../syntax/source.ts';
import type { UsedFeatures } from '../syntax/used-features.ts';

/** State shared by all of a template while it is compiled. */
export class Unit {
  readonly source: Source;
  readonly facilities: Facilities;
  readonly mentions: UsedFeatures;
  /** State of `extends` in the code compiled so far. */
  extends: 'never' | 'perhaps' | 'surely' = 'never';
  /**
   * Number of compiled nodes. What running a body once costs in steps is how many nodes it has: counted here and
   * spent once per run, so that single nodes need not count themselves.
   */
  nodes = 0;

  constructor(source: Source, facilities: Facilities, mentions: UsedFeatures) {
    this.source = source;
    this.facilities = facilities;
    this.mentions = mentions;
  }
}
