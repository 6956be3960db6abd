import type { Badge, Notification } from '../model/Notification.js';
import type { InboxChange, InboxScope } from './InboxChange.js';

export type Rows = ReadonlyMap<string, Notification>;

export interface InboxCounts {
  readonly unreadCount: number;
  readonly unseenCount: number;
  readonly badge: Badge;
}

export interface InboxState extends InboxCounts {
  readonly rows: Rows;
}

/** A change and when it was made. */
export interface Made {
  readonly data: InboxChange;
  readonly at: number;
}

/** The screen that a link leads to, whatever its query says. */
export const screenOf = (link: string): string => link.split(/[?#]/)[0]!;

export const isInScope = (row: Notification, { ids, category, thread, link, before }: InboxScope): boolean =>
  (!ids || ids.includes(row.id)) && (!category || row.category === category) && (!thread || row.thread === thread) &&
  (!link || screenOf(row.link) === link) && (!before || Date.parse(row.createdAt) < Date.parse(before));

/** A row after a change, as the server will have it; `null` when it leaves the list. */
function changed(row: Notification, { data, at }: Made, isReadOnView: boolean): Notification | null {
  const { do: what, id, scope } = data;
  if (what === 'restore' || what === 'received' || (id && id !== row.id) || (scope && !isInScope(row, scope))) return row;
  if (what === 'delete' || what === 'clear') return what === 'clear' && row.alert ? row : null;
  if (what === 'unread') return row.readAt ? { ...row, readAt: undefined, status: 'delivered' } : row;
  const time = new Date(at).toISOString();
  const seen = row.seenAt ? row : { ...row, seenAt: time };
  // Without a filter the app was opened: that reads nothing.
  if (what === 'dismissed' || (what === 'seen' && !(scope && isReadOnView))) return seen;
  const read: Notification = row.readAt ? row : { ...seen, readAt: time, status: 'read' };
  return what === 'acknowledge' && row.alert ? { ...read, alert: false } : read;
}

const count = (rows: Rows, field: 'readAt' | 'seenAt'): number => [...rows.values()].filter(row => !row[field]).length;

/**
 * What the server will have after some changes.
 *
 * Counts move with the known rows; after a change of all rows, the known ones are all that can be unread. The badge counts
 * what is unseen or unread, as the catalog says and the client does not know: it follows the count that it is equal to.
 */
export function project(state: InboxState, changes: readonly Made[], isReadOnView: boolean): InboxState {
  if (!changes.length) return state;
  const rows = new Map<string, Notification>();
  state.rows.forEach((row, id) => {
    const after = changes.reduce<Notification | null>((last, change) => last && changed(last, change, isReadOnView), row);
    if (after) rows.set(id, after);
  });
  // `before` only leaves out what came later.
  const all = changes.map(({ data: { do: what, id, scope = {} } }) =>
    (id || scope.ids || scope.category || scope.thread || scope.link ? '' : what)).join();
  const after = (before: number, field: 'readAt' | 'seenAt', exact: RegExp): number =>
    Math.max(0, count(rows, field) + (exact.test(all) ? 0 : before - count(state.rows, field)));
  const unreadCount = after(state.unreadCount, 'readAt', /read-all|clear/);
  const unseenCount = after(state.unseenCount, 'seenAt', /read-all|clear|seen/);
  const { badge } = state;
  const shown = Math.max(
    state.unreadCount === badge.count ? unreadCount : -1,
    state.unseenCount === badge.count ? unseenCount : -1
  );
  return { ...state, rows, unreadCount, unseenCount, badge: shown < 0 ? badge : { ...badge, count: shown } };
}
