import { contexts } from './contexts.js';
import type { ETAUpdate, EtaBoard, ParticipantETAStatus } from './model/Eta.js';
import type { InboxPage, Notification } from './model/Notification.js';
import type { CategoryPreference, NotificationPreferences } from './model/Preferences.js';
import type { PealClient } from './PealClient.js';
import { PealError } from './PealError.js';

/** S0 `IF-*`: the services of the specification, with its signatures. */
export interface IPreferenceService {
  getPreferences(): Promise<NotificationPreferences>;
  updatePreferences(preferences: Partial<NotificationPreferences>): Promise<NotificationPreferences>;
  updateCategoryPreference(category: string, preference: CategoryPreference): Promise<void>;
  resetToDefaults(): Promise<NotificationPreferences>;
}

export interface INotificationService {
  getHistory(limit?: number, offset?: number, status?: string): Promise<Notification[]>;
  markAsRead(notificationId: string): Promise<void>;
  markAllAsRead(): Promise<void>;
  deleteNotification(notificationId: string): Promise<void>;
  getUnreadCount(): Promise<number>;
}

export interface IETAService {
  updateETA(eventId: string, update: ETAUpdate): Promise<void>;
  getEventETAStatuses(eventId: string): Promise<ParticipantETAStatus[]>;
}

const failed = (client: PealClient, keys: readonly string[]): void => {
  const failure = client.preferences.view.get().failures.find(({ key }) => keys.includes(key));
  if (failure) throw failure.error;
};

/** The preference service of a client. What has to wait for the network counts as done; what the server refuses is thrown. */
export function preferenceService(client: PealClient): IPreferenceService {
  const { preferences } = client;

  async function getPreferences(): Promise<NotificationPreferences> {
    await preferences.load();
    const { value, error } = preferences.view.get();
    if (!value) throw error || new PealError('network', '');
    return value;
  }

  /** `eventReminders` of `event-reminder`: S0 calls a category by both. */
  function keyOf(category: string): string {
    const categories = preferences.view.get().value?.categories || {};
    if (category in categories) return category;
    return Object.keys(categories).find((key) => categories[key]!.name === category) || category;
  }

  return {
    getPreferences,
    async updatePreferences({ categories, globalSettings, quietHours }) {
      if (!preferences.view.get().value) await getPreferences();
      const changes: [string, Promise<void>][] = Object.entries(categories || {}).map(([category, { enabled, channels }]) =>
        ['category:' + keyOf(category), preferences.setCategory(keyOf(category), { enabled, channels })]);
      for (const [field, value] of Object.entries(globalSettings || {})) {
        changes.push(['global:' + field, preferences.setGlobal({ [field]: value })]);
      }
      if (quietHours) {
        const { enabled, start, end, timeZone } = quietHours;
        const fields = timeZone === undefined ? { enabled, start, end } : { enabled, start, end, timeZone };
        changes.push(['quietHours', preferences.setQuietHours(fields)]);
      }
      await Promise.all(changes.map(([, done]) => done));
      failed(client, changes.map(([key]) => key));
      return preferences.view.get().value!;
    },
    async updateCategoryPreference(category, { enabled, channels }) {
      if (!preferences.view.get().value) await getPreferences();
      const key = keyOf(category);
      await preferences.setCategory(key, { enabled, channels });
      failed(client, ['category:' + key]);
    },
    async resetToDefaults() {
      await preferences.reset();
      failed(client, ['reset']);
      return preferences.view.get().value || getPreferences();
    },
  };
}

/** The notification service of a client: it asks the server; the inbox follows. */
export function notificationService(client: PealClient): INotificationService {
  const { api } = contexts.get(client)!;
  return {
    async getHistory(limit = 50, offset = 0, status) {
      const query = { limit, offset, status };
      return (await api.send<InboxPage>({ method: 'GET', path: '/users/me/notifications', query })).body.items.slice();
    },
    markAsRead: (id) => client.inbox.markRead(id),
    markAllAsRead: () => client.inbox.markAllRead(),
    async deleteNotification(id) {
      await api.send({ method: 'DELETE', path: '/notifications/' + encodeURIComponent(id) });
    },
    async getUnreadCount() {
      const path = '/notifications/unread-count';
      return (await api.send<{ readonly unreadCount: number }>({ method: 'GET', path })).body.unreadCount;
    },
  };
}

/** The late-arrival service of a client. */
export function etaService(client: PealClient): IETAService {
  const { api } = contexts.get(client)!;
  return {
    async updateETA(eventId, { status, estimatedMinutesLate, message, timestamp }) {
      const { error } = await client.eta.reply(eventId, {
        status,
        ...(estimatedMinutesLate === undefined ? {} : { minutesLate: estimatedMinutesLate }),
        ...(message === undefined ? {} : { message }),
        ...(timestamp ? { timestamp } : {}),
      });
      if (error) throw error;
    },
    async getEventETAStatuses(eventId) {
      const path = `/events/${encodeURIComponent(eventId)}/participants/eta`;
      return (await api.send<EtaBoard>({ method: 'GET', path })).body.participants.slice();
    },
  };
}
