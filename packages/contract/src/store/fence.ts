/** Proof of ownership. The token grows with every change of owner; an older one writes nothing. */
export interface Fence {
  readonly owner: string;
  readonly token: number;
}
