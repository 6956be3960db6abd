import type {
  DevicePushToken, NotificationCategory, NotificationChannel, NotificationChannelInput, NotificationHandler, NotificationPermissionsStatus,
  NotificationRequestInput, NotificationResponse,
} from 'expo-notifications';
import type { AppProcess } from '../AppProcess.js';
import type { PhoneContext } from '../Context.js';
import type { Category } from '../system/Categories.js';
import type { Channel } from '../system/Channels.js';
import { drawLocal } from '../system/draw.js';
import { keyOf } from '../system/Screen.js';
import { token } from '../system/token.js';
import { defaultAction, presented, responseOf } from './notificationOf.js';
import { importance, iosStatus, visibility } from './enums.js';

/** Expo's module, as far as an adapter calls it. */
export type Notifications = typeof import('expo-notifications');

/** What the handler in force says, for the runtime. */
export interface HandlerHolder {
  handler: NotificationHandler | null;
  /** Whether the app's top level still runs. */
  isStarting: boolean;
  /** Asks the handler about what the app itself shows in the foreground. */
  ask(notification: ReturnType<typeof presented>): Promise<{ readonly isShown: boolean; readonly isHeard: boolean }>;
}

export function createNotifications(phone: PhoneContext, process: AppProcess, holder: HandlerHolder): Notifications {
  const { platform, channels, categories, permission, screen, table, kept } = phone;
  const call = <T>(name: string, args: readonly unknown[], work: () => T | Promise<T>): Promise<T> => process.call(`expo.${name}`, args, work);
  const isAndroid = platform === 'android';

  function status(): NotificationPermissionsStatus {
    const { state } = permission;
    const isProvisional = state === 'provisional';
    const isGranted = state === 'granted' || (isProvisional && !table.has('ios.provisional.not-granted'));
    const numbers = { 'not-determined': 0, denied: 1, granted: 2, provisional: 3 } as const;
    return {
      status: isGranted ? 'granted' : state === 'denied' ? 'denied' : 'undetermined', granted: isGranted,
      canAskAgain: permission.canAskAgain || state === 'granted', expires: 'never',
      ...(isAndroid ? { android: { importance: permission.isShown ? 3 : 0 } } : { ios: { status: numbers[state], allowsCriticalAlerts: permission.allowsCritical } }),
    };
  }

  const lastResponse = (): NotificationResponse | null => (kept.lastResponse ? responseOf(phone, kept.lastResponse) : null);
  const clearLast = (): void => void (kept.lastResponse = null);
  const devicePushToken = async (): Promise<DevicePushToken> => {
    await token(phone, isAndroid ? 'fcm' : 'apns');
    return { type: platform, data: phone.tokens.get(isAndroid ? 'fcm' : 'apns') };
  };

  return {
    IosAuthorizationStatus: iosStatus, AndroidImportance: importance, AndroidNotificationVisibility: visibility,
    DEFAULT_ACTION_IDENTIFIER: defaultAction,
    getPermissionsAsync: () => call('getPermissionsAsync', [], status),
    requestPermissionsAsync: (asked) => call('requestPermissionsAsync', [asked], async () => {
      const ios = (asked && asked.ios) || {};
      await permission.request({ provisional: ios.allowProvisional === true, critical: ios.allowCriticalAlerts === true });
      return status();
    }),

    setNotificationChannelAsync: (id, input) => call('setNotificationChannelAsync', [id, input], () => {
      if (!isAndroid) return null;
      return channelOf(channels.create(channelFrom(id, input)));
    }),
    getNotificationChannelsAsync: () => call('getNotificationChannelsAsync', [], () => (isAndroid ? channels.all.map(channelOf) : [])),
    deleteNotificationChannelAsync: (id) => call('deleteNotificationChannelAsync', [id], () => channels.delete(id)),

    setNotificationCategoryAsync: (identifier, actions, options) => call('setNotificationCategoryAsync', [identifier, actions, options], () => {
      if (isAndroid && actions.length > table.limit('android.buttons', Infinity)) throw new Error(`Android shows no ${actions.length} buttons (${identifier})`);
      categories.set({
        id: identifier, reportsDismissal: Boolean(options && options.customDismissAction),
        buttons: actions.map(({ identifier: id, buttonTitle, textInput, options: own }) => ({
          id, title: buttonTitle, hasText: textInput !== undefined, opensApp: !own || own.opensAppToForeground !== false,
        })),
      });
      return { identifier, actions, ...(options ? { options } : {}) };
    }),
    deleteNotificationCategoryAsync: (id) => call('deleteNotificationCategoryAsync', [id], () => categories.delete(id)),
    getNotificationCategoriesAsync: () => call('getNotificationCategoriesAsync', [], () => categories.all.map(categoryOf)),

    scheduleNotificationAsync: (request) => call('scheduleNotificationAsync', [request], () => schedule(phone, process, holder, request)),
    getPresentedNotificationsAsync: () => call('getPresentedNotificationsAsync', [], () => screen.all.map((shown) => presented(phone, shown))),
    dismissNotificationAsync: (id) => call('dismissNotificationAsync', [id], () => {
      screen.remove((shown) => presented(phone, shown).request.identifier === id);
    }),
    dismissAllNotificationsAsync: () => call('dismissAllNotificationsAsync', [], () => screen.clear()),
    setBadgeCountAsync: (count) => call('setBadgeCountAsync', [count], () => {
      if (isAndroid && table.has('android.badge.by-notifications')) return false;
      if (permission.isShown) screen.icon = count;
      return permission.isShown;
    }),
    getBadgeCountAsync: () => call('getBadgeCountAsync', [], () => screen.icon),

    setNotificationHandler: (handler) => process.callNow('expo.setNotificationHandler', [], () => void (holder.handler = handler)),
    addNotificationReceivedListener: (listener) => ({ remove: process.on('expo.received', listener) }),
    addNotificationResponseReceivedListener: (listener) => {
      const isLate = !holder.isStarting && table.has('expo.response.early-listener');
      const remove = process.on('expo.response', listener);
      if (!isLate) process.emit('expo.response-listener-added', listener);
      return { remove };
    },
    getLastNotificationResponse: () => process.callNow('expo.getLastNotificationResponse', [], lastResponse),
    getLastNotificationResponseAsync: () => call('getLastNotificationResponseAsync', [], lastResponse),
    clearLastNotificationResponse: () => process.callNow('expo.clearLastNotificationResponse', [], clearLast),
    clearLastNotificationResponseAsync: () => call('clearLastNotificationResponseAsync', [], clearLast),

    registerTaskAsync: (name) => call('registerTaskAsync', [name], () => {
      kept.tasks.add(name);
      return null;
    }),
    unregisterTaskAsync: (name) => call('unregisterTaskAsync', [name], () => {
      kept.tasks.delete(name);
      return null;
    }),

    getExpoPushTokenAsync: (options) => call('getExpoPushTokenAsync', [options], async () => ({ type: 'expo' as const, data: await token(phone, 'expo') })),
    getDevicePushTokenAsync: () => call('getDevicePushTokenAsync', [], devicePushToken),
    addPushTokenListener: (listener) => ({ remove: process.on('expo.token', listener) }),
    unregisterForNotificationsAsync: () => call('unregisterForNotificationsAsync', [], () => phone.tokens.delete(isAndroid)),
  };
}

/** Shows something of the app itself. In the foreground the handler is asked about it, too. */
async function schedule(phone: PhoneContext, process: AppProcess, holder: HandlerHolder, request: NotificationRequestInput): Promise<string> {
  const { platform, channels, categories, table } = phone;
  const identifier = request.identifier ?? phone.nextId();
  const { content, trigger } = request;
  const isAndroid = platform === 'android';
  const channel = trigger ? trigger.channelId : undefined;
  const own = {
    identifier,
    content: {
      title: content.title ?? null, subtitle: content.subtitle ?? null, body: content.body ?? null, data: content.data ?? {}, sound: null,
      ...(isAndroid ? {} : { categoryIdentifier: content.categoryIdentifier ?? null, badge: content.badge ?? null }),
    },
    trigger: trigger ? { type: 'channel' } : null,
  };
  const category = categories.find(content.categoryIdentifier, true);
  const sound = typeof content.sound === 'string' ? content.sound : content.sound ? 'default' : null;
  const decision = process.isVisible ? await holder.ask({ date: phone.clock.now(), request: own }) : { isShown: true, isHeard: true };
  if (!decision.isShown || (isAndroid && channel !== undefined && !channels.get(channel) && table.has('expo.channel.missing-hides'))) return identifier;
  if (!isAndroid && content.badge !== undefined && phone.permission.isShown) phone.screen.icon = content.badge;
  const heard = isAndroid ? channels.soundOf(channel) : sound;
  drawLocal(phone, {
    key: isAndroid ? keyOf('0', identifier) : identifier, id: isAndroid ? '0' : identifier, tag: isAndroid ? identifier : null,
    title: content.title ?? '', body: content.body ?? '', buttons: category ? category.buttons : [], sound: decision.isHeard ? heard : null,
    isFullScreen: false, drawnBy: 'app', at: phone.clock.now(), source: own,
    ...(channel === undefined ? {} : { channel }), ...(content.categoryIdentifier === undefined ? {} : { category: content.categoryIdentifier }),
    ...(isAndroid && content.badge !== undefined ? { count: content.badge } : {}),
  });
  return identifier;
}

/** Expo's importance starts at 2 for none, notifee's at 0. */
function channelFrom(id: string, input: NotificationChannelInput): Channel {
  return {
    id, name: input.name ?? id, importance: Math.min(input.importance - 2, 4), bypassDnd: input.bypassDnd === true,
    sound: input.sound === undefined ? 'default' : input.sound, vibration: input.vibrationPattern ?? null,
  };
}

function channelOf(channel: Channel): NotificationChannel {
  return {
    id: channel.id, name: channel.name, importance: channel.importance + 2, bypassDnd: channel.bypassDnd,
    sound: channel.sound === null || channel.sound === 'default' ? channel.sound : 'custom',
    vibrationPattern: channel.vibration ? [...channel.vibration] : null, enableVibrate: channel.vibration !== null,
  };
}

const categoryOf = ({ id, buttons, reportsDismissal }: Category): NotificationCategory => ({
  identifier: id, options: { customDismissAction: reportsDismissal },
  actions: buttons.map((button) => ({ identifier: button.id, buttonTitle: button.title, options: { opensAppToForeground: button.opensApp } })),
});
