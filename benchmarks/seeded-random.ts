/** A source of numbers that depends on its seed alone. */
export interface Random {
  /** A number from 0 up to 1, without 1. */
  fraction(): number;
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  /** A number of the exponential distribution with this mean. */
  exponential(mean: number): number;
  /** The items in another order. */
  shuffled<T>(items: readonly T[]): readonly T[];
}

/** Makes a source: the generator `mulberry32`, whose numbers are even enough for choices. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, most: number): number =>
    least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    integer,
    exponential: (mean) => -mean * Math.log(1 - fraction()),
    shuffled(items) {
      const left = [...items];
      return items.map(() => left.splice(integer(0, left.length - 1), 1)[0] as (typeof items)[number]);
    },
  };
}
