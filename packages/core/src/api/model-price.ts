/** US dollars for a million tokens of each kind. */
export interface ModelPrice {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  /** Default: the price of input. */
  readonly cacheWrite?: number;
}
