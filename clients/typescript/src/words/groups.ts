import type { Notification } from '../core/model/Notification.js';
import type { Dates } from './Dates.js';

/** Rows below a heading of their own; without a title, directly below that of their group. */
export interface GroupPart {
  readonly key: string;
  readonly title: string;
  readonly items: readonly Notification[];
}

export interface Group {
  readonly key: string;
  readonly title: string;
  readonly parts: readonly GroupPart[];
}

export type GroupBy = 'date' | 'type';

/** Rows by their day and within it by their type (S4.12.3), or by type alone. Groups, parts and rows keep the order in which they come. */
export function grouped(
  items: readonly Notification[],
  by: GroupBy,
  dates: Dates,
  now: number,
  titleOf: (category: string) => string,
): Group[] {
  if (by === 'type') {
    return byKey(items, ({ category }) => category).map(([key, rows]) => ({ key, title: titleOf(key), parts: [{ key, title: '', items: rows }] }));
  }
  const at = ({ createdAt }: Notification): number => Date.parse(createdAt);
  return byKey(items, (item) => `day-${dates.dayNumber(at(item))}`).map(([key, rows]) => ({
    key, title: dates.day(at(rows[0]!), now),
    parts: byKey(rows, ({ category }) => category).map(([category, own]) => ({ key: `${key}-${category}`, title: titleOf(category), items: own })),
  }));
}

function byKey(items: readonly Notification[], keyOf: (item: Notification) => string): [string, Notification[]][] {
  const groups = new Map<string, Notification[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups];
}
