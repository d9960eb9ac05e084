import type { JsonObject } from './json.ts';

/** Element of an earlier page, as the record of an action on it describes it; see `ActionTarget`. */
export interface RecordedTarget {
  readonly kind: string;
  readonly name: string;
  /** Features of the element; one that is missing is not compared. Null: name and kind are compared. */
  readonly fingerprint: JsonObject | null;
  /** CSS with shadow hops joined by ` >> `, XPath that begins with `/`, or `role=kind[name="…"]`. */
  readonly selectors: readonly string[];
  /** URL of the frame around it. Frames with this URL are searched, without query and fragment; without any, all frames. */
  readonly frame?: string;
  /** Texts that the row or entry around the element contains, each as whole words. Default: any row. */
  readonly row?: readonly string[];
}

/** An element of the page that may be the one of a {@link RecordedTarget}. */
export interface TargetMatch {
  readonly id: string;
  /** Similarity of the fingerprints, from 0 to 1. */
  readonly score: number;
  /** Indexes of the selectors that find this element and no other. */
  readonly selectors: readonly number[];
}
