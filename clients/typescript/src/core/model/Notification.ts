export type Priority = 'critical' | 'high' | 'normal' | 'low';
export type ActionKind = 'open-app' | 'quick-reply' | 'dismiss';

/** A button of a notification (S0 `NotificationAction`). */
export interface NotificationAction {
  readonly id: string;
  readonly title: string;
  readonly type: ActionKind;
  readonly kind?: ActionKind;
  readonly deepLink?: string;
  readonly link?: string;
  readonly payload?: Record<string, unknown>;
}

/** A row of the inbox (S0 `Notification`, and what Peal adds). */
export interface Notification {
  readonly id: string;
  readonly userId: string;
  readonly category: string;
  readonly title: string;
  readonly body: string;
  readonly data: Record<string, unknown>;
  readonly channels: readonly ('push' | 'in-app' | 'email')[];
  readonly status: 'pending' | 'delivered' | 'failed' | 'read';
  readonly actions?: readonly NotificationAction[];
  readonly priority: Priority;
  readonly createdAt: string;
  readonly acceptedAt?: string;
  readonly deliveredAt?: string;
  readonly seenAt?: string;
  readonly readAt?: string;
  readonly type: string;
  readonly entity?: string;
  readonly parent?: string;
  readonly root?: string;
  readonly thread?: string;
  readonly group?: string;
  readonly link: string;
  /** Needs an acknowledgement; shown on top until then. */
  readonly alert: boolean;
  /** How many unread ones of a muted thread it stands for; absent for itself alone. */
  readonly count?: number;
  /** Why the user receives it, in their language. */
  readonly why?: string;
}

export interface Badge {
  readonly count: number;
  readonly version: number;
}

export interface InboxPage {
  readonly items: readonly Notification[];
  readonly nextCursor: string | null;
  readonly unreadCount: number;
  readonly unseenCount: number;
  readonly badge: Badge;
}
