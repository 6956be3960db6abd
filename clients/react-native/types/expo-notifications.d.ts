/**
 * expo-notifications 0.29 to 0.32 (Expo SDK 52 to 54), as far as an adapter needs it. Read from
 * expo/expo, packages/expo-notifications/src: Notifications.types.ts, NotificationPermissions.types.ts,
 * NotificationChannelManager.types.ts, NotificationsEmitter.ts, NotificationsHandler.ts, setNotificationCategoryAsync.ts. Tokens are not
 * compared with their source; see https://docs.expo.dev/versions/v54.0.0/sdk/notifications/
 */
declare module 'expo-notifications' {
  export interface EventSubscription {
    remove(): void;
  }

  // Permission: NotificationPermissions.types.ts; `PermissionResponse` is that of expo-modules-core.
  export const IosAuthorizationStatus: {
    readonly NOT_DETERMINED: 0;
    readonly DENIED: 1;
    readonly AUTHORIZED: 2;
    readonly PROVISIONAL: 3;
    readonly EPHEMERAL: 4;
  };
  export interface NotificationPermissionsStatus {
    status: string;
    granted: boolean;
    canAskAgain: boolean;
    expires: string | number;
    ios?: { status: number; allowsCriticalAlerts?: boolean | null };
    android?: { importance: number };
  }
  export interface NotificationPermissionsRequest {
    ios?: {
      allowAlert?: boolean;
      allowBadge?: boolean;
      allowSound?: boolean;
      allowCriticalAlerts?: boolean;
      allowProvisional?: boolean;
    };
    android?: object;
  }
  export function getPermissionsAsync(): Promise<NotificationPermissionsStatus>;
  export function requestPermissionsAsync(permissions?: NotificationPermissionsRequest): Promise<NotificationPermissionsStatus>;

  // Channels of Android: NotificationChannelManager.types.ts. On iOS these answer null or an empty list.
  export const AndroidImportance: {
    readonly UNKNOWN: 0;
    readonly UNSPECIFIED: 1;
    readonly NONE: 2;
    readonly MIN: 3;
    readonly LOW: 4;
    readonly DEFAULT: 5;
    readonly HIGH: 6;
    readonly MAX: 7;
  };
  export const AndroidNotificationVisibility: { readonly UNKNOWN: 0; readonly PUBLIC: 1; readonly PRIVATE: 2; readonly SECRET: 3 };
  export interface NotificationChannelInput {
    name: string | null;
    importance: number;
    bypassDnd?: boolean;
    description?: string | null;
    lockscreenVisibility?: number;
    showBadge?: boolean;
    sound?: string | null;
    vibrationPattern?: number[] | null;
    enableVibrate?: boolean;
  }
  export interface NotificationChannel {
    id: string;
    name: string | null;
    importance: number;
    bypassDnd: boolean;
    sound: 'default' | 'custom' | null;
    vibrationPattern: number[] | null;
    enableVibrate: boolean;
  }
  export function setNotificationChannelAsync(id: string, channel: NotificationChannelInput): Promise<NotificationChannel | null>;
  export function getNotificationChannelsAsync(): Promise<NotificationChannel[]>;
  export function deleteNotificationChannelAsync(id: string): Promise<void>;

  // Categories of buttons: Notifications.types.ts and setNotificationCategoryAsync.ts. Ids without `:` and `-`.
  export interface NotificationAction {
    identifier: string;
    buttonTitle: string;
    textInput?: { submitButtonTitle: string; placeholder: string };
    options?: { isDestructive?: boolean; isAuthenticationRequired?: boolean; opensAppToForeground?: boolean };
  }
  export interface NotificationCategoryOptions {
    customDismissAction?: boolean;
    previewPlaceholder?: string;
    intentIdentifiers?: string[];
    categorySummaryFormat?: string;
    allowInCarPlay?: boolean;
    showTitle?: boolean;
    showSubtitle?: boolean;
  }
  export interface NotificationCategory {
    identifier: string;
    actions: NotificationAction[];
    options?: NotificationCategoryOptions;
  }
  export function setNotificationCategoryAsync(
    identifier: string, actions: NotificationAction[], options?: NotificationCategoryOptions,
  ): Promise<NotificationCategory>;
  export function deleteNotificationCategoryAsync(identifier: string): Promise<boolean>;
  export function getNotificationCategoriesAsync(): Promise<NotificationCategory[]>;

  // What is shown: Notifications.types.ts, NotificationScheduler.types.ts.
  export interface NotificationContent {
    title: string | null;
    subtitle: string | null;
    body: string | null;
    data: { [key: string]: unknown };
    sound: string | null;
    badge?: number | null;
    /** iOS only. */
    categoryIdentifier?: string | null;
    /** iOS only. */
    threadIdentifier?: string | null;
  }
  /** `payload` is there on iOS, `remoteMessage` on Android. */
  export interface PushNotificationTrigger {
    type: 'push';
    payload?: Record<string, unknown>;
    remoteMessage?: { data: { [key: string]: string }; notification: object | null; messageId: string | null };
  }
  export interface NotificationRequest {
    identifier: string;
    content: NotificationContent;
    trigger: PushNotificationTrigger | { type: string } | null;
  }
  export interface Notification {
    date: number;
    request: NotificationRequest;
  }
  export interface NotificationContentInput {
    title?: string | null;
    subtitle?: string | null;
    body?: string | null;
    data?: Record<string, unknown>;
    badge?: number;
    sound?: boolean | string;
    vibrate?: number[];
    priority?: string;
    color?: string;
    autoDismiss?: boolean;
    categoryIdentifier?: string;
    sticky?: boolean;
    attachments?: { identifier: string | null; url: string | null; type: string | null }[];
    interruptionLevel?: 'passive' | 'active' | 'timeSensitive' | 'critical';
  }
  export interface NotificationRequestInput {
    identifier?: string;
    content: NotificationContentInput;
    /** `null`: now. With a channel: now, on Android in that channel. */
    trigger: null | { channelId: string };
  }
  export function scheduleNotificationAsync(request: NotificationRequestInput): Promise<string>;
  export function getPresentedNotificationsAsync(): Promise<Notification[]>;
  export function dismissNotificationAsync(identifier: string): Promise<void>;
  export function dismissAllNotificationsAsync(): Promise<void>;
  export function setBadgeCountAsync(badgeCount: number): Promise<boolean>;
  export function getBadgeCountAsync(): Promise<number>;

  // Foreground: NotificationsHandler.ts. The answer is due within 3 seconds; SDK 52 knows `shouldShowAlert` alone.
  export interface NotificationBehavior {
    shouldShowAlert?: boolean;
    shouldShowBanner: boolean;
    shouldShowList: boolean;
    shouldPlaySound: boolean;
    shouldSetBadge: boolean;
  }
  export interface NotificationHandler {
    handleNotification: (notification: Notification) => Promise<NotificationBehavior>;
    handleSuccess?: (notificationId: string) => void;
    handleError?: (notificationId: string, error: Error) => void;
  }
  export function setNotificationHandler(handler: NotificationHandler | null): void;
  export function addNotificationReceivedListener(listener: (event: Notification) => void): EventSubscription;

  // Presses: NotificationsEmitter.ts. The synchronous forms are there since SDK 53.
  export const DEFAULT_ACTION_IDENTIFIER: string;
  export interface NotificationResponse {
    notification: Notification;
    actionIdentifier: string;
    userText?: string;
  }
  export function addNotificationResponseReceivedListener(listener: (event: NotificationResponse) => void): EventSubscription;
  export function getLastNotificationResponse(): NotificationResponse | null;
  export function getLastNotificationResponseAsync(): Promise<NotificationResponse | null>;
  export function clearLastNotificationResponse(): void;
  export function clearLastNotificationResponseAsync(): Promise<void>;

  // Background: registerTaskAsync.ts; the payload is that of SDK 53 and later.
  export type NotificationTaskPayload =
    | NotificationResponse
    | {
        notification: Record<string, unknown> | null;
        data: { dataString?: string; [key: string]: unknown };
        aps?: Record<string, unknown>;
      };
  export function registerTaskAsync(taskName: string): Promise<null>;
  export function unregisterTaskAsync(taskName: string): Promise<null>;

  // Tokens. The listener gives the native one.
  export interface DevicePushToken {
    type: 'ios' | 'android' | 'web';
    data: string;
  }
  export interface ExpoPushToken {
    type: 'expo';
    data: string;
  }
  export interface ExpoPushTokenOptions {
    projectId?: string;
    devicePushToken?: DevicePushToken;
    baseUrl?: string;
    development?: boolean;
  }
  export function getExpoPushTokenAsync(options?: ExpoPushTokenOptions): Promise<ExpoPushToken>;
  export function getDevicePushTokenAsync(): Promise<DevicePushToken>;
  export function addPushTokenListener(listener: (token: DevicePushToken) => void): EventSubscription;
  export function unregisterForNotificationsAsync(): Promise<void>;
}
