/** What the adapter uses of Expo's modules, SDK 52 to 54. An app hands in the modules themselves. */
export interface ExpoModules {
  readonly Notifications: ExpoNotifications;
  readonly TaskManager: {
    defineTask(name: string, task: (body: {
      readonly data: Record<string, unknown> | null | undefined;
      readonly error: unknown;
      readonly executionInfo?: { readonly appState?: string };
    }) => Promise<void>): void;
  };
  /** The device's key is kept in the keychain; without it among all else that is stored. */
  readonly SecureStore?: {
    readonly AFTER_FIRST_UNLOCK: number;
    getItemAsync(key: string, options: { keychainAccessible: number }): Promise<string | null>;
    setItemAsync(key: string, value: string, options: { keychainAccessible: number }): Promise<void>;
    deleteItemAsync(key: string, options: { keychainAccessible: number }): Promise<void>;
  };
  /** Of `react-native`. */
  readonly Linking: { openSettings(): Promise<void>; sendIntent?(action: string): Promise<void> };
  /** EAS's id of the project: `Constants.expoConfig.extra.eas.projectId`. */
  readonly projectId: string;
  readonly os: 'ios' | 'android';
}

export interface ExpoContent {
  readonly title: string | null;
  readonly body: string | null;
  readonly data?: Readonly<Record<string, unknown>> | null;
}

export interface ExpoNotification {
  readonly request: { readonly identifier: string; readonly content: ExpoContent };
}

export interface ExpoResponse {
  readonly actionIdentifier: string;
  readonly notification: ExpoNotification;
}

export interface ExpoPermission {
  readonly status: string;
  readonly granted: boolean;
  readonly canAskAgain: boolean;
  readonly ios?: { readonly status: number };
}

interface Subscription {
  remove(): void;
}

export interface ExpoNotifications {
  readonly DEFAULT_ACTION_IDENTIFIER: string;
  readonly AndroidImportance: { readonly HIGH: number; readonly DEFAULT: number; readonly LOW: number; readonly MIN: number };
  setNotificationHandler(handler: {
    handleNotification(notification: ExpoNotification): Promise<{
      shouldShowBanner: boolean; shouldShowList: boolean; shouldShowAlert: boolean; shouldPlaySound: boolean; shouldSetBadge: boolean;
    }>;
  } | null): void;
  registerTaskAsync(name: string): Promise<unknown>;
  getPermissionsAsync(): Promise<ExpoPermission>;
  requestPermissionsAsync(request: { ios: Record<string, boolean> }): Promise<ExpoPermission>;
  setNotificationChannelAsync(id: string, channel: object): Promise<unknown>;
  setNotificationCategoryAsync(
    id: string,
    actions: { identifier: string; buttonTitle: string; options: { opensAppToForeground: boolean } }[],
    options: { customDismissAction: boolean },
  ): Promise<unknown>;
  scheduleNotificationAsync(request: {
    identifier: string;
    content: { title: string; body?: string; data?: Record<string, unknown>; sound: string | false; categoryIdentifier?: string; badge?: number };
    trigger: { channelId: string } | null;
  }): Promise<string>;
  getPresentedNotificationsAsync(): Promise<readonly ExpoNotification[]>;
  dismissNotificationAsync(identifier: string): Promise<void>;
  setBadgeCountAsync(count: number): Promise<boolean>;
  addNotificationResponseReceivedListener(listener: (response: ExpoResponse) => void): Subscription;
  getLastNotificationResponseAsync(): Promise<ExpoResponse | null>;
  clearLastNotificationResponseAsync(): Promise<void>;
  getExpoPushTokenAsync(options: { projectId: string }): Promise<{ readonly data: string }>;
  addPushTokenListener(listener: () => void): Subscription;
  unregisterForNotificationsAsync(): Promise<void>;
}
