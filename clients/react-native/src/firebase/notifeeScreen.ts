import { parsePayload, type PermissionState, type ShownPush } from 'peal-core';
import { repliesText } from '../locales.js';
import type { Store, SystemButton, SystemPress, SystemScreen } from '../ports.js';
import { vibrationOf } from '../vibrations.js';
import type { FirebaseMessaging, Notifee, NotifeeEvent, NotifeeNotification, NotifeePress, NotifeeShown } from './FirebaseModules.js';
import { firebasePresses } from './messages.js';

const replyId = 'peal-reply';
const repliesChannel = 'peal-replies';
const shownFor = 6000;
/** So often Android shows its prompt. */
const mostRefusals = 2;
/** Firebase's SDK draws with this id on Android, and with a tag. */
const firebaseId = '0';
/** notifee's numbers (`EventType`, `AndroidImportance`, `AuthorizationStatus`). */
const events = { dismissed: 0, press: 1, actionPress: 2 } as const;
const importances = { high: 4, default: 3, low: 2, min: 1 } as const;
const statuses: Readonly<Record<number, PermissionState>> = { [-1]: 'not-determined', 0: 'denied', 1: 'granted', 2: 'provisional' };

export interface NotifeeScreenOptions {
  readonly notifee: Notifee;
  /** What Firebase's SDK or iOS drew is pressed there. */
  readonly messaging?: FirebaseMessaging;
  /** Of `react-native`: notifee opens no settings on iOS. */
  readonly Linking: { openSettings(): Promise<void>; sendIntent?(action: string): Promise<void> };
  readonly os: 'ios' | 'android';
  /** `Platform.Version`: from Android 14 on, only alarms and calls take the whole screen unless the user allows it. */
  readonly osVersion?: number | string;
  /** Remembers how often Android asked, which Android does not tell. */
  readonly storage: Store;
  readonly locale?: () => string;
  /** Whether Android lets this app take the whole screen, for an app that is an alarm or a call, or asks the system. */
  readonly canFullScreen?: () => boolean | Promise<boolean>;
}

/** The system's screen by notifee, or by a fork with its API. */
export function notifeeScreen({ notifee, messaging, Linking, os, osVersion, storage, locale, canFullScreen }: NotifeeScreenOptions): SystemScreen {
  const isAndroid = os === 'android';
  const refusalsKey = 'peal:refusals';
  const system = messaging && firebasePresses(messaging);
  let pressed: ((press: SystemPress) => Promise<void>) | null = null;
  let dismissed: ((payload: unknown) => Promise<void>) | null = null;

  // What iOS drew has its words beside the data.
  const payloadOf = ({ title = '', body = '', data }: NotifeeShown): unknown => ({ title, body, ...data, data: data || {} });
  const idOf = (shown: NotifeeShown): string | undefined => {
    const parsed = parsePayload(payloadOf(shown));
    return parsed.status === 'ok' ? parsed.peal.id : parsed.id || undefined;
  };
  const pressOf = ({ notification, pressAction, input }: NotifeePress): SystemPress => {
    const button = pressAction && pressAction.id !== 'default' ? pressAction.id : undefined;
    return { payload: payloadOf(notification), ...(button ? { button } : {}), ...(input ? { choice: input } : {}) };
  };

  async function happened({ type, detail }: NotifeeEvent): Promise<void> {
    const { notification } = detail;
    if (!notification || notification.id === replyId) return;
    if (type === events.dismissed) await dismissed?.(payloadOf(notification));
    else if (type === events.press || type === events.actionPress) await pressed?.(pressOf({ ...detail, notification }));
  }
  // At the top of the app's first file, as for messages.
  notifee.onBackgroundEvent(happened);

  /**
   * Android says "denied" before it was ever asked, and asks once more after the first refusal. What was granted and is not any more,
   * the user took away in the settings, and is asked no more.
   */
  async function stateOf(status: number, refused = 0): Promise<PermissionState> {
    const state = statuses[status] || 'denied';
    if (!isAndroid) return state;
    const before = Number(await storage.get(refusalsKey).catch(() => 0)) || 0;
    const now = state === 'denied' ? Math.min(before + refused, mostRefusals) : mostRefusals;
    // Where nothing can be stored, it is asked once more.
    if (now !== before) await storage.set(refusalsKey, String(now)).catch(() => undefined);
    return state === 'denied' && now < mostRefusals ? 'not-determined' : state;
  }

  /** One that only a newer catalog has is made when the app is opened; notifee shows nothing in a channel that is not there. */
  async function channelOf(wanted: string | undefined): Promise<string> {
    const known = (await notifee.getChannels()).map(({ id }) => id);
    return wanted && known.includes(wanted) ? wanted : known.find((id) => id !== repliesChannel) || repliesChannel;
  }

  function androidOf(
    channelId: string,
    { buttons, isFullScreen, image, badge, sound }: Parameters<SystemScreen['show']>[0],
  ): NonNullable<NotifeeNotification['android']> {
    const open = { id: 'default', launchActivity: 'default' };
    return {
      channelId, pressAction: open,
      actions: buttons.map(({ id, title, opensApp, choices }: SystemButton) => ({
        title,
        // No activity is started from a service since Android 12: a reply starts none.
        pressAction: opensApp ? { id, launchActivity: 'default' } : { id },
        ...(choices ? { input: { allowFreeFormInput: false, choices: [...choices] } } : {}),
      })),
      ...(isFullScreen ? { fullScreenAction: open } : {}), ...(image ? { largeIcon: image } : {}),
      ...(badge === undefined ? {} : { badgeCount: badge }), ...(sound ? { sound } : {}),
    };
  }

  return {
    hasChoices: isAndroid,
    permission: async () => stateOf((await notifee.getNotificationSettings()).authorizationStatus),
    async request({ provisional, critical }) {
      const { authorizationStatus } = await notifee.requestPermission({ alert: true, badge: true, sound: true, provisional, criticalAlert: critical });
      return stateOf(authorizationStatus, 1);
    },
    async setUp(channels, categories) {
      if (!isAndroid) {
        // One call with all of them: it replaces those from before.
        return notifee.setNotificationCategories(categories.map(({ id, buttons }) => ({
          id, actions: buttons.map((button) => ({ id: button.id, title: button.title, foreground: button.opensApp })),
        })));
      }
      await notifee.createChannels([
        ...channels.map(({ id, name, importance, sound, vibration, bypassDnd }) => {
          const pattern = vibrationOf(vibration);
          return {
            id, name, importance: importances[importance], bypassDnd, vibration: vibration !== null,
            ...(sound ? { sound } : {}), // notifee takes no pause of 0.
            ...(pattern ? { vibrationPattern: pattern.map((length) => length || 1) } : {}),
          };
        }),
        { id: repliesChannel, name: repliesText(locale?.()), importance: importances.low, vibration: false, bypassDnd: false },
      ]);
    },
    async show(notification) {
      const { tag, title, body, payload, category, group, sound, channel } = notification;
      await notifee.displayNotification({
        id: tag, title, body, data: { ...payload },
        ...(isAndroid ? { android: androidOf(await channelOf(channel), notification) } : {
          ios: { ...(category ? { categoryId: category } : {}), ...(group ? { threadId: group } : {}), ...(sound ? { sound } : {}) },
        }),
      });
    },
    async clear(targets) {
      for (const { id, notification } of await notifee.getDisplayedNotifications()) {
        const known = idOf(notification);
        const isGone = targets.some((one) => (one.id !== undefined && one.id === known) || (one.tag !== undefined && one.tag === id));
        if (isGone && id) await notifee.cancelDisplayedNotification(id);
      }
      if (isAndroid) for (const { tag } of targets) if (tag) await notifee.cancelDisplayedNotification(firebaseId, tag);
    },
    async shown() {
      return (await notifee.getDisplayedNotifications()).flatMap(({ id, notification }): ShownPush[] => {
        const known = idOf(notification);
        const tag = notification.android?.tag || id;
        return id === replyId || (!known && !tag) ? [] : [{ ...(known ? { id: known } : {}), ...(tag ? { tag } : {}) }];
      });
    },
    badge: (count) => notifee.setBadgeCount(count),
    async confirm(text) {
      await notifee.displayNotification({
        id: replyId, title: text,
        ...(isAndroid ? { android: { channelId: repliesChannel, timeoutAfter: shownFor, pressAction: { id: 'default', launchActivity: 'default' } } } : {}),
      });
    },
    onPress(handler) {
      pressed = handler;
      const ends = [notifee.onForegroundEvent((event) => void happened(event)), ...(system ? [system.onPress(handler)] : [])];
      return () => {
        pressed = null;
        ends.forEach((end) => end());
      };
    },
    onDismiss(handler) {
      dismissed = handler;
      return () => {
        dismissed = null;
      };
    },
    async lastPress() {
      const press = await notifee.getInitialNotification();
      return press ? pressOf(press) : system ? system.lastPress() : null;
    },
    openSettings: (channel) => void (isAndroid ? notifee.openNotificationSettings(channel) : Linking.openSettings()),
    async canFullScreen() {
      if (!isAndroid) return false;
      return canFullScreen ? canFullScreen() : Number(osVersion) < 34;
    },
  };
}
