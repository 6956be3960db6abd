import type { PhonePlatform, Table } from '../behaviour.js';
import type { PhoneClock } from '../Options.js';

/** The network, and what the phone says of it. */
export class Network {
  private readonly changed = new Set<() => void>();
  private resumedAt = -Infinity;

  constructor(
    public isOnline: boolean, private readonly platform: PhonePlatform, private readonly table: Table, private readonly clock: PhoneClock,
  ) {}

  set(isOnline: boolean): void {
    this.isOnline = isOnline;
    this.tell();
  }

  /** The app comes back to the foreground. */
  resume(): void {
    const minute = this.platform === 'ios' ? this.table.limit('ios.netinfo.resume', 0) : 0;
    if (minute === 0) return;
    this.resumedAt = this.clock.now();
    this.tell();
    this.clock.after(minute, () => this.tell());
  }

  /** What the phone says, which is not always so. */
  get isSaidOnline(): boolean {
    const minute = this.platform === 'ios' ? this.table.limit('ios.netinfo.resume', 0) : 0;
    return this.isOnline && this.clock.now() - this.resumedAt >= minute;
  }

  onChange(listener: () => void): () => void {
    this.changed.add(listener);
    return () => this.changed.delete(listener);
  }

  private tell(): void {
    for (const listener of [...this.changed]) listener();
  }
}
