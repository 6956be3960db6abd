import type { Table } from '../behaviour/Table.js';

/** A channel of Android. `importance` is notifee's: 0 none, 1 min, 2 low, 3 default, 4 high. */
export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly importance: number;
  readonly sound: string | null;
  readonly vibration: readonly number[] | null;
  readonly bypassDnd: boolean;
}

/** Android's channels of the app. They belong to the user once they are there. */
export class Channels {
  private readonly known = new Map<string, Channel>();
  private readonly deleted = new Map<string, Channel>();

  constructor(private readonly table: Table, private readonly hasPolicyAccess: () => boolean) {}

  create(asked: Channel): Channel {
    const bypassDnd = asked.bypassDnd && (this.hasPolicyAccess() || !this.table.has('android.channel.bypass-needs-access'));
    const wanted = { ...asked, bypassDnd };
    const remembered = this.table.has('android.channel.remembered') ? this.deleted.get(asked.id) : undefined;
    const before = this.known.get(asked.id) ?? remembered;
    const made = before && this.table.has('android.channel.fixed')
      ? { ...before, name: wanted.name, bypassDnd: before.bypassDnd || bypassDnd }
      : wanted;
    this.deleted.delete(asked.id);
    this.known.set(asked.id, made);
    return made;
  }

  delete(id: string): void {
    const channel = this.known.get(id);
    if (!channel) return;
    this.known.delete(id);
    this.deleted.set(id, channel);
  }

  get(id: string): Channel | undefined {
    return this.known.get(id);
  }

  get all(): readonly Channel[] {
    return [...this.known.values()];
  }

  /** What is heard of a notification in this channel. */
  soundOf(id: string | undefined): string | null {
    const channel = id === undefined ? undefined : this.known.get(id);
    if (!channel) return 'default';
    return channel.importance <= this.table.limit('android.channel.silent', -1) ? null : channel.sound;
  }
}
