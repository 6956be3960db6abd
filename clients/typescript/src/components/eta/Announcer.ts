/** Reads out at most one text in an interval: the latest one, never a queue of old ones. */
export class Announcer {
  private last = -Infinity;
  private waiting: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly interval: number,
    private readonly announce: (text: string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  say(text: string): void {
    this.waiting = text;
    if (this.timer !== undefined) return;
    const left = this.last + this.interval - this.now();
    if (left <= 0) this.speak();
    else this.timer = setTimeout(() => this.speak(), left);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = null;
  }

  private speak(): void {
    this.timer = undefined;
    this.last = this.now();
    if (this.waiting !== null) this.announce(this.waiting);
    this.waiting = null;
  }
}
