/** Features that a template uses, so that later passes can skip trees without them. */
export class UsedFeatures {
  block = false;
  extends = false;
  /** True when the name is read anywhere. */
  loop = false;
  self = false;
  super = false;
  /** True when the name `loop` is assigned anywhere. */
  loopTarget = false;
}

/** Returns an empty set of features. */
export function noFeatures(): UsedFeatures {
  return new UsedFeatures();
}
