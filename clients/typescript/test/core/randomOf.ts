/** Whole numbers below a bound, the same for the same seed (mulberry32). */
export function randomOf(seed: number): (bound: number) => number {
  let state = seed;
  return bound => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 4294967296) * bound);
  };
}
