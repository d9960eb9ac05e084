/** What a template makes use of. What few templates have need not be looked for in the trees of all. */
export class Mentions {
  block = false;
  extends = false;
  /** Whether the name is read anywhere. */
  loop = false;
  self = false;
  super = false;
  /** Whether the name `loop` is assigned anywhere. */
  loopTarget = false;
}

/** Nothing mentioned so far. */
export function noMentions(): Mentions {
  return new Mentions();
}
