import type { Notification } from '../core/model/Notification.js';
import type { CategoryPreference, Mute, NotificationPreferences } from '../core/model/Preferences.js';
import type { PermissionState } from '../core/platform.js';
import type { Dates } from './Dates.js';
import type { Locale } from './Locale.js';
import type { TextKey, Translate } from './texts.js';

/** S0.AC1.1: "4 of 6 categories enabled". */
export const enabledText = (t: Translate, { enabledCount, categories }: NotificationPreferences): string =>
  t('preferences.count', { count: enabledCount, total: Object.keys(categories).length });

/** The words of the permission (S0), with the colour that they are shown in. */
export const permissionWords: Readonly<Record<PermissionState, readonly [word: TextKey, colour: 'green' | 'red' | '']>> = {
  granted: ['permission.granted', 'green'],
  provisional: ['permission.granted', 'green'],
  denied: ['permission.denied', 'red'],
  'not-determined': ['permission.notDetermined', ''],
};

export const channelNames = { push: 'channel.push', inApp: 'channel.inApp', email: 'channel.email' } as const;

/** What a category is about and, where it is locked, why. */
export function categoryHint(locale: Locale, { locked, lockReason, description }: CategoryPreference): string {
  return locked && lockReason ? `${description} ${locale.sentence(lockReason)}.`.trim() : description;
}

/** ISO 8601 durations that users choose from (R091). */
export const muteTimes: readonly (readonly [duration: string, key: TextKey])[] = [
  ['PT1H', 'mute.hour'], ['P1D', 'mute.day'], ['P7D', 'mute.week'],
];

/** "Until Friday 18:30". */
export function muteEnd(t: Translate, dates: Dates, { until }: Mute): string {
  return until ? t('mute.until', { time: dates.coming(Date.parse(until), dates.now()) }) : t('mute.open');
}

/** What is muted: a category by its title; a conversation by its latest notification, since its id means nothing to a user. */
export function muteName(
  t: Translate, { scope, target }: Mute, { categories }: NotificationPreferences, items: readonly Notification[],
): string {
  if (scope === 'category') {
    const found = Object.entries(categories).find(([key, one]) => key === target || one.name === target);
    return found?.[1].title ?? '';
  }
  const latest = items.find((item) => item.thread === target);
  return latest ? t('mute.conversationWith', { title: latest.title }) : t('mute.conversation');
}
