import type { Notification } from '../model/Notification.js';

/** The newest row of each of some threads stands for its unread ones; alerts keep rows of their own. `rows`: in the order of the list. */
export function collapse(rows: readonly Notification[], threads: readonly string[]): readonly Notification[] {
  const counts = new Map<string, number>();
  const threadOf = ({ alert, thread }: Notification): string | false => !alert && !!thread && threads.includes(thread) && thread;
  for (const row of rows) {
    const thread = threadOf(row);
    if (thread && !row.readAt) counts.set(thread, (counts.get(thread) || 0) + (row.count || 1));
  }
  const met = new Set<string>();
  return rows.filter(row => {
    const thread = threadOf(row);
    return !thread || (!met.has(thread) && met.add(thread));
  }).map(row => {
    const thread = threadOf(row);
    const count = (thread && counts.get(thread)) || 1;
    return !thread || count === (row.count || 1) ? row : { ...row, count };
  });
}
