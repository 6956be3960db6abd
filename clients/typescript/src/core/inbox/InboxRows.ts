import type { InboxPage, Notification } from '../model/Notification.js';
import type { InboxFilter } from '../PealClient.js';
import type { InboxWindow } from './InboxWindow.js';
import { isLoaded } from './InboxWindow.js';
import type { InboxCounts, InboxState, Made } from './project.js';
import { isInScope, project } from './project.js';

/** What the stream brought while a request was on its way: its answer is not newer. A removed row is `null`. */
interface Touched {
  readonly rows: Map<string, Notification | null>;
  hasCounts: boolean;
}

const none: InboxState = { rows: new Map(), unreadCount: 0, unseenCount: 0, badge: { count: 0, version: -1 } };

/** What the server last said of the inbox, as far as the list is loaded. */
export class InboxRows {
  state = none;
  window: InboxWindow = { last: null, cursor: null };
  private readonly touched = new Map<string, Touched>();

  constructor(private readonly filter: InboxFilter) {}

  /** A request begins: what comes before its answer counts more than that. */
  begin(request: string): void {
    if (!this.touched.has(request)) this.touched.set(request, { rows: new Map(), hasCounts: false });
  }

  end(request: string): void {
    this.touched.delete(request);
  }

  /** A message of the stream; `null` when the row is gone. */
  put(id: string, row: Notification | null): void {
    for (const { rows } of this.touched.values()) rows.set(id, row);
    this.set(id, row);
  }

  /** The counts with the highest version; of the same version the stream's, which come in order. */
  adopt(counts: InboxCounts, isStream: boolean, request?: string): void {
    const { badge } = this.state;
    const isOld = counts.badge.version === badge.version && !isStream && this.touched.get(request || '')?.hasCounts;
    if (counts.badge.version < badge.version || isOld) return;
    if (isStream) for (const touched of this.touched.values()) touched.hasCounts = true;
    const { unreadCount, unseenCount } = counts;
    this.state = { ...this.state, unreadCount, unseenCount, badge: { count: counts.badge.count, version: counts.badge.version } };
  }

  /** A page, read by a request: instead of what is loaded, or behind it. Answers whether all of it is from the page. */
  read(request: string, page: InboxPage, isFirst: boolean): boolean {
    const { items, nextCursor } = page;
    const rows = new Map(isFirst ? [] : this.state.rows);
    for (const row of items) rows.set(row.id, row);
    const last = items[items.length - 1];
    this.window = { last: (nextCursor && last) || null, cursor: nextCursor };
    this.state = { ...this.state, rows };
    const touched = this.touched.get(request);
    touched?.rows.forEach((row, id) => this.set(id, row));
    this.state = { ...this.state, rows: new Map([...this.state.rows].filter(([, row]) => isLoaded(row, this.window))) };
    this.adopt(page, false, request);
    return !touched || (!touched.rows.size && !touched.hasCounts);
  }

  /** The server did what the user wanted; `answer` is the row, or the counts, that it said. */
  settle(id: string, change: Made, answer: Partial<Notification & InboxCounts> | null, isReadOnView: boolean): void {
    const next = project(this.state, [change], isReadOnView);
    const touched = this.touched.get(id);
    const rows = new Map(next.rows);
    touched?.rows.forEach((_, key) => {
      const known = this.state.rows.get(key);
      if (known) rows.set(key, known);
      else rows.delete(key);
    });
    this.state = touched?.hasCounts ? { ...this.state, rows } : { ...next, rows };
    if (answer?.id && rows.has(answer.id) && !touched?.rows.has(answer.id)) this.set(answer.id, answer as Notification);
    if (answer?.badge) this.adopt(answer as InboxCounts, false, id);
  }

  /** Brings rows back that the server is about to restore. */
  restore(rows: readonly Notification[]): void {
    const back = rows.filter(({ id }) => !this.state.rows.has(id));
    for (const row of back) this.set(row.id, row);
    const { unreadCount, unseenCount } = this.state;
    this.state = {
      ...this.state,
      unreadCount: unreadCount + back.filter(row => !row.readAt).length,
      unseenCount: unseenCount + back.filter(row => !row.seenAt).length
    };
  }

  private set(id: string, row: Notification | null): void {
    const { category, thread } = this.filter;
    const rows = new Map(this.state.rows);
    if (row && isInScope(row, { category, thread }) && isLoaded(row, this.window)) rows.set(id, row);
    else rows.delete(id);
    this.state = { ...this.state, rows };
  }
}
