/** Something in an accepted start that has no effect, or in a run that counts as nothing. */
export interface StartWarning {
  /**
   * `unknown_parameter`: the workflow has no parameter of this key. `unknown_member`: the body of the HTTP request has a member that its
   * route does not know. `priority_ignored`: the priority counts as 0. `undefined_name`: a template
   * of a block reads what does not exist. More codes may come.
   */
  readonly code: 'unknown_parameter' | 'unknown_member' | 'priority_ignored' | 'undefined_name';
  /** A sentence that names the key and what is meant, or what there is; for a priority, why it does not count; for a name, where it is read. */
  readonly message: string;
  /** Place in the request, such as `['parameters', 'citty']`; of a name the label and the field of its block, such as `['send', 'body']`. */
  readonly path: readonly string[];
  /** Key or name that was most likely meant; null when none resembles it. */
  readonly suggestion: string | null;
}

/** What a start answers beside the run. */
export interface StartWarnings {
  /** Empty when all that was given is used. Also on the timeline of the run, and in its `warnings`. */
  readonly warnings: readonly StartWarning[];
}
