import type { Notification } from '../../core/model/Notification.js';
import type { Dates } from '../base/Dates.js';

export interface Group {
  readonly key: string;
  readonly title: string;
  readonly items: readonly Notification[];
}

export type GroupBy = 'date' | 'type';

/** Rows under the heading of their day or of their kind; groups and rows keep the order in which they come. */
export function grouped(
  items: readonly Notification[],
  by: GroupBy,
  dates: Dates,
  now: number,
  titleOf: (category: string) => string,
): Group[] {
  const groups = new Map<string, { key: string; title: string; items: Notification[] }>();
  for (const item of items) {
    const at = Date.parse(item.createdAt);
    const key = by === 'type' ? item.category : `day-${dates.dayNumber(at)}`;
    let group = groups.get(key);
    if (!group) groups.set(key, (group = { key, title: by === 'type' ? titleOf(item.category) : dates.day(at, now), items: [] }));
    group.items.push(item);
  }
  return [...groups.values()];
}
