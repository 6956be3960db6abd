/**
 * expo-router 4 to 6 (SDK 52 to 54): what the Expo example uses, next to the package's own declarations. Names as in version 4.0.14,
 * build/exports.js; see https://docs.expo.dev/versions/v54.0.0/sdk/router/, not compared with its source.
 */
declare module 'expo-router' {
  import type { ComponentType, ReactNode } from 'react';

  interface ScreenProps<Options> {
    readonly name: string;
    readonly options?: Options;
  }
  type Layout<Options> = ComponentType<{ readonly children?: ReactNode; readonly screenOptions?: Options }> & {
    readonly Screen: ComponentType<ScreenProps<Options>>;
  };
  export const Stack: Layout<{ readonly title?: string; readonly headerShown?: boolean }>;
  /** The options are those of React Navigation's bottom tabs. */
  export const Tabs: Layout<{ readonly title?: string; readonly tabBarBadge?: number | string }>;
  export const Redirect: ComponentType<{ readonly href: string }>;
  export function useLocalSearchParams<Params extends Record<string, string | undefined>>(): Params;
  /** The container's reference of React Navigation, which `bindExpoRouter` asks whether the root is there. */
  export function useNavigationContainerRef(): {
    isReady(): boolean;
    addListener(type: 'ready', listener: () => void): () => void;
  };
}

/** Registers the root component. See https://docs.expo.dev/router/installation/ */
declare module 'expo-router/entry' {}

/** expo-localization 16 and 17 (SDK 52 to 54). See https://docs.expo.dev/versions/v54.0.0/sdk/localization/; not compared with its source. */
declare module 'expo-localization' {
  export function getLocales(): readonly { readonly languageTag: string }[];
  export function getCalendars(): readonly { readonly timeZone: string | null }[];
}

/** react-native-permissions 5. See https://github.com/zoontek/react-native-permissions#readme; not compared with its source. */
declare module 'react-native-permissions' {
  export type PermissionStatus = 'unavailable' | 'denied' | 'blocked' | 'granted' | 'limited';
  export const PERMISSIONS: {
    readonly IOS: { readonly BLUETOOTH: 'ios.permission.BLUETOOTH' };
    readonly ANDROID: { readonly BLUETOOTH_SCAN: 'android.permission.BLUETOOTH_SCAN' };
  };
  /** Reads the state; it never shows a prompt. */
  export function check(permission: string): Promise<PermissionStatus>;
  export function request(permission: string): Promise<PermissionStatus>;
}
