import { parsePayload, type PermissionState } from 'peal-core';
import type { PhoneOptions } from '../phone.js';
import type { ArrivedPush, PushAnswer, Store, SystemChannel, SystemPress, SystemScreen, Tokens } from '../ports.js';
import type { ExpoContent, ExpoModules, ExpoNotification, ExpoResponse } from './ExpoModules.js';
import { vibrationOf } from '../vibrations.js';
import { payloadOfTask } from './payloadOfTask.js';

/** The task that the system runs without a screen. Its name is kept over updates of the app. */
const taskName = 'peal';
const replyId = 'peal-reply';
const iosDismissal = 'com.apple.UNNotificationDismissActionIdentifier';

/** What a push looked like to the core: words at the top, `peal` in `data`. */
const payloadOf = ({ title, body, data }: ExpoContent): unknown => ({ title: title || '', body: body || '', data: data || {} });

const idOf = (content: ExpoContent): string | undefined => {
  const parsed = parsePayload(payloadOf(content));
  return parsed.status === 'ok' ? parsed.peal.id : parsed.id || undefined;
};

/** Android lists what FCM drew by an address with its tag; otherwise the tag is the identifier. */
function tagOf(identifier: string): string {
  const [, tag] = /^expo-notifications:.*[?&]tag=([^&]*)/.exec(identifier) || [];
  return tag === undefined ? identifier : decodeURIComponent(tag);
}

/**
 * Expo's half of a phone: `phone({...expoPhone({Notifications, TaskManager, SecureStore, Linking, projectId, os: Platform.OS}), …})`,
 * at the top of the app's first file. SDK 53 and later run replies of a killed Android app; with SDK 52 they open the app.
 */
export function expoPhone(modules: ExpoModules): Pick<PhoneOptions, 'tokens' | 'screen' | 'os' | 'secrets' | 'Linking'> {
  const { Notifications, TaskManager, SecureStore, Linking, projectId, os } = modules;
  let arrived: ((push: ArrivedPush) => Promise<PushAnswer>) | null = null;
  let pressed: ((press: SystemPress) => Promise<void>) | null = null;
  let dismissed: ((payload: unknown) => Promise<void>) | null = null;

  async function responded({ actionIdentifier, notification }: ExpoResponse): Promise<void> {
    const payload = payloadOf(notification.request.content);
    if (actionIdentifier === iosDismissal) return dismissed?.(payload);
    const isButton = actionIdentifier !== Notifications.DEFAULT_ACTION_IDENTIFIER;
    await pressed?.({ payload, ...(isButton ? { button: actionIdentifier } : {}) });
  }

  // A task that is defined in a component is defined too late: the system runs this file and nothing else.
  TaskManager.defineTask(taskName, async ({ data, error, executionInfo }) => {
    if (error || !data) return;
    if ('actionIdentifier' in data) return responded(data as unknown as ExpoResponse);
    const payload = payloadOfTask(data);
    const parsed = parsePayload(payload);
    // About what is to be seen in an app on the screen, the handler is asked.
    const isAsked = executionInfo?.appState === 'active' && parsed.status === 'ok' && parsed.peal.op === 'show';
    if (!isAsked) await arrived?.({ payload, isDrawn: true, isAsked: false });
  });
  void Notifications.registerTaskAsync(taskName).catch(() => undefined);

  const tokens: Tokens = {
    async get() {
      const { data } = await Notifications.getExpoPushTokenAsync({ projectId });
      return { provider: 'expo', platform: os, token: data };
    },
    // The listener brings the system's own token, not Expo's: that one is asked for again.
    onChange(changed) {
      const subscription = Notifications.addPushTokenListener(() => changed());
      return () => subscription.remove();
    },
    remove: () => Notifications.unregisterForNotificationsAsync(),
    onPush(handler) {
      arrived = handler;
      Notifications.setNotificationHandler({
        async handleNotification(notification) {
          const { draw } = await handler({ payload: payloadOf(notification.request.content), isDrawn: false, isAsked: true });
          // `shouldShowAlert` is what SDK 52 reads.
          return { shouldShowBanner: draw, shouldShowList: draw, shouldShowAlert: draw, shouldPlaySound: draw, shouldSetBadge: true };
        },
      });
      return () => {
        arrived = null;
        Notifications.setNotificationHandler(null);
      };
    },
  };

  const presented = (): Promise<readonly ExpoNotification[]> => Notifications.getPresentedNotificationsAsync();

  const screen: SystemScreen = {
    async permission() {
      return stateOf(await Notifications.getPermissionsAsync());
    },
    async request({ provisional, critical }) {
      return stateOf(await Notifications.requestPermissionsAsync({
        ios: {
          allowAlert: true, allowBadge: true, allowSound: true,
          ...(provisional ? { allowProvisional: true } : {}), ...(critical ? { allowCriticalAlerts: true } : {}),
        },
      }));
    },
    async setUp(channels, categories) {
      if (os === 'android') for (const channel of channels) await Notifications.setNotificationChannelAsync(channel.id, channelOf(channel));
      for (const { id, buttons } of categories) {
        await Notifications.setNotificationCategoryAsync(id, buttons.map((button) => ({
          identifier: button.id, buttonTitle: button.title, options: { opensAppToForeground: button.opensApp },
        })), { customDismissAction: true });
      }
    },
    async show({ tag, title, body, payload, channel, category, sound, badge }) {
      await Notifications.scheduleNotificationAsync({
        identifier: tag,
        content: {
          title, body, data: { ...payload }, sound: sound || false,
          ...(category ? { categoryIdentifier: category } : {}), ...(badge === undefined ? {} : { badge }),
        },
        trigger: channel && os === 'android' ? { channelId: channel } : null,
      });
    },
    async clear(targets) {
      for (const { request: { identifier, content } } of await presented()) {
        const id = idOf(content);
        const tag = tagOf(identifier);
        const isGone = targets.some((one) => (one.tag !== undefined && one.tag === tag) || (one.id !== undefined && one.id === id));
        if (isGone) await Notifications.dismissNotificationAsync(identifier);
      }
    },
    async shown() {
      return (await presented()).flatMap(({ request: { identifier, content } }) => {
        const id = idOf(content);
        return identifier === replyId ? [] : [id ? { id, tag: tagOf(identifier) } : { tag: tagOf(identifier) }];
      });
    },
    async badge(count) {
      await Notifications.setBadgeCountAsync(count);
    },
    async confirm(text) {
      await Notifications.scheduleNotificationAsync({ identifier: replyId, content: { title: text, sound: false }, trigger: null });
    },
    onPress(handler) {
      pressed = handler;
      const subscription = Notifications.addNotificationResponseReceivedListener((response) => void responded(response));
      return () => {
        pressed = null;
        subscription.remove();
      };
    },
    onDismiss(handler) {
      dismissed = handler;
      return () => {
        dismissed = null;
      };
    },
    async lastPress() {
      const response = await Notifications.getLastNotificationResponseAsync();
      if (!response) return null;
      // Expo answers it at every start until it is cleared.
      await Notifications.clearLastNotificationResponseAsync();
      const { actionIdentifier, notification } = response;
      if (actionIdentifier === iosDismissal) return null;
      const payload = payloadOf(notification.request.content);
      return actionIdentifier === Notifications.DEFAULT_ACTION_IDENTIFIER ? { payload } : { payload, button: actionIdentifier };
    },
    openSettings: () => void Linking.openSettings(),
    // expo-notifications has no full-screen intent.
    canFullScreen: async () => false,
  };

  function channelOf({ name, importance, sound, vibration, bypassDnd }: SystemChannel): object {
    const { HIGH, DEFAULT, LOW, MIN } = Notifications.AndroidImportance;
    const pattern = vibrationOf(vibration);
    return {
      name, importance: { high: HIGH, default: DEFAULT, low: LOW, min: MIN }[importance], bypassDnd, sound,
      enableVibrate: vibration !== null, ...(pattern ? { vibrationPattern: pattern } : {}),
    };
  }

  return { tokens, screen, os, Linking, ...(SecureStore ? { secrets: secureStore(SecureStore) } : {}) };
}

/** `granted` is false while iOS delivers quietly; Android asks once more after the first refusal. */
function stateOf({ status, granted, canAskAgain, ios }: Awaited<ReturnType<ExpoModules['Notifications']['getPermissionsAsync']>>): PermissionState {
  if (ios && ios.status === 3) return 'provisional';
  if (granted || (ios && ios.status === 4)) return 'granted';
  return status === 'undetermined' || (!ios && canAskAgain) ? 'not-determined' : 'denied';
}

/** The keychain: readable on a locked phone, after its first unlock. */
function secureStore(module: NonNullable<ExpoModules['SecureStore']>): Store {
  const options = { keychainAccessible: module.AFTER_FIRST_UNLOCK };
  return {
    get: (key) => module.getItemAsync(key, options),
    set: (key, value) => module.setItemAsync(key, value, options),
    remove: (key) => module.deleteItemAsync(key, options),
  };
}
