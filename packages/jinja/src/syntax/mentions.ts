/** What a template makes use of. What few templates have need not be looked for in the trees of all. */
export interface Mentions {
  block: boolean;
  extends: boolean;
  /** Whether the name is read anywhere. */
  loop: boolean;
  self: boolean;
  super: boolean;
  /** Whether the name `loop` is assigned anywhere. */
  loopTarget: boolean;
}

/** Nothing mentioned so far. */
export function noMentions(): Mentions {
  return { block: false, extends: false, loop: false, self: false, super: false, loopTarget: false };
}
