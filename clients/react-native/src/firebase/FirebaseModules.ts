/** What the adapter uses of @react-native-firebase/messaging 21 to 23: `messaging()`. */
export interface FirebaseMessaging {
  getToken(): Promise<string>;
  deleteToken(): Promise<void>;
  onTokenRefresh(listener: (token: string) => void): () => void;
  onMessage(listener: (message: FirebaseMessage) => void): () => void;
  setBackgroundMessageHandler(handler: (message: FirebaseMessage) => Promise<void>): void;
  onNotificationOpenedApp(listener: (message: FirebaseMessage) => void): () => void;
  getInitialNotification(): Promise<FirebaseMessage | null>;
  registerDeviceForRemoteMessages(): Promise<void>;
  readonly isDeviceRegisteredForRemoteMessages: boolean;
  getAPNSToken(): Promise<string | null>;
}

export interface FirebaseMessage {
  readonly data?: Readonly<Record<string, string | object>>;
  readonly notification?: { readonly title?: string; readonly body?: string };
}

/** What the adapter uses of notifee 9 and of its forks, which keep its API: notifee itself is not maintained any more. */
export interface Notifee {
  createChannels(channels: NotifeeChannel[]): Promise<void>;
  getChannels(): Promise<readonly { readonly id: string }[]>;
  setNotificationCategories(categories: NotifeeCategory[]): Promise<void>;
  displayNotification(notification: NotifeeNotification): Promise<string>;
  cancelDisplayedNotification(id: string, tag?: string): Promise<void>;
  getDisplayedNotifications(): Promise<readonly NotifeeDisplayed[]>;
  setBadgeCount(count: number): Promise<void>;
  getNotificationSettings(): Promise<{ readonly authorizationStatus: number }>;
  requestPermission(permissions: {
    alert: boolean; badge: boolean; sound: boolean; provisional: boolean; criticalAlert: boolean;
  }): Promise<{ readonly authorizationStatus: number }>;
  openNotificationSettings(channel?: string): Promise<void>;
  onForegroundEvent(observer: (event: NotifeeEvent) => void): () => void;
  onBackgroundEvent(observer: (event: NotifeeEvent) => Promise<void>): void;
  getInitialNotification(): Promise<NotifeePress | null>;
}

export interface NotifeeChannel {
  id: string;
  name: string;
  importance: number;
  sound?: string;
  vibration: boolean;
  vibrationPattern?: number[];
  bypassDnd: boolean;
}

export interface NotifeeCategory {
  id: string;
  actions: { id: string; title: string; foreground: boolean }[];
}

export interface NotifeeNotification {
  id: string;
  title: string;
  body?: string;
  data?: Record<string, string>;
  android?: {
    channelId: string;
    pressAction: { id: string; launchActivity: string };
    actions?: {
      title: string;
      pressAction: { id: string; launchActivity?: string };
      input?: { allowFreeFormInput: boolean; choices: string[] };
    }[];
    fullScreenAction?: { id: string; launchActivity: string };
    largeIcon?: string;
    timeoutAfter?: number;
    badgeCount?: number;
    sound?: string;
  };
  ios?: { categoryId?: string; threadId?: string; sound?: string };
}

export interface NotifeeShown {
  readonly id?: string;
  readonly title?: string;
  readonly body?: string;
  readonly data?: Readonly<Record<string, string | number | object>>;
  readonly android?: { readonly tag?: string };
}

export interface NotifeeDisplayed {
  readonly id?: string;
  readonly notification: NotifeeShown;
}

export interface NotifeePress {
  readonly notification: NotifeeShown;
  readonly pressAction?: { readonly id: string };
  readonly input?: string;
}

export interface NotifeeEvent {
  readonly type: number;
  readonly detail: { readonly notification?: NotifeeShown; readonly pressAction?: { readonly id: string }; readonly input?: string };
}
