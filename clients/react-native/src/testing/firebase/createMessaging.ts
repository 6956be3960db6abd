import type { FirebaseMessagingTypes } from '@react-native-firebase/messaging';
import type { PermissionState } from 'peal-core';
import type { AppProcess } from '../AppProcess.js';
import type { PhoneContext } from '../Context.js';
import { token } from '../system/token.js';
import { messageOf } from './messageOf.js';

type Module = FirebaseMessagingTypes.Module;
type RemoteMessage = FirebaseMessagingTypes.RemoteMessage;
/** React Native Firebase's module: the function of the namespaced form, and those of the modular form. */
export type Messaging = typeof import('@react-native-firebase/messaging')['default'];
export type ModularMessaging = Omit<typeof import('@react-native-firebase/messaging'), 'default'>;

export interface BackgroundHandler {
  handler: ((message: RemoteMessage) => Promise<unknown>) | null;
}

const statuses = { NOT_DETERMINED: -1, DENIED: 0, AUTHORIZED: 1, PROVISIONAL: 2, EPHEMERAL: 3 } as const;

/** Android knows two states only. */
export function authorization(phone: PhoneContext): number {
  const { state } = phone.permission;
  const numbers: Record<PermissionState, number> = { 'not-determined': -1, denied: 0, granted: 1, provisional: 2 };
  return phone.platform === 'android' ? Math.max(0, numbers[state]) : numbers[state];
}

export function createMessaging(phone: PhoneContext, process: AppProcess, background: BackgroundHandler): Module {
  const { permission, tokens, kept, platform, table } = phone;
  const isAndroid = platform === 'android';
  const call = <T>(name: string, args: readonly unknown[], work: () => T | Promise<T>): Promise<T> => process.call(`messaging.${name}`, args, work);

  return {
    get isDeviceRegisteredForRemoteMessages() {
      return isAndroid || kept.isRegistered;
    },
    hasPermission: () => call('hasPermission', [], () => authorization(phone)),
    requestPermission: (asked) => call('requestPermission', [asked], async () => {
      // React Native Firebase asks on iOS alone; on Android the app has to.
      if (!isAndroid) await permission.request({ provisional: Boolean(asked && asked.provisional), critical: Boolean(asked && asked.criticalAlert) });
      return authorization(phone);
    }),
    registerDeviceForRemoteMessages: () => call('registerDeviceForRemoteMessages', [], () => void (kept.isRegistered = true)),
    unregisterDeviceForRemoteMessages: () => call('unregisterDeviceForRemoteMessages', [], () => void (kept.isRegistered = false)),
    getToken: () => call('getToken', [], () => token(phone, 'fcm')),
    deleteToken: () => call('deleteToken', [], () => {
      tokens.delete(isAndroid);
      if (!isAndroid || !table.has('firebase.delete-token.silent')) process.emit('firebase.token', tokens.get('fcm'));
    }),
    getAPNSToken: () => call('getAPNSToken', [], () => {
      if (isAndroid || (!kept.isRegistered && table.has('firebase.apns-token.registered'))) return null;
      return token(phone, 'apns');
    }),
    onTokenRefresh: (listener) => process.on('firebase.token', listener),
    onMessage: (listener) => process.on('firebase.message', listener),
    setBackgroundMessageHandler: (handler) => process.callNow('messaging.setBackgroundMessageHandler', [], () => void (background.handler = handler)),
    onNotificationOpenedApp: (listener) => process.on('firebase.opened', listener),
    getInitialNotification: () => call('getInitialNotification', [], () => {
      const press = kept.initialMessage;
      kept.initialMessage = null;
      return press ? messageOf(phone, press.shown.source as Parameters<typeof messageOf>[1]) : null;
    }),
    onDeletedMessages: (listener) => process.on('firebase.deleted', listener),
  };
}

export const namespaced = (module: Module): Messaging => Object.assign(() => module, { AuthorizationStatus: statuses });

export const modular = (module: Module): ModularMessaging => ({
  AuthorizationStatus: statuses,
  getMessaging: () => module,
  hasPermission: (messaging) => messaging.hasPermission(),
  requestPermission: (messaging, permissions) => messaging.requestPermission(permissions),
  registerDeviceForRemoteMessages: (messaging) => messaging.registerDeviceForRemoteMessages(),
  getToken: (messaging) => messaging.getToken(),
  deleteToken: (messaging) => messaging.deleteToken(),
  getAPNSToken: (messaging) => messaging.getAPNSToken(),
  onTokenRefresh: (messaging, listener) => messaging.onTokenRefresh(listener),
  onMessage: (messaging, listener) => messaging.onMessage(listener),
  setBackgroundMessageHandler: (messaging, handler) => messaging.setBackgroundMessageHandler(handler),
  onNotificationOpenedApp: (messaging, listener) => messaging.onNotificationOpenedApp(listener),
  getInitialNotification: (messaging) => messaging.getInitialNotification(),
});
