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

const fields = { readAt: 'unreadCount', seenAt: 'unseenCount' } as const;

/** The screen that a link leads to, whatever its query says. */
export const screenOf = (link: string): string => link.split(/[?#]/)[0]!;

export const isInScope = (row: Notification, { ids, category, thread, link, before }: InboxScope): boolean =>
  (!ids || ids.includes(row.id)) && (!category || row.category === category) && (!thread || row.thread === thread) &&
  (!link || screenOf(row.link) === link) && (!before || Date.parse(row.createdAt) < Date.parse(before));

/** A row after a change, as the server will have it; `null` when it leaves the list. */
function changed(row: Notification, { data, at }: Made, isReadOnView: boolean): Notification | null {
  const { do: what, id, scope } = data as { do: InboxChange['do']; id?: string; scope?: InboxScope };
  if (what === 'restore' || (id && id !== row.id) || (scope && !isInScope(row, scope))) return row;
  if (what === 'delete' || what === 'clear') return what === 'clear' && row.alert ? row : null;
  if (what === 'unread') {
    const { readAt, ...rest } = row;
    return readAt ? { ...rest, status: 'delivered' } : row;
  }
  const time = new Date(at).toISOString();
  const seen = row.seenAt ? row : { ...row, seenAt: time };
  // Without a filter the app was opened: that reads nothing.
  if (what === 'dismissed' || (what === 'seen' && !(scope && isReadOnView))) return seen;
  const read: Notification = row.readAt ? row : { ...seen, readAt: time, status: 'read' };
  return what === 'acknowledge' && row.alert ? { ...read, alert: false } : read;
}

/** Whether it is about all rows, loaded or not; `before` only leaves out what came later. */
const isAboutAll = (change: InboxChange): boolean => {
  if ('id' in change) return false;
  const { ids, category, thread, link } = change.scope || {};
  return !ids && !category && !thread && !link;
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
  const next = { ...state, rows };
  const all = changes.filter(({ data }) => isAboutAll(data)).map(({ data }) => data.do);
  const exact = { readAt: /read-all|clear/.test(all.join()), seenAt: /read-all|clear|seen/.test(all.join()) };
  let shown = -1;
  state.rows.forEach((row, id) => {
    const after = changes.reduce<Notification | null>((last, change) => last && changed(last, change, isReadOnView), row);
    if (after) rows.set(id, after);
  });
  for (const field of ['readAt', 'seenAt'] as const) {
    const count = (all: ReadonlyMap<string, Notification>): number => [...all.values()].filter(row => !row[field]).length;
    const name = fields[field];
    next[name] = exact[field] ? count(rows) : Math.max(0, state[name] + count(rows) - count(state.rows));
    if (state[name] === state.badge.count) shown = Math.max(shown, next[name]);
  }
  return shown < 0 ? next : { ...next, badge: { ...state.badge, count: shown } };
}
