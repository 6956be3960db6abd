import type { ETAUpdate, ParticipantETAStatus } from './model/Eta.js';
import type { Notification } from './model/Notification.js';
import type { CategoryPreference, NotificationPreferences } from './model/Preferences.js';

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
