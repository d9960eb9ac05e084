/** Something in an accepted start that has no effect. */
export interface StartWarning {
  /** `unknown_parameter`: the workflow has no parameter of this key. `priority_ignored`: the priority counts as 0. More codes may come. */
  readonly code: 'unknown_parameter' | 'priority_ignored';
  /** A sentence that names the key and what is meant, or what there is; for a priority, why it does not count. */
  readonly message: string;
  /** Place in the request, such as `['parameters', 'citty']`. */
  readonly path: readonly string[];
  /** Key that was most likely meant; null when none resembles it. */
  readonly suggestion: string | null;
}

/** What a start answers beside the run. */
export interface StartWarnings {
  /** Empty when all that was given is used. Also on the timeline of the run. */
  readonly warnings: readonly StartWarning[];
}
