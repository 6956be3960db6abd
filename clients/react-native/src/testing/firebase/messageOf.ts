import type { FirebaseMessagingTypes } from '@react-native-firebase/messaging';
import type { PhoneContext } from '../Context.js';
import type { RemotePush } from '../arrival.js';

type RemoteMessage = FirebaseMessagingTypes.RemoteMessage;

/** A push as React Native Firebase hands it to the app. */
export const messageOf = (phone: PhoneContext, push: RemotePush): RemoteMessage => (phone.platform === 'android' ? onAndroid(push) : onApple(push));

function onAndroid(push: RemotePush): RemoteMessage {
  const message: RemoteMessage = {
    messageId: push.messageId, from: '1234567890', sentTime: push.sentAt, ttl: push.ttl ?? 2_419_200, data: dataOf(push),
    originalPriority: push.isHigh ? 1 : 2, priority: push.isHigh ? 1 : 2,
    ...(push.collapseKey === undefined ? {} : { collapseKey: push.collapseKey }),
  };
  if (push.arrives !== 'notification') return message;
  const android = defined({ channelId: push.channel, color: push.color, count: push.badge, imageUrl: push.image, sound: push.sound });
  return { ...message, notification: { ...defined({ title: push.title, body: push.body }), android } };
}

function onApple(push: RemotePush): RemoteMessage {
  const shown = defined({ title: push.title, body: push.body });
  const ios = defined({ badge: push.badge, sound: push.sound });
  const notification = { ...shown, ...(Object.keys(ios).length > 0 ? { ios } : {}) };
  return {
    messageId: push.messageId, from: '1234567890', data: dataOf(push),
    ...(push.category === undefined ? {} : { category: push.category }), ...(push.thread === undefined ? {} : { threadId: push.thread }),
    ...(push.arrives === 'silent' ? { contentAvailable: true } : {}),
    ...(Object.keys(notification).length > 0 ? { notification } : {}),
  };
}

export const dataOf = (push: RemotePush): { [key: string]: string | object } => ({ ...push.data } as { [key: string]: string | object });

function defined<T extends Record<string, unknown>>(members: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const found: Record<string, unknown> = {};
  for (const name of Object.keys(members)) if (members[name] !== undefined) found[name] = members[name];
  return found as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}
