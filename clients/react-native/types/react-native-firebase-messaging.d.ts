/**
 * @react-native-firebase/messaging 21 to 23. Read from invertase/react-native-firebase,
 * packages/messaging/lib/modular/index.d.ts (see https://rnfirebase.io/reference/messaging); the message as
 * ReactNativeFirebaseMessagingSerializer.java and RNFBMessagingSerializer.m make it. The namespaced form still works in 23, with a warning.
 */
declare module '@react-native-firebase/messaging' {
  export namespace FirebaseMessagingTypes {
    interface Notification {
      title?: string;
      body?: string;
      android?: {
        channelId?: string;
        color?: string;
        count?: number;
        imageUrl?: string;
        priority?: number;
        sound?: string;
        visibility?: number;
        tag?: string;
      };
      ios?: { badge?: string | number; sound?: string | { name: string; critical?: boolean; volume?: number } };
    }
    interface RemoteMessage {
      messageId?: string;
      collapseKey?: string;
      from?: string;
      sentTime?: number;
      ttl?: number;
      data?: { [key: string]: string | object };
      notification?: Notification;
      /** iOS. */
      category?: string;
      threadId?: string;
      contentAvailable?: boolean;
      mutableContent?: boolean;
      /** Android, since 21: as sent, and as Google delivered it. */
      originalPriority?: number;
      priority?: number;
    }
    interface IOSPermissions {
      alert?: boolean;
      announcement?: boolean;
      badge?: boolean;
      carPlay?: boolean;
      criticalAlert?: boolean;
      provisional?: boolean;
      sound?: boolean;
    }
    /** -1 not determined, 0 denied, 1 authorised, 2 provisional, 3 ephemeral. */
    type AuthorizationStatus = number;
    interface Statics {
      AuthorizationStatus: {
        readonly NOT_DETERMINED: -1;
        readonly DENIED: 0;
        readonly AUTHORIZED: 1;
        readonly PROVISIONAL: 2;
        readonly EPHEMERAL: 3;
      };
    }
    interface Module {
      readonly isDeviceRegisteredForRemoteMessages: boolean;
      hasPermission(): Promise<AuthorizationStatus>;
      requestPermission(permissions?: IOSPermissions): Promise<AuthorizationStatus>;
      registerDeviceForRemoteMessages(): Promise<void>;
      unregisterDeviceForRemoteMessages(): Promise<void>;
      getToken(): Promise<string>;
      deleteToken(): Promise<void>;
      /** iOS; null before the device is registered, and on Android. */
      getAPNSToken(): Promise<string | null>;
      onTokenRefresh(listener: (token: string) => void): () => void;
      onMessage(listener: (message: RemoteMessage) => void): () => void;
      setBackgroundMessageHandler(handler: (message: RemoteMessage) => Promise<unknown>): void;
      onNotificationOpenedApp(listener: (message: RemoteMessage) => void): () => void;
      getInitialNotification(): Promise<RemoteMessage | null>;
      onDeletedMessages(listener: () => void): () => void;
    }
  }

  export const AuthorizationStatus: FirebaseMessagingTypes.Statics['AuthorizationStatus'];
  export function getMessaging(): FirebaseMessagingTypes.Module;
  export function hasPermission(messaging: FirebaseMessagingTypes.Module): Promise<FirebaseMessagingTypes.AuthorizationStatus>;
  export function requestPermission(
    messaging: FirebaseMessagingTypes.Module, permissions?: FirebaseMessagingTypes.IOSPermissions,
  ): Promise<FirebaseMessagingTypes.AuthorizationStatus>;
  export function registerDeviceForRemoteMessages(messaging: FirebaseMessagingTypes.Module): Promise<void>;
  export function getToken(messaging: FirebaseMessagingTypes.Module): Promise<string>;
  export function deleteToken(messaging: FirebaseMessagingTypes.Module): Promise<void>;
  export function getAPNSToken(messaging: FirebaseMessagingTypes.Module): Promise<string | null>;
  export function onTokenRefresh(messaging: FirebaseMessagingTypes.Module, listener: (token: string) => void): () => void;
  export function onMessage(
    messaging: FirebaseMessagingTypes.Module, listener: (message: FirebaseMessagingTypes.RemoteMessage) => void,
  ): () => void;
  export function setBackgroundMessageHandler(
    messaging: FirebaseMessagingTypes.Module, handler: (message: FirebaseMessagingTypes.RemoteMessage) => Promise<unknown>,
  ): void;
  export function onNotificationOpenedApp(
    messaging: FirebaseMessagingTypes.Module, listener: (message: FirebaseMessagingTypes.RemoteMessage) => void,
  ): () => void;
  export function getInitialNotification(
    messaging: FirebaseMessagingTypes.Module,
  ): Promise<FirebaseMessagingTypes.RemoteMessage | null>;

  const messaging: (() => FirebaseMessagingTypes.Module) & FirebaseMessagingTypes.Statics;
  export default messaging;
}
