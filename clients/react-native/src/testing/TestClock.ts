import type { PhoneClock } from './Options.js';

/** Time that passes only when a test says so. */
export class TestClock implements PhoneClock {
  private time: number;
  private readonly timers = new Map<number, { readonly at: number; readonly callback: () => void }>();
  private next = 1;

  constructor(start = Date.UTC(2026, 10, 20, 18)) {
    this.time = start;
  }

  now(): number {
    return this.time;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const id = this.next;
    this.next += 1;
    this.timers.set(id, { at: this.time + Math.max(0, milliseconds), callback });
    return () => void this.timers.delete(id);
  }

  /** Moves from one timer to the next. `settle` lets all work finish in between, such as a phone's `settled`. */
  async advance(milliseconds: number, settle: () => Promise<void>): Promise<void> {
    const end = this.time + milliseconds;
    for (let due = this.earliest(end); due !== null; due = this.earliest(end)) {
      const timer = this.timers.get(due)!;
      this.timers.delete(due);
      this.time = Math.max(this.time, timer.at);
      timer.callback();
      await settle();
    }
    this.time = end;
    await settle();
  }

  private earliest(end: number): number | null {
    let first: number | null = null;
    for (const [id, { at }] of this.timers) {
      if (at <= end && (first === null || at < this.timers.get(first)!.at)) first = id;
    }
    return first;
  }
}
