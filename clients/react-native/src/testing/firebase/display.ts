import type { Notification } from '@notifee/react-native';
import type { AppProcess } from '../AppProcess.js';
import type { PhoneContext } from '../Context.js';
import { drawLocal } from '../system/draw.js';
import { keyOf } from '../system/Screen.js';
import { buttonFrom } from './createNotifee.js';

/** Shows a notification of the app, as notifee does. */
export function display(phone: PhoneContext, process: AppProcess, asked: Notification): string {
  const id = asked.id ?? phone.nextId();
  const notification = { ...asked, id };
  if (phone.platform === 'android') onAndroid(phone, notification, id);
  else onApple(phone, process, notification, id);
  return id;
}

function onAndroid(phone: PhoneContext, notification: Notification, id: string): void {
  const { table, channels, options } = phone;
  const android = notification.android ?? {};
  const { channelId: channel, tag = null, actions = [] } = android;
  if (table.has('notifee.channel.needed') && (channel === undefined || !channels.get(channel))) {
    throw new Error(`notifee: no channel ${channel ?? '(none given)'}`);
  }
  const limit = table.limit('android.buttons', Infinity);
  if (actions.length > limit) throw new Error(`Android shows ${limit} buttons, not ${actions.length}`);
  // The user of Android 14 grants this apart from notifications.
  const isAllowed = phone.osVersion < table.limit('android.full-screen', Infinity) || options.canFullScreen === true;
  const isFree = phone.isLocked() || !table.has('android.full-screen.locked');
  drawLocal(phone, {
    key: keyOf(id, tag), id, tag, title: notification.title ?? '', body: notification.body ?? '',
    buttons: actions.map((action) => buttonFrom(action, table.has('android.press.opens-by-activity'))), sound: channels.soundOf(channel),
    isFullScreen: android.fullScreenAction !== undefined && isAllowed && isFree, drawnBy: 'app', at: phone.clock.now(), source: notification,
    ...(channel === undefined ? {} : { channel }), ...(android.groupId === undefined ? {} : { group: android.groupId }),
    ...(android.badgeCount === undefined ? {} : { count: android.badgeCount }),
    ...(android.largeIcon === undefined ? {} : { image: android.largeIcon }),
  });
}

function onApple(phone: PhoneContext, process: AppProcess, notification: Notification, id: string): void {
  const ios = notification.ios ?? {};
  const asked = ios.foregroundPresentationOptions;
  const isShown = asked ? asked.banner !== false || asked.list !== false : phone.table.has('notifee.foreground.shows');
  if (process.isVisible && !isShown) return;
  if (phone.permission.isShown && ios.badgeCount !== undefined && ios.badgeCount !== null) phone.screen.icon = ios.badgeCount;
  const category = phone.categories.find(ios.categoryId, false);
  drawLocal(phone, {
    key: id, id, tag: null, title: notification.title ?? '', body: notification.body ?? '', buttons: category ? category.buttons : [],
    sound: ios.sound ?? null, isFullScreen: false, drawnBy: 'app', at: phone.clock.now(), source: notification,
    ...(ios.categoryId === undefined ? {} : { category: ios.categoryId }), ...(ios.threadId === undefined ? {} : { group: ios.threadId }),
  });
}
