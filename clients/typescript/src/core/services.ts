import { contexts } from './contexts.js';
import type { ETAUpdate, EtaBoard, ParticipantETAStatus } from './model/Eta.js';
import type { InboxPage, Notification } from './model/Notification.js';
import type { CategoryPreference, NotificationPreferences } from './model/Preferences.js';
import type { PealClient } from './PealClient.js';

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

/** The preference service of a client. What has to wait for the network counts as done; what the server refuses is thrown. */
export function preferenceService({ preferences }: PealClient): IPreferenceService {
  async function getPreferences(): Promise<NotificationPreferences> {
    await preferences.load();
    const { value, error } = preferences.view.get();
    if (!value) throw error;
    return value;
  }

  async function change(...changes: (Promise<void> | undefined | '')[]): Promise<NotificationPreferences> {
    const before = preferences.view.get().failures;
    await Promise.all(changes);
    const { value, failures } = preferences.view.get();
    const failure = failures.find((each) => !before.includes(each));
    if (failure) throw failure.error;
    return value || getPreferences();
  }

  return {
    getPreferences,
    updatePreferences: ({ categories = {}, globalSettings, quietHours }) => change(
      ...Object.entries(categories).map(([category, { enabled, channels }]) =>
        preferences.setCategory(category, { enabled, channels })),
      globalSettings && preferences.setGlobal(globalSettings),
      quietHours && preferences.setQuietHours({ ...quietHours, editable: undefined }),
    ),
    async updateCategoryPreference(category, { enabled, channels }) {
      await change(preferences.setCategory(category, { enabled, channels }));
    },
    resetToDefaults: () => change(preferences.reset()),
  };
}

/** The notification service of a client: it asks the server; the inbox follows. */
export function notificationService(client: PealClient): INotificationService {
  const { api } = contexts.get(client)!;
  return {
    async getHistory(limit = 50, offset = 0, status) {
      const query = { limit, offset, status };
      return [...(await api.send<InboxPage>({ method: 'GET', path: '/users/me/notifications', query })).body.items];
    },
    markAsRead: (id) => client.inbox.markRead(id),
    markAllAsRead: () => client.inbox.markAllRead(),
    async deleteNotification(id) {
      await api.send({ method: 'DELETE', path: '/notifications/' + encodeURIComponent(id) });
    },
    getUnreadCount: async () =>
      (await api.send<InboxPage>({ method: 'GET', path: '/notifications/unread-count' })).body.unreadCount,
  };
}

/** The late-arrival service of a client. */
export function etaService(client: PealClient): IETAService {
  const { api } = contexts.get(client)!;
  return {
    async updateETA(eventId, { status, estimatedMinutesLate: minutesLate, message, timestamp }) {
      const { error } = await client.eta.reply(eventId, { status, minutesLate, message, ...(timestamp && { timestamp }) });
      if (error) throw error;
    },
    async getEventETAStatuses(eventId) {
      const path = `/events/${encodeURIComponent(eventId)}/participants/eta`;
      return [...(await api.send<EtaBoard>({ method: 'GET', path })).body.participants];
    },
  };
}
