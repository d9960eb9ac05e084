import { type Json, valueSize } from '@runwright/contract';

/** Bytes of one config as JSON that the timeline shows: people read it. */
const maxBytes = 1024 * 1024;
/** Bytes of memory of the configs of a run that may be large: each iteration of a loop has its own, and a timeline is read as a whole. */
const maxTotalBytes = 64 * 1024 * 1024;
/** Bytes of a config that is shown after that. */
const smallBytes = 8 * 1024;

/** Counts the configs that one worker shows on the timeline of a run. */
export interface ShownConfigs {
  /** Bytes of JSON that the next config may have. */
  leftBytes(): number;
  add(config: Json): void;
}

/** Starts at zero. */
export function countShownConfigs(): ShownConfigs {
  let total = 0;
  return {
    leftBytes: () => (total < maxTotalBytes ? maxBytes : smallBytes),
    add(config) {
      total += valueSize(config);
    },
  };
}
