import type { InboxPage, Notification } from '../model/Notification.js';
import type { InboxFilter } from '../PealClient.js';
import type { InboxCounts, InboxState, Made } from './project.js';
import { isInScope, project } from './project.js';

/** Among touched rows: the counts. */
const counted = '';

/** The server's order: alerts first, then the newest; of the same millisecond by id. */
export const inOrder = (a: Notification, b: Notification): number =>
  Number(b.alert) - Number(a.alert) || Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? 1 : -1);

export interface Rows {
  get(): InboxState;
  /** Where the list goes on; `null` at its end. */
  cursor(): string | null;
  /** A request begins: what the stream brings before its answer counts more than that. */
  begin(request: string): void;
  end(request: string): void;
  /** A message of the stream; `null` when the row is gone. */
  put(id: string, row: Notification | null): void;
  /** The counts with the highest version; of the same version those of the stream, which come in order. */
  adopt(counts: InboxCounts, request?: string): void;
  /** A page, instead of what is loaded or behind it. Answers whether all of it is from the page. */
  read(request: string, page: InboxPage, isFirst: boolean): boolean;
  /** The server did what the user wanted; `answer` is the row, or the counts, that it said. */
  settle(id: string, change: Made, answer: Partial<Notification & InboxCounts> | null, isReadOnView: boolean): void;
}

/** What the server last said of the inbox, as far as the list is loaded. */
export function createRows({ category, thread }: InboxFilter, counts: InboxCounts): Rows {
  let state: InboxState = { ...counts, rows: new Map() };
  let cursor: string | null = null;
  let last: Notification | null = null;
  /** What the stream brought since a request began. */
  const touched = new Map<string, Map<string, Notification | null>>();
  const isLoaded = (row: Notification): boolean => !last || inOrder(row, last) <= 0;

  function set(id: string, row: Notification | null): void {
    const rows = new Map(state.rows);
    if (row && isInScope(row, { category, thread }) && isLoaded(row)) rows.set(id, row);
    else rows.delete(id);
    state = { ...state, rows };
  }

  const rows: Rows = {
    get: () => state,
    cursor: () => cursor,
    begin(request) {
      if (!touched.has(request)) touched.set(request, new Map());
    },
    end: request => void touched.delete(request),
    put(id, row) {
      touched.forEach(since => since.set(id, row));
      set(id, row);
    },
    adopt({ unreadCount, unseenCount, badge }, request) {
      const since = request !== undefined && touched.get(request);
      const isKnown = badge.version === state.badge.version && since && since.has(counted);
      if (badge.version < state.badge.version || isKnown) return;
      if (request === undefined) touched.forEach(each => each.set(counted, null));
      state = { ...state, unreadCount, unseenCount, badge };
    },
    read(request, page, isFirst) {
      const { items, nextCursor } = page;
      cursor = nextCursor;
      last = (nextCursor && items[items.length - 1]) || null;
      state = { ...state, rows: new Map([...(isFirst ? [] : state.rows), ...items.map(row => [row.id, row] as const)]) };
      const since = touched.get(request) || new Map();
      since.forEach((row, id) => set(id, row));
      state = { ...state, rows: new Map([...state.rows].filter(([, row]) => isLoaded(row))) };
      rows.adopt(page, request);
      return !since.size;
    },
    settle(id, change, answer, isReadOnView) {
      const next = project(state, [change], isReadOnView);
      const since = touched.get(id) || new Map();
      const before = state.rows;
      state = since.has(counted) ? { ...state, rows: next.rows } : next;
      since.forEach((_, key) => set(key, before.get(key) || null));
      if (!answer) return;
      if (answer.id && state.rows.has(answer.id) && !since.has(answer.id)) set(answer.id, answer as Notification);
      if (answer.badge) rows.adopt(answer as InboxCounts, id);
    }
  };
  return rows;
}
