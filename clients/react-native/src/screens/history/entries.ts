import type { Notification } from 'peal-core';
import { grouped, type Dates, type GroupBy } from 'peal-core/words';

/** What the list shows, one below the other: a list that draws its window only has no groups. */
export type Entry =
  | { readonly kind: 'heading'; readonly key: string; readonly title: string; readonly level: 1 | 2; readonly isAlerts?: boolean }
  | { readonly kind: 'row'; readonly key: string; readonly item: Notification; readonly isFirstAlert?: boolean };

export interface Grouping {
  readonly by: GroupBy;
  readonly dates: Dates;
  readonly now: number;
  readonly titleOf: (category: string) => string;
  readonly alertsTitle: string;
}

/** Alerts first, then the rest by day or type. */
export function entriesOf(items: readonly Notification[], { by, dates, now, titleOf, alertsTitle }: Grouping): Entry[] {
  const row = (item: Notification): Entry => ({ kind: 'row', key: item.id, item });
  const alerts = items.filter((item) => item.alert);
  const entries: Entry[] = alerts.length ? [{ kind: 'heading', key: 'alerts', title: alertsTitle, level: 1, isAlerts: true }] : [];
  alerts.forEach((item, at) => entries.push({ kind: 'row', key: item.id, item, isFirstAlert: at === 0 }));
  for (const group of grouped(items.filter((item) => !item.alert), by, dates, now, titleOf)) {
    entries.push({ kind: 'heading', key: group.key, title: group.title, level: 1 });
    for (const part of group.parts) {
      if (part.title) entries.push({ kind: 'heading', key: part.key, title: part.title, level: 2 });
      entries.push(...part.items.map(row));
    }
  }
  return entries;
}
