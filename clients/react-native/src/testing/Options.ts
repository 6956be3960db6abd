import type { PermissionState } from 'peal-core';
import type { Behaviour, Face, PhonePlatform } from './behaviour/Behaviour.js';

/** Time as the phone needs it: a test's own, or the real one. */
export interface PhoneClock {
  now(): number;
  /** Calls back once; the answer cancels it. */
  after(milliseconds: number, callback: () => void): () => unknown;
}

export interface PhoneOptions {
  readonly platform: PhonePlatform;
  readonly clock: PhoneClock;
  /** Which libraries the app has; without it Expo's. */
  readonly face?: Face;
  /** An API level of Android, or a version of iOS. Without it 35, or 18. */
  readonly osVersion?: number;
  /** The Expo SDK of the app; without it 54. */
  readonly expoSdk?: number;
  /** What was chosen before; without it nothing was. */
  readonly permission?: PermissionState;
  readonly isOnline?: boolean;
  /** The addresses that the push services give out; without them invented ones. */
  readonly tokens?: Partial<Tokens>;
  /** Whether what works on some phones only works here; without it, it does not. */
  readonly unreliable?: 'lost' | 'works';
  /** Android: without Google's services a token is never answered, or refused. */
  readonly googleServices?: 'present' | 'hanging' | 'refused';
  /** Whether the app runs in Expo Go. */
  readonly isExpoGo?: boolean;
  /** iOS: Apple's entitlement for critical alerts. */
  readonly hasCriticalEntitlement?: boolean;
  /** Android 14: the permission for the whole screen. */
  readonly canFullScreen?: boolean;
  /** Android: access to the policy of Do Not Disturb. */
  readonly hasPolicyAccess?: boolean;
  /** What this phone does differently, or not at all; without it the table of this package. */
  readonly behaviour?: readonly Behaviour[];
  /** Waits until work outside of the phone went on, such as a test server's. Without it promises alone are waited for. */
  readonly turn?: () => Promise<void>;
}

export interface Tokens {
  readonly expo: string;
  readonly fcm: string;
  readonly apns: string;
}
