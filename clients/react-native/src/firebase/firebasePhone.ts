import type { PhoneOptions } from '../phone.js';
import { firebaseTokens, type FirebaseTokenOptions } from './messages.js';
import { notifeeScreen, type NotifeeScreenOptions } from './notifeeScreen.js';

/**
 * Firebase's and notifee's half of a phone: `phone({...firebasePhone({messaging: messaging(), notifee, os: Platform.OS, storage}), …})`,
 * at the top of the app's first file.
 */
export function firebasePhone(
  options: FirebaseTokenOptions & Omit<NotifeeScreenOptions, 'messaging'>,
): Pick<PhoneOptions, 'tokens' | 'screen' | 'os' | 'storage' | 'Linking'> {
  const { os, storage, Linking } = options;
  return { tokens: firebaseTokens(options), screen: notifeeScreen(options), os, storage, Linking };
}
