import type { InboxPage, Notification } from '../model/Notification.js';
import type { InboxCounts, InboxState, Made } from './project.js';
import { project } from './project.js';

/** The server's order: alerts first, then the newest; of the same millisecond by id. */
export const inOrder = (a: Notification, b: Notification): number =>
  Number(b.alert) - Number(a.alert) || Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? 1 : -1);

/** What the server said of the inbox. */
export interface Rows {
  get(): InboxState;
  /** Where the list goes on; `null` at its end. */
  cursor(): string | null;
  /** Whether a row is in the part that is loaded. What is behind it comes with a later page. */
  isLoaded(row: Notification): boolean;
  /** The number of the stream's last message: what comes after it is not older than the answer to a request that begins now. */
  now(): number;
  /** A message of the stream; `null` when the row is gone. */
  put(id: string, row: Notification | null): void;
  /** The counts with the highest version: of the stream, which come in order, or of an answer to a request. */
  adopt(counts: InboxCounts, start?: number): void;
  /** A page, instead of what is loaded or behind it. */
  take(page: InboxPage, start: number, isFirst: boolean): void;
  /** The server did what the user wanted; answers whether the stream said otherwise meanwhile. */
  settle(change: Made, start: number, answer: Partial<Notification & InboxCounts>, isReadOnView: boolean): boolean;
}

export function createRows(initial: InboxCounts): Rows {
  let state: InboxState = { ...initial, rows: new Map() };
  let cursor: string | null = null;
  let last: Notification | null = null;
  let number = 0;
  let counted = 0;
  const stamps = new Map<string, number>();

  const isAfter = (id: string, start: number): boolean => (stamps.get(id) || 0) > start;

  function adopt({ unreadCount, unseenCount, badge }: InboxCounts, start?: number): void {
    if (start === undefined) start = counted = ++number;
    const { version } = state.badge;
    const isNewer = badge.version > version || (badge.version === version && counted <= start);
    if (isNewer) state = { ...state, unreadCount, unseenCount, badge };
  }

  return {
    get: () => state,
    cursor: () => cursor,
    isLoaded: row => !last || inOrder(row, last) <= 0,
    now: () => number,
    put(id, row) {
      const rows = new Map(state.rows);
      if (row) rows.set(id, row);
      else rows.delete(id);
      stamps.set(id, ++number);
      state = { ...state, rows };
    },
    adopt,
    take(page, start, isFirst) {
      const { items, nextCursor } = page;
      cursor = nextCursor;
      last = (nextCursor && items[items.length - 1]) || null;
      const rows = new Map([...state.rows].filter(([id]) => !isFirst || isAfter(id, start)));
      for (const row of items) if (!isAfter(row.id, start)) rows.set(row.id, row);
      state = { ...state, rows };
      adopt(page, start);
    },
    settle(change, start, answer, isReadOnView) {
      const before = state.rows;
      const after = project(state, [change], isReadOnView);
      const rows = new Map(after.rows);
      const isUnclear = [...before].some(([id, row]) => isAfter(id, start) && rows.get(id) !== row);
      const { id } = answer;
      if (id && rows.has(id) && !isAfter(id, start)) rows.set(id, answer as Notification);
      state = { ...(counted > start ? state : after), rows };
      if (answer.badge) adopt(answer as InboxCounts, start);
      return isUnclear;
    }
  };
}
