import type { Badge, Notification } from '../model/Notification.js';
import type { InboxChange, InboxScope } from './InboxChange.js';

export interface InboxCounts {
  readonly unreadCount: number;
  readonly unseenCount: number;
  readonly badge: Badge;
}

export interface InboxState extends InboxCounts {
  readonly rows: ReadonlyMap<string, Notification>;
}

/** A change and when it was made. */
export interface Made {
  readonly data: InboxChange;
  readonly at: number;
}

/** The screen that a link leads to, whatever its query says. */
export const screenOf = (link: string): string => link.split(/[?#]/)[0]!;

export function isInScope(row: Notification, scope: InboxScope): boolean {
  const { ids, category, thread, link, before } = scope;
  return (!ids || ids.includes(row.id)) && (!category || row.category === category) && (!thread || row.thread === thread) &&
    (link === undefined || screenOf(row.link) === screenOf(link)) && (!before || Date.parse(row.createdAt) < Date.parse(before));
}

function seen(row: Notification, at: string): Notification {
  return row.seenAt ? row : { ...row, seenAt: at };
}

function read(row: Notification, at: string): Notification {
  return row.readAt ? row : { ...seen(row, at), readAt: at, status: 'read' };
}

/** A row after a change, as the server will have it; `null` when it leaves the list. */
export function changed(row: Notification, { data, at }: Made, isReadOnView: boolean): Notification | null {
  const time = new Date(at).toISOString();
  if ('id' in data) {
    if (data.id !== row.id) return row;
    if (data.do === 'delete') return null;
    if (data.do === 'dismissed') return seen(row, time);
    if (data.do === 'unread') {
      const { readAt, ...rest } = row;
      return readAt ? { ...rest, status: row.deliveredAt ? 'delivered' : 'pending' } : row;
    }
    const next = read(row, time);
    return data.do === 'acknowledge' && row.alert ? { ...next, alert: false } : next;
  }
  if (data.do === 'restore' || (data.scope && !isInScope(row, data.scope))) return row;
  if (data.do === 'clear') return row.alert ? row : null;
  // Without a filter the app was opened: that reads nothing.
  return data.do === 'read-all' || (data.scope && isReadOnView) ? read(row, time) : seen(row, time);
}

/** Whether a change is about all rows, loaded or not; `before` only leaves out what came later. */
const isAboutAll = ({ data }: Made): boolean => {
  if ('id' in data) return false;
  const { ids, category, thread, link } = data.scope || {};
  return !ids && !category && !thread && link === undefined;
};

/**
 * What the server will have after some changes.
 *
 * Counts move with the loaded rows; after a change of all rows, the loaded ones are all that can be unread. The badge counts
 * what is unseen or unread, as the catalog says and the client does not know: it follows the count that it is equal to.
 */
export function project(state: InboxState, changes: readonly Made[], isReadOnView: boolean): InboxState {
  if (!changes.length) return state;
  const rows = new Map<string, Notification>();
  const count = { unreadCount: 0, unseenCount: 0 };
  const loss = { unreadCount: 0, unseenCount: 0 };
  for (const [id, row] of state.rows) {
    let next: Notification | null = row;
    for (const change of changes) next = next && changed(next, change, isReadOnView);
    if (next) rows.set(id, next);
    if (next && !next.readAt) count.unreadCount++;
    if (next && !next.seenAt) count.unseenCount++;
    if (!row.readAt !== !!(next && !next.readAt)) loss.unreadCount += row.readAt ? -1 : 1;
    if (!row.seenAt !== !!(next && !next.seenAt)) loss.unseenCount += row.seenAt ? -1 : 1;
  }
  const all = changes.filter(isAboutAll).map(({ data }) => data.do);
  const isRead = all.includes('read-all') || all.includes('clear');
  const after = (name: 'unreadCount' | 'unseenCount', isExact: boolean): number =>
    isExact ? count[name] : Math.max(0, state[name] - loss[name]);
  const counts = { unreadCount: after('unreadCount', isRead), unseenCount: after('unseenCount', isRead || all.includes('seen')) };
  const { badge } = state;
  const equal = (['unreadCount', 'unseenCount'] as const).filter(name => state[name] === badge.count);
  const shown = equal.length ? Math.max(...equal.map(name => counts[name])) : badge.count;
  return { ...counts, rows, badge: shown === badge.count ? badge : { ...badge, count: shown } };
}
