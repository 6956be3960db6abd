/**
 * React Native 0.76 to 0.82: what reaches the system, without components. Not compared with its source; see https://reactnative.dev/docs/appstate,
 * https://reactnative.dev/docs/linking, https://reactnative.dev/docs/platform and https://reactnative.dev/docs/headless-js-android
 */

export type AppStateStatus = 'active' | 'background' | 'inactive' | 'unknown' | 'extension';

export interface NativeSubscription {
  remove(): void;
}

export interface AppStateStatic {
  readonly currentState: AppStateStatus;
  addEventListener(type: 'change', listener: (state: AppStateStatus) => void): NativeSubscription;
}

export interface LinkingStatic {
  openSettings(): Promise<void>;
  openURL(url: string): Promise<unknown>;
  canOpenURL(url: string): Promise<boolean>;
  getInitialURL(): Promise<string | null>;
  addEventListener(type: 'url', listener: (event: { url: string }) => void): NativeSubscription;
  /** Android. */
  sendIntent(action: string, extras?: readonly { key: string; value: string | number | boolean }[]): Promise<void>;
}

export interface PlatformStatic {
  readonly OS: 'android' | 'ios';
  /** Android: the API level as a number. iOS: the version as a text. */
  readonly Version: number | string;
  select<T>(specifics: { readonly android?: T; readonly ios?: T; readonly native?: T; readonly default?: T }): T | undefined;
}
