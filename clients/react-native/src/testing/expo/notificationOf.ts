import type { Notification, NotificationRequest, NotificationResponse } from 'expo-notifications';
import type { PhoneContext, UserPress } from '../Context.js';
import type { RemotePush } from '../arrival.js';
import type { ShownNotification } from '../system/Screen.js';

export const defaultAction = 'expo.modules.notifications.actions.DEFAULT';
/** Apple's; the library hands it on as it is. */
export const dismissAction = 'com.apple.UNNotificationDismissActionIdentifier';

/** A push as the listeners and the handler get it. */
export function notificationOf(phone: PhoneContext, push: RemotePush): Notification {
  const identifier = push.tag ?? push.messageId;
  const content = { title: push.title ?? null, subtitle: null, body: push.body ?? null, sound: push.sound ?? null };
  if (phone.platform === 'android') {
    return {
      date: push.sentAt,
      request: {
        identifier, content: { ...content, data: { ...push.data } },
        trigger: { type: 'push', remoteMessage: { data: remoteData(push), notification: null, messageId: push.messageId } },
      },
    };
  }
  const data = push.provider === 'expo' || !phone.table.has('expo.apns.body-only') ? push.data : dataOf(push.userInfo.body);
  return {
    date: push.sentAt,
    request: {
      identifier,
      content: {
        ...content, data: { ...data }, badge: push.badge ?? null, categoryIdentifier: push.category ?? null, threadIdentifier: push.thread ?? null,
      },
      trigger: { type: 'push', payload: { ...push.userInfo } },
    },
  };
}

const dataOf = (body: unknown): Record<string, unknown> => (typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {});

/** What Expo's service sends an Android phone: texts alone. */
export function remoteData(push: RemotePush): Record<string, string> {
  const fields: Record<string, string | undefined> = {
    title: push.title, message: push.body, body: JSON.stringify(push.data), tag: push.tag, channelId: push.channel,
    categoryId: push.category, experienceId: '@app/app', projectId: 'project', scopeKey: '@app/app',
  };
  const data: Record<string, string> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== undefined) data[name] = value;
  }
  return data;
}

/** What is on the screen as the library lists it. */
export function presented(phone: PhoneContext, shown: ShownNotification): Notification {
  if (phone.platform === 'android' && shown.drawnBy === 'system') {
    const query = shown.tag === null ? `id=${shown.id}` : `tag=${encodeURIComponent(shown.tag)}&id=${shown.id}`;
    const identifier = phone.table.has('expo.foreign-identifier') ? `expo-notifications://foreign_notifications?${query}` : shown.tag ?? shown.id;
    const content = { title: shown.title, subtitle: null, body: shown.body, data: {}, sound: null };
    return { date: shown.at, request: { identifier, content, trigger: null } };
  }
  return requestOf(phone, shown);
}

/** What a notification is in a response to it. */
export function requestOf(phone: PhoneContext, shown: ShownNotification): Notification {
  if (shown.drawnBy === 'app') return { date: shown.at, request: shown.source as NotificationRequest };
  const push = shown.source as RemotePush;
  const notification = notificationOf(phone, push);
  // What FCM drew comes back as the extras of an intent, which have no tag.
  const isForeign = phone.platform === 'android' && shown.drawnBy === 'system' && phone.table.has('expo.response.message-id');
  return isForeign ? { ...notification, request: { ...notification.request, identifier: push.messageId } } : notification;
}

export function responseOf(phone: PhoneContext, press: UserPress): NotificationResponse {
  const action = press.press === 'dismissal' ? dismissAction : press.button ? press.button.id : defaultAction;
  return {
    notification: requestOf(phone, press.shown), actionIdentifier: action, ...(press.input === undefined ? {} : { userText: press.input }),
  };
}
