import type { Decision, PhoneContext } from '../Context.js';
import type { RemotePush } from '../arrival.js';
import { keyOf } from './Screen.js';
import type { ShownNotification } from './Screen.js';

const always: Decision = { isShown: true, isHeard: true, isCounted: true };
const fallback = 'fcm_fallback_notification_channel';

/** Draws a push, as the system or a library does it. */
export function drawPush(phone: PhoneContext, push: RemotePush, drawnBy: 'system' | 'library', decision = always): void {
  if (!phone.permission.isShown) return;
  if (phone.platform === 'ios' && decision.isCounted && push.badge !== undefined) phone.screen.icon = push.badge;
  if (push.arrives === 'badge' || !decision.isShown) return;
  const drawn = phone.platform === 'ios' ? onApple(phone, push) : onAndroid(phone, push, drawnBy);
  if (!drawn) return;
  put(phone, {
    title: push.title ?? '', body: push.body ?? '', isFullScreen: false, drawnBy, at: phone.clock.now(), source: push,
    ...(push.image === undefined ? {} : { image: push.image }), ...drawn, ...(decision.isHeard ? {} : { sound: null }),
  });
}

type Drawn = Pick<ShownNotification, 'key' | 'id' | 'tag' | 'buttons' | 'sound'> & Partial<ShownNotification>;

function onApple(phone: PhoneContext, push: RemotePush): Drawn {
  const id = (phone.table.has('ios.collapse.replaces') ? push.tag : undefined) ?? push.messageId;
  const category = phone.categories.find(push.category, phone.face === 'expo');
  const isQuiet = phone.permission.state === 'provisional' && phone.table.has('ios.provisional.quiet');
  return {
    key: id, id, tag: null, buttons: category ? category.buttons.slice(0, phone.table.limit('ios.buttons', Infinity)) : [], sound: isQuiet ? null : push.sound ?? null,
    ...(push.category === undefined ? {} : { category: push.category }), ...(push.thread === undefined ? {} : { group: push.thread }),
  };
}

function onAndroid(phone: PhoneContext, push: RemotePush, drawnBy: 'system' | 'library'): Drawn | null {
  const { table, channels, categories } = phone;
  const count = push.badge === undefined ? {} : { count: push.badge };
  if (drawnBy === 'library' || phone.face === 'expo') {
    if (push.channel !== undefined && !channels.get(push.channel) && table.has('expo.channel.missing-hides')) return null;
    const tag = (table.has('expo.identifier-is-tag') ? push.tag : undefined) ?? push.messageId;
    // Where FCM itself draws it, there is no code of the library that knows the category.
    const category = drawnBy === 'library' ? categories.find(push.category, true) : undefined;
    return {
      key: keyOf('0', tag), id: '0', tag, buttons: category ? category.buttons.slice(0, table.limit('android.buttons', Infinity)) : [],
      sound: channels.soundOf(push.channel), ...count,
      ...(push.channel === undefined ? {} : { channel: push.channel }), ...(push.category === undefined ? {} : { category: push.category }),
    };
  }
  const isKnown = push.channel !== undefined && channels.get(push.channel) !== undefined;
  const channel = isKnown || !table.has('android.fcm.fallback-channel') ? push.channel : fallback;
  const [id, tag] = table.has('android.fcm.identity') ? ['0', push.tag ?? `FCM-Notification:${push.messageId}`] : [push.messageId, null];
  return { key: keyOf(id!, tag!), id: id!, tag: tag!, buttons: [], sound: channels.soundOf(channel), ...count, ...(channel === undefined ? {} : { channel }) };
}

/** Puts a notification on the screen and sounds. */
export function put(phone: PhoneContext, notification: ShownNotification): void {
  phone.screen.draw(notification);
  if (notification.sound !== null) phone.received.sounds.push(notification.sound);
  if (notification.isFullScreen) phone.received.fullScreens.push(notification.id);
}

/** Draws what the app itself shows. */
export function drawLocal(phone: PhoneContext, notification: ShownNotification): void {
  phone.received.drawn.push({ title: notification.title, body: notification.body });
  if (phone.permission.isShown) put(phone, notification);
}
