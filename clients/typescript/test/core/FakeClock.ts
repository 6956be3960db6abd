import type { Clock } from '../../src/core/platform.js';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Lets everything run that waits for nothing but its turn. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise<void>((done) => setImmediate(done));
}

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  time = Date.parse('2026-11-20T10:00:00Z');
  private timers: Timer[] = [];

  readonly now = (): number => this.time;

  readonly after = (milliseconds: number, callback: () => void): (() => void) => {
    const timer = { at: this.time + milliseconds, callback };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  };

  /** Milliseconds until each timer is due. */
  get waits(): number[] {
    return this.timers.map(({ at }) => at - this.time).sort((a, b) => a - b);
  }

  async advance(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds;
    await settled();
    for (;;) {
      const next = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((each) => each !== next);
      this.time = Math.max(this.time, next.at);
      next.callback();
      await settled();
    }
    this.time = end;
    await settled();
  }
}
