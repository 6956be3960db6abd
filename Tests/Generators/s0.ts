// The models and the service interfaces of S0, word by word (sections "Data Models and Contracts" and "APIs and Interfaces").

// Notification Preference Models
interface NotificationPreferences {
  userId: string;
  categories: {
    eventReminders: CategoryPreference;
    streakRisk: CategoryPreference;
    questProgress: CategoryPreference;
    kudos: CategoryPreference;
    depositReminders: CategoryPreference;
    competitiveUnlock: CategoryPreference;
  };
  globalSettings: {
    pushEnabled: boolean;
    emailEnabled: boolean;
    inAppEnabled: boolean;
  };
  updatedAt: string;
  syncedAt: string;
}

interface CategoryPreference {
  enabled: boolean;
  channels: {
    push: boolean;
    email: boolean;
    inApp: boolean;
  };
}

// Notification Models
interface Notification {
  id: string;
  userId: string;
  category: NotificationCategory;
  title: string;
  body: string;
  data: Record<string, any>;
  channels: NotificationChannel[];
  status: 'pending' | 'delivered' | 'failed' | 'read';
  actions?: NotificationAction[];
  priority: 'high' | 'normal' | 'low';
  deliveredAt?: string;
  readAt?: string;
  createdAt: string;
}

type NotificationCategory =
  | 'event-reminder'
  | 'streak-risk'
  | 'quest-progress'
  | 'kudos'
  | 'deposit-reminder'
  | 'competitive-unlock'
  | 'eta-request'
  | 'system';

type NotificationChannel = 'push' | 'email' | 'in-app';

interface NotificationAction {
  id: string;
  title: string;
  type: 'open-app' | 'quick-reply' | 'dismiss';
  payload?: Record<string, any>;
  deepLink?: string;
}

// ETA Models
interface ETAUpdate {
  eventId: string;
  userId: string;
  status: 'on-time' | 'running-late' | 'cant-make-it';
  estimatedMinutesLate?: number;
  message?: string;
  timestamp: string;
}

interface ParticipantETAStatus {
  userId: string;
  displayName: string;
  avatar?: string;
  rsvpStatus: 'confirmed' | 'checked-in' | 'cancelled';
  etaStatus?: ETAUpdate;
  checkedIn: boolean;
  checkedInAt?: string;
}

// Audit Logging Models
interface NotificationAuditRecord {
  notificationId: string;
  userId: string;
  category: NotificationCategory;
  channel: NotificationChannel;
  action: 'sent' | 'delivered' | 'opened' | 'action-taken' | 'failed';
  actionPayload?: Record<string, any>;
  errorMessage?: string;
  timestamp: string;
  metadata: {
    deviceType?: 'ios' | 'android' | 'web';
    appVersion?: string;
    fcmToken?: string;
  };
}

// PreferenceService
interface IPreferenceService {
  getPreferences(): Promise<NotificationPreferences>;
  updatePreferences(
    preferences: Partial<NotificationPreferences>
  ): Promise<NotificationPreferences>;
  updateCategoryPreference(category: string, preference: CategoryPreference): Promise<void>;
  resetToDefaults(): Promise<NotificationPreferences>;
}

// NotificationService
interface INotificationService {
  getHistory(limit?: number, offset?: number, status?: string): Promise<Notification[]>;
  markAsRead(notificationId: string): Promise<void>;
  markAllAsRead(): Promise<void>;
  deleteNotification(notificationId: string): Promise<void>;
  getUnreadCount(): Promise<number>;
}

// ETAService
interface IETAService {
  updateETA(eventId: string, update: ETAUpdate): Promise<void>;
  getEventETAStatuses(eventId: string): Promise<ParticipantETAStatus[]>;
}
