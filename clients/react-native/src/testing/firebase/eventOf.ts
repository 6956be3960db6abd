import type { DisplayedNotification, Event, InitialNotification, Notification } from '@notifee/react-native';
import type { PhoneContext, UserPress } from '../Context.js';
import type { RemotePush } from '../arrival.js';
import type { ShownNotification } from '../system/Screen.js';
import { EventType } from './enums.js';
import { dataOf } from './messageOf.js';

/** What a notification is in notifee's events. */
export function notificationOf(phone: PhoneContext, shown: ShownNotification): Notification {
  if (shown.drawnBy === 'app') return shown.source as Notification;
  const push = shown.source as RemotePush;
  if (phone.platform === 'android') {
    const isHidden = phone.table.has('android.fcm.hides-data');
    return {
      id: shown.id, title: shown.title, body: shown.body, ...(isHidden ? {} : { data: dataOf(push) }),
      android: { ...(shown.channel === undefined ? {} : { channelId: shown.channel }), ...(shown.tag === null ? {} : { tag: shown.tag }) },
    };
  }
  return {
    id: shown.id, title: shown.title, body: shown.body, data: dataOf(push), remote: { messageId: push.messageId },
    ios: { ...(push.category === undefined ? {} : { categoryId: push.category }), ...(push.thread === undefined ? {} : { threadId: push.thread }) },
  };
}

export const displayed = (phone: PhoneContext, shown: ShownNotification): DisplayedNotification => ({
  id: shown.id, date: String(shown.at), notification: notificationOf(phone, shown),
});

export function eventOf(phone: PhoneContext, press: UserPress): Event {
  const notification = notificationOf(phone, press.shown);
  if (press.press === 'dismissal') return { type: EventType.DISMISSED, detail: { notification } };
  return { type: press.button ? EventType.ACTION_PRESS : EventType.PRESS, detail: { notification, ...pressedWith(notification, press) } };
}

export const initialOf = (phone: PhoneContext, press: UserPress): InitialNotification => {
  const notification = notificationOf(phone, press.shown);
  return { notification, ...pressedWith(notification, press) };
};

function pressedWith(notification: Notification, press: UserPress): Pick<InitialNotification, 'pressAction' | 'input'> {
  const own = notification.android && notification.android.pressAction;
  const pressAction = press.button ? { id: press.button.id } : own ?? { id: 'default' };
  return { pressAction, ...(press.input === undefined ? {} : { input: press.input }) };
}
