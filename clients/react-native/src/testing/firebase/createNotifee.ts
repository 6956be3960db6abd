import type { AndroidAction, AndroidChannel, Event, IOSNotificationCategory, Module, NotificationSettings } from '@notifee/react-native';
import type { AppProcess } from '../AppProcess.js';
import type { PhoneContext } from '../Context.js';
import type { Button, Category } from '../system/Categories.js';
import type { Channel } from '../system/Channels.js';
import { authorization } from './createMessaging.js';
import { display } from './display.js';
import { displayed, initialOf } from './eventOf.js';
import { validateChannel, validateNotification } from './validate.js';

export interface EventHandler {
  handler: ((event: Event) => Promise<void>) | null;
}

/** notifee in one process. */
export function createNotifee(phone: PhoneContext, process: AppProcess, background: EventHandler): Module {
  const { platform, channels, categories, permission, screen, table, kept, options } = phone;
  const isAndroid = platform === 'android';
  const call = <T>(name: string, args: readonly unknown[], work: () => T | Promise<T>): Promise<T> => process.call(`notifee.${name}`, args, work);

  const settings = (): NotificationSettings => ({
    authorizationStatus: authorization(phone), android: { alarm: 1 },
    ios: {
      authorizationStatus: authorization(phone),
      criticalAlert: isAndroid || permission.allowsCritical ? 1 : options.hasCriticalEntitlement || !table.has('ios.critical.entitlement') ? 0 : -1,
    },
  });

  /** What FCM drew is found by its tag only. */
  const cancel = (ids: readonly string[], tag?: string): void => screen.remove((shown) => ids.includes(shown.id)
    && (!isAndroid || shown.tag === (tag ?? null) || (tag === undefined && shown.drawnBy === 'app')));

  const isStrict = table.has('notifee.validates');
  const checked = (channel: AndroidChannel): void => {
    if (isStrict) validateChannel(channel);
  };

  return {
    createChannel(channel) {
      checked(channel);
      return call('createChannel', [channel], () => (isAndroid ? channels.create(channelFrom(channel)).id : ''));
    },
    createChannels(all) {
      all.forEach(checked);
      return call('createChannels', [all], () => {
        if (isAndroid) for (const channel of all) channels.create(channelFrom(channel));
      });
    },
    deleteChannel: (id) => call('deleteChannel', [id], () => channels.delete(id)),
    getChannels: () => call('getChannels', [], () => (isAndroid ? channels.all.map((channel) => ({ ...channelTo(channel), blocked: !permission.isShown })) : [])),
    isChannelCreated: (id) => call('isChannelCreated', [id], () => !isAndroid || channels.get(id) !== undefined),
    isChannelBlocked: (id) => call('isChannelBlocked', [id], () => isAndroid && !permission.isShown),

    setNotificationCategories: (all) => call('setNotificationCategories', [all], () => {
      if (!isAndroid) categories.replace(all.map((category) => categoryFrom(category, table.has('ios.dismissal.notifee'))));
    }),
    getNotificationCategories: () => call('getNotificationCategories', [], () => categories.all.map(categoryTo)),

    displayNotification(notification) {
      if (isStrict) validateNotification(notification, isAndroid);
      return call('displayNotification', [notification], () => display(phone, process, notification));
    },
    cancelNotification: (id, tag) => call('cancelNotification', [id, tag], () => cancel([id], tag)),
    cancelDisplayedNotification: (id, tag) => call('cancelDisplayedNotification', [id, tag], () => cancel([id], tag)),
    cancelDisplayedNotifications: (ids, tag) => call('cancelDisplayedNotifications', [ids, tag], () => (ids ? cancel(ids, tag) : screen.clear())),
    getDisplayedNotifications: () => call('getDisplayedNotifications', [], () => screen.all.map((shown) => displayed(phone, shown))),
    setBadgeCount: (count) => call('setBadgeCount', [count], () => {
      if (isAndroid ? !table.has('android.badge.by-notifications') : permission.isShown) screen.icon = count;
    }),
    getBadgeCount: () => call('getBadgeCount', [], () => (isAndroid ? 0 : screen.icon)),

    requestPermission: (asked) => call('requestPermission', [asked], async () => {
      await permission.request({ provisional: Boolean(asked && asked.provisional), critical: Boolean(asked && asked.criticalAlert) });
      return settings();
    }),
    getNotificationSettings: () => call('getNotificationSettings', [], settings),
    openNotificationSettings: (channel) => call('openNotificationSettings', [channel], () => {
      if (isAndroid) phone.openSettings(channel === undefined ? 'app' : `channel ${channel}`);
    }),
    openBatteryOptimizationSettings: () => call('openBatteryOptimizationSettings', [], () => phone.openSettings('battery')),

    onForegroundEvent: (observer) => process.on('notifee.event', observer),
    onBackgroundEvent: (observer) => process.callNow('notifee.onBackgroundEvent', [], () => void (background.handler = observer)),
    getInitialNotification: () => call('getInitialNotification', [], () => {
      const press = kept.initialNotification;
      if (table.has('notifee.initial.once')) kept.initialNotification = null;
      return press ? initialOf(phone, press) : null;
    }),
  };
}

const channelFrom = (channel: AndroidChannel): Channel => ({
  id: channel.id, name: channel.name, importance: channel.importance ?? 3, bypassDnd: channel.bypassDnd === true,
  sound: channel.sound ?? null, vibration: channel.vibrationPattern ?? null,
});

const channelTo = (channel: Channel): AndroidChannel => ({
  id: channel.id, name: channel.name, importance: channel.importance, bypassDnd: channel.bypassDnd,
  ...(channel.sound === null ? {} : { sound: channel.sound }), ...(channel.vibration === null ? {} : { vibrationPattern: [...channel.vibration] }),
});

const categoryFrom = (category: IOSNotificationCategory, reportsDismissal: boolean): Category => ({
  id: category.id, reportsDismissal,
  buttons: (category.actions ?? []).map((action) => ({
    id: action.id, title: action.title, opensApp: action.foreground === true, hasText: action.input !== undefined,
  })),
});

const categoryTo = ({ id, buttons }: Category): IOSNotificationCategory => ({
  id, actions: buttons.map((button) => ({ id: button.id, title: button.title, foreground: button.opensApp })),
});

/** Android opens the app only where the action names what to open. */
export const buttonFrom = (action: AndroidAction, isByActivity: boolean): Button => {
  const input = action.input === true ? { allowFreeFormInput: true } : action.input;
  const { launchActivity, mainComponent } = action.pressAction;
  return {
    id: action.pressAction.id, title: action.title, opensApp: isByActivity ? launchActivity !== undefined || mainComponent !== undefined : true,
    hasText: input !== undefined && input.allowFreeFormInput !== false, ...(input && input.choices ? { choices: input.choices } : {}),
  };
};
