/** expo-task-manager 12 to 14 (SDK 52 to 54). Read from expo/expo, packages/expo-task-manager/src/TaskManager.ts; see
 * https://docs.expo.dev/versions/v54.0.0/sdk/task-manager/ */
declare module 'expo-task-manager' {
  export interface TaskManagerTaskBody<T = unknown> {
    data: T;
    error: { code: string | number; message: string } | null;
    executionInfo: { eventId: string; taskName: string; appState?: 'active' | 'background' | 'inactive' };
  }
  export type TaskManagerTaskExecutor<T = unknown> = (body: TaskManagerTaskBody<T>) => Promise<unknown>;
  /** At the top level of a module that is loaded at every start. */
  export function defineTask<T = unknown>(taskName: string, taskExecutor: TaskManagerTaskExecutor<T>): void;
  export function isTaskDefined(taskName: string): boolean;
  export function isTaskRegisteredAsync(taskName: string): Promise<boolean>;
}

/** expo-secure-store 14 and 15 (SDK 52 to 54). Read from expo/expo, packages/expo-secure-store/src/SecureStore.ts; see
 * https://docs.expo.dev/versions/v54.0.0/sdk/securestore/ */
declare module 'expo-secure-store' {
  export type KeychainAccessibilityConstant = number;
  export const AFTER_FIRST_UNLOCK: KeychainAccessibilityConstant;
  export const AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: KeychainAccessibilityConstant;
  export const WHEN_UNLOCKED: KeychainAccessibilityConstant;
  export const WHEN_UNLOCKED_THIS_DEVICE_ONLY: KeychainAccessibilityConstant;
  export interface SecureStoreOptions {
    keychainService?: string;
    /** iOS; without it `WHEN_UNLOCKED`. */
    keychainAccessible?: KeychainAccessibilityConstant;
    requireAuthentication?: boolean;
  }
  export function getItemAsync(key: string, options?: SecureStoreOptions): Promise<string | null>;
  export function setItemAsync(key: string, value: string, options?: SecureStoreOptions): Promise<void>;
  export function deleteItemAsync(key: string, options?: SecureStoreOptions): Promise<void>;
}

/** expo-device 7 and 8 (SDK 52 to 54). Not compared with its source; see https://docs.expo.dev/versions/v54.0.0/sdk/device/ */
declare module 'expo-device' {
  export const isDevice: boolean;
  export const osName: string | null;
  export const osVersion: string | null;
  export const modelName: string | null;
}

/** expo-constants 17 and 18 (SDK 52 to 54). Not compared with its source; see
 * https://docs.expo.dev/versions/v54.0.0/sdk/constants/ */
declare module 'expo-constants' {
  const Constants: {
    readonly expoConfig: { readonly version?: string; readonly extra?: { readonly eas?: { readonly projectId?: string } } } | null;
    readonly easConfig?: { readonly projectId?: string } | null;
  };
  export default Constants;
}

/** expo-router 4 to 6 (SDK 52 to 54). Not compared with its source; see https://docs.expo.dev/versions/v54.0.0/sdk/router/ */
declare module 'expo-router' {
  export interface ImperativeRouter {
    push(href: string): void;
    navigate(href: string): void;
    replace(href: string): void;
    back(): void;
    canGoBack(): boolean;
    dismissAll(): void;
  }
  export const router: ImperativeRouter;
  export function useRouter(): ImperativeRouter;
  export function usePathname(): string;
  /** Without a key until the root layout is mounted. */
  export function useRootNavigationState(): { readonly key?: string } | undefined;
}
