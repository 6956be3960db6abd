import type { PushAddress } from 'peal-core';
import type { ArrivedPush, PushAnswer, SystemPress, Tokens } from '../ports.js';
import type { FirebaseMessage, FirebaseMessaging } from './FirebaseModules.js';

type Os = 'ios' | 'android';

export interface FirebaseTokenOptions {
  readonly messaging: FirebaseMessaging;
  readonly os: Os;
  /** iOS: pushes come from APNs itself, not through FCM. `sandbox` for builds from Xcode, `production` for TestFlight and the store. */
  readonly apns?: 'sandbox' | 'production';
}

export const payloadOf = ({ data, notification }: FirebaseMessage): unknown => ({ data: data || {}, ...(notification ? { notification } : {}) });

/** Firebase's messaging as the place where a phone's pushes arrive. */
export function firebaseTokens({ messaging, os, apns }: FirebaseTokenOptions): Tokens {
  let arrived: ((push: ArrivedPush) => Promise<PushAnswer>) | null = null;
  // Registered at the top of the app's first file: a component is too late for a push that starts the app.
  messaging.setBackgroundMessageHandler(async (message) => {
    // On Android it runs for what the system draws, too.
    await arrived?.({ payload: payloadOf(message), isDrawn: !!message.notification, isAsked: false });
  });
  return {
    async get(): Promise<PushAddress> {
      if (os === 'ios' && !messaging.isDeviceRegisteredForRemoteMessages) await messaging.registerDeviceForRemoteMessages();
      if (os === 'ios' && apns) {
        const token = await messaging.getAPNSToken();
        if (!token) throw new Error('the system gave no token for APNs');
        return { provider: 'apns', platform: 'ios', token, environment: apns };
      }
      return { provider: 'fcm', platform: os, token: await messaging.getToken() };
    },
    onChange: (changed) => messaging.onTokenRefresh(() => changed()),
    remove: () => messaging.deleteToken(),
    onPush(handler) {
      arrived = handler;
      const end = messaging.onMessage((message) => {
        // What comes while the app is on the screen, Firebase draws on neither system.
        void handler({ payload: payloadOf(message), isDrawn: false, isAsked: false });
      });
      return () => {
        arrived = null;
        end();
      };
    },
  };
}

/** Presses of what the system drew itself: Firebase's own events know no button. */
export const firebasePresses = (messaging: FirebaseMessaging) => ({
  onPress: (handler: (press: SystemPress) => Promise<void>): (() => void) =>
    messaging.onNotificationOpenedApp((message) => void handler({ payload: payloadOf(message) })),
  async lastPress(): Promise<SystemPress | null> {
    const message = await messaging.getInitialNotification();
    return message && { payload: payloadOf(message) };
  },
});
