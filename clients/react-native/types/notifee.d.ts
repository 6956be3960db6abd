/**
 * @notifee/react-native 9. Read from invertase/notifee, packages/react-native/src/types:
 * Module.ts, Notification.ts, NotificationAndroid.ts, NotificationIOS.ts; the limits from packages/react-native/src/validators.
 */
declare module '@notifee/react-native' {
  // Enums: NotificationAndroid.ts, Notification.ts, NotificationIOS.ts.
  export const EventType: {
    readonly UNKNOWN: -1;
    readonly DISMISSED: 0;
    readonly PRESS: 1;
    readonly ACTION_PRESS: 2;
    readonly DELIVERED: 3;
    readonly APP_BLOCKED: 4;
    readonly CHANNEL_BLOCKED: 5;
    readonly CHANNEL_GROUP_BLOCKED: 6;
    readonly TRIGGER_NOTIFICATION_CREATED: 7;
  };
  export const AuthorizationStatus: {
    readonly NOT_DETERMINED: -1;
    readonly DENIED: 0;
    readonly AUTHORIZED: 1;
    readonly PROVISIONAL: 2;
  };
  export const AndroidImportance: {
    readonly NONE: 0;
    readonly MIN: 1;
    readonly LOW: 2;
    readonly DEFAULT: 3;
    readonly HIGH: 4;
  };
  export const AndroidStyle: { readonly BIGPICTURE: 0; readonly BIGTEXT: 1; readonly INBOX: 2; readonly MESSAGING: 3 };
  export const AndroidVisibility: { readonly PRIVATE: 0; readonly PUBLIC: 1; readonly SECRET: -1 };
  export const AndroidCategory: { readonly ALARM: 'alarm'; readonly CALL: 'call'; readonly MESSAGE: 'msg'; readonly REMINDER: 'reminder' };
  export const AndroidNotificationSetting: { readonly NOT_SUPPORTED: -1; readonly DISABLED: 0; readonly ENABLED: 1 };
  export const IOSNotificationSetting: { readonly NOT_SUPPORTED: -1; readonly DISABLED: 0; readonly ENABLED: 1 };

  // Presses: Notification.ts. On Android a press opens the app only with `launchActivity` or `mainComponent`.
  export interface NotificationPressAction {
    id: string;
    launchActivity?: string;
    mainComponent?: string;
  }
  export interface NotificationFullScreenAction {
    id: string;
    launchActivity?: string;
    mainComponent?: string;
  }

  // Android: NotificationAndroid.ts.
  export interface AndroidChannel {
    id: string;
    name: string;
    importance?: number;
    bypassDnd?: boolean;
    description?: string;
    badge?: boolean;
    /** A file of res/raw without its ending, or `default`. */
    sound?: string;
    vibration?: boolean;
    /** An even number of positive values. */
    vibrationPattern?: number[];
    visibility?: number;
  }
  export interface NativeAndroidChannel extends AndroidChannel {
    blocked: boolean;
  }
  export interface AndroidInput {
    allowFreeFormInput?: boolean;
    allowGeneratedReplies?: boolean;
    choices?: string[];
    editableChoices?: boolean;
    placeholder?: string;
  }
  export interface AndroidAction {
    title: string;
    pressAction: NotificationPressAction;
    icon?: string;
    input?: true | AndroidInput;
  }
  export interface AndroidBigTextStyle {
    type: 1;
    text: string;
    title?: string;
  }
  export interface AndroidBigPictureStyle {
    type: 0;
    picture: string;
    title?: string;
  }
  export interface NotificationAndroid {
    actions?: AndroidAction[];
    autoCancel?: boolean;
    badgeCount?: number;
    category?: string;
    channelId?: string;
    color?: string;
    fullScreenAction?: NotificationFullScreenAction;
    groupId?: string;
    groupSummary?: boolean;
    importance?: number;
    largeIcon?: string;
    onlyAlertOnce?: boolean;
    ongoing?: boolean;
    pressAction?: NotificationPressAction;
    showTimestamp?: boolean;
    smallIcon?: string;
    sound?: string;
    style?: AndroidBigTextStyle | AndroidBigPictureStyle;
    tag?: string;
    timeoutAfter?: number;
    timestamp?: number;
    vibrationPattern?: number[];
    visibility?: number;
  }

  // iOS: NotificationIOS.ts.
  export interface IOSNotificationCategoryAction {
    id: string;
    title: string;
    destructive?: boolean;
    foreground?: boolean;
    authenticationRequired?: boolean;
    input?: true | { buttonText?: string; placeholderText?: string };
  }
  export interface IOSNotificationCategory {
    id: string;
    summaryFormat?: string;
    hiddenPreviewsBodyPlaceholder?: string;
    actions?: IOSNotificationCategoryAction[];
  }
  export interface NotificationIOS {
    attachments?: { id?: string; url: string }[];
    badgeCount?: number;
    categoryId?: string;
    critical?: boolean;
    criticalVolume?: number;
    foregroundPresentationOptions?: { badge?: boolean; sound?: boolean; banner?: boolean; list?: boolean };
    interruptionLevel?: 'active' | 'critical' | 'passive' | 'timeSensitive';
    sound?: string;
    threadId?: string;
  }
  export interface IOSNotificationPermissions {
    alert?: boolean;
    badge?: boolean;
    criticalAlert?: boolean;
    provisional?: boolean;
    sound?: boolean;
  }

  // What is shown: Notification.ts.
  export interface Notification {
    id?: string;
    title?: string;
    subtitle?: string;
    body?: string;
    data?: { [key: string]: string | object | number };
    android?: NotificationAndroid;
    ios?: NotificationIOS;
    readonly remote?: boolean | object;
  }
  export interface DisplayedNotification {
    id?: string;
    date?: string;
    notification: Notification;
    trigger?: object;
  }
  export interface EventDetail {
    notification?: Notification;
    pressAction?: NotificationPressAction;
    input?: string;
    blocked?: boolean;
  }
  export interface Event {
    type: number;
    detail: EventDetail;
  }
  export interface InitialNotification {
    notification: Notification;
    pressAction: NotificationPressAction;
    input?: string;
  }
  export interface NotificationSettings {
    authorizationStatus: number;
    android: { alarm: number };
    ios: { criticalAlert: number; authorizationStatus: number };
  }

  /** Module.ts. */
  export interface Module {
    createChannel(channel: AndroidChannel): Promise<string>;
    createChannels(channels: AndroidChannel[]): Promise<void>;
    deleteChannel(channelId: string): Promise<void>;
    getChannels(): Promise<NativeAndroidChannel[]>;
    isChannelCreated(channelId: string): Promise<boolean>;
    isChannelBlocked(channelId: string): Promise<boolean>;
    /** iOS; replaces all of them. */
    setNotificationCategories(categories: IOSNotificationCategory[]): Promise<void>;
    getNotificationCategories(): Promise<IOSNotificationCategory[]>;
    displayNotification(notification: Notification): Promise<string>;
    /** `tag` is Android's; what FCM drew has the id `0`. */
    cancelNotification(notificationId: string, tag?: string): Promise<void>;
    cancelDisplayedNotification(notificationId: string, tag?: string): Promise<void>;
    cancelDisplayedNotifications(notificationIds?: string[], tag?: string): Promise<void>;
    getDisplayedNotifications(): Promise<DisplayedNotification[]>;
    /** iOS; nothing happens on Android. */
    setBadgeCount(count: number): Promise<void>;
    getBadgeCount(): Promise<number>;
    requestPermission(permissions?: IOSNotificationPermissions): Promise<NotificationSettings>;
    getNotificationSettings(): Promise<NotificationSettings>;
    /** Android. */
    openNotificationSettings(channelId?: string): Promise<void>;
    openBatteryOptimizationSettings(): Promise<void>;
    onForegroundEvent(observer: (event: Event) => void): () => void;
    onBackgroundEvent(observer: (event: Event) => Promise<void>): void;
    getInitialNotification(): Promise<InitialNotification | null>;
  }

  const notifee: Module;
  export default notifee;
}
