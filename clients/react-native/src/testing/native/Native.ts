import type { AppStateStatic, LinkingStatic, PlatformStatic } from '../../../types/react-native-system';
import type { Expo } from '../expo/createExpo.js';
import type { Firebase } from '../firebase/createFirebase.js';

/** The native modules of one process: what the app's top level imports on a real phone. */
export interface Native {
  readonly expo: Expo;
  readonly firebase: Firebase;
  readonly AppState: AppStateStatic;
  readonly Linking: LinkingStatic;
  readonly Platform: PlatformStatic;
  readonly ToastAndroid: { show(message: string, duration?: number): void };
  readonly AsyncStorage: typeof import('@react-native-async-storage/async-storage')['default'];
  readonly MMKV: typeof import('react-native-mmkv')['MMKV'];
  readonly NetInfo: typeof import('@react-native-community/netinfo')['default'];
  readonly Keychain: typeof import('react-native-keychain');
  /** Android 14: whether the app may take the whole screen; apps read it by a module of their own. */
  canUseFullScreenIntent(): Promise<boolean>;
  /** Timers that stand still while the system lets the app do nothing. */
  readonly clock: { now(): number; after(milliseconds: number, callback: () => void): () => void };
  /** What comes from outside of the phone, such as a response: it reaches only a living process. */
  during<T>(promise: Promise<T>): Promise<T>;
}
