/** Heights of the entries of a long list: measured where they were drawn, estimated elsewhere. */
export class Heights {
  private readonly measured = new Map<string, number>();
  private sum = 0;
  private keys: readonly string[] = [];
  private offsets: number[] = [0];

  constructor(private readonly guess: number) {}

  /** The list is these entries from now on. */
  arrange(keys: readonly string[]): void {
    this.keys = keys;
    this.place();
  }

  /** @returns whether an offset changed. */
  measure(heights: ReadonlyMap<string, number>): boolean {
    let isChanged = false;
    for (const [key, height] of heights) {
      const old = this.measured.get(key);
      if (old === height || height === 0) continue;
      this.sum += height - (old ?? 0);
      this.measured.set(key, height);
      isChanged = true;
    }
    if (isChanged) this.place();
    return isChanged;
  }

  /** The width changed: what was measured says nothing any more. */
  forget(): void {
    this.measured.clear();
    this.sum = 0;
    this.place();
  }

  offset(index: number): number {
    return this.offsets[index]!;
  }

  get total(): number {
    return this.offsets[this.keys.length]!;
  }

  /** The entry at a distance from the top. */
  indexAt(y: number): number {
    let low = 0;
    let high = this.keys.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.offsets[middle]! <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private place(): void {
    const average = this.measured.size ? this.sum / this.measured.size : this.guess;
    const offsets = [0];
    this.keys.forEach((key, index) => offsets.push(offsets[index]! + (this.measured.get(key) ?? average)));
    this.offsets = offsets;
  }
}
