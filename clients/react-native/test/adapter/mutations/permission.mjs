const screen = 'firebase/notifeeScreen.ts';
const expo = 'expo/expoPhone.ts';

/** The permission, channels and categories. */
export const permission = [
  {
    trap: 'Android 13 shows no prompt before there is a channel', source: 'expo/expo#19043 expo/expo#24436', file: 'systemPush.ts',
    find: '        await setUp();\n', replace: '', test: 'firebase on android: the prompt waits for channels that are still being made, and appears',
  },
  {
    trap: 'Android 13 shows no prompt before there is a channel (Expo)', source: 'expo/expo#19043 expo/expo#24436', file: 'systemPush.ts',
    find: '        await setUp();\n', replace: '', test: 'expo on android: the prompt waits for channels that are still being made, and appears',
  },
  {
    trap: 'Android asks twice at most', source: 'https://developer.android.com/develop/ui/views/notifications/notification-permission', file: screen,
    find: 'const mostRefusals = 2;', replace: 'const mostRefusals = Infinity;',
    test: 'firebase on android: after the first refusal the app may ask again, after the second it is denied',
  },
  {
    trap: 'Expo says on Android whether it can ask again', source: 'https://docs.expo.dev/versions/v54.0.0/sdk/notifications/', file: expo,
    find: '(!ios && canAskAgain)', replace: 'false', test: 'expo on android: after the first refusal the app may ask again, after the second it is denied',
  },
  {
    trap: 'Denied in the settings after it was granted', source: 'https://developer.android.com/develop/ui/views/notifications/notification-permission',
    file: screen, find: 'Math.min(before + refused, mostRefusals) : mostRefusals;', replace: 'Math.min(before + refused, mostRefusals) : before;',
    test: 'firebase on android: what was granted and is taken away in the settings is denied, also after a restart',
  },
  {
    trap: 'Provisional: `granted` is false', source: 'expo/expo#8747', file: expo,
    find: "  if (ios && ios.status === 3) return 'provisional';\n", replace: '', test: 'Expo’s `granted` is false while the permission is provisional: the status counts',
  },
  {
    trap: 'Critical alerts without Apple’s entitlement let the prompt fail: the catalog has to want them', source: 'invertase/notifee#198',
    file: 'systemPush.ts', find: "return asks.critical && types.some(({ priority }) => priority === 'critical');", replace: 'return asks.critical && !!types;',
    test: 'expo on ios: critical alerts wanted by the app, not by the catalog: alert',
  },
  {
    trap: 'Critical alerts without Apple’s entitlement let the prompt fail: the app has to want them', source: 'invertase/notifee#198',
    file: 'systemPush.ts', find: 'return asks.critical && types.some(', replace: 'return types.some(',
    test: 'firebase on ios: critical alerts not wanted by the app, by the catalog: alert',
  },
  {
    trap: 'Categories are there before the push: at each start, in one call', source: 'Apple: declaring your actionable notification types',
    file: 'phone.ts', find: "    client.config.subscribe((config) => config && void system.setUp().catch(failed('set-up'))),\n", replace: '',
    test: 'notifee on iOS: all in one call, at each start, with another catalog and in another language',
  },
  {
    trap: '`setNotificationCategories` replaces all', source: 'Apple: setNotificationCategories(_:)', file: screen,
    find: 'return notifee.setNotificationCategories(categories.map(({ id, buttons }) => ({\n          id, actions: buttons.map((button) => ({ id: button.id, title: button.title, foreground: button.opensApp })),\n        })));',
    replace: 'for (const { id, buttons } of categories) await notifee.setNotificationCategories([{ id, actions: buttons.map((button) => ({ id: button.id, title: button.title, foreground: button.opensApp })) }]);\n        return;',
    test: 'notifee on iOS: all in one call, at each start, with another catalog and in another language',
  },
  {
    trap: 'Categories again with another catalog', source: 'Apple: declaring your actionable notification types', file: 'systemPush.ts',
    find: 'if (said === done) return;', replace: 'if (done) return;', test: 'notifee on iOS: all in one call, at each start, with another catalog and in another language',
  },
  {
    trap: 'iOS reports a dismissal only with `customDismissAction`', source: 'Apple: customDismissAction', file: expo,
    find: 'customDismissAction: true', replace: 'customDismissAction: false', test: 'Expo: each of them reports its dismissal',
  },
  {
    trap: 'Another language: channels are renamed', source: 'https://developer.android.com/develop/ui/views/notifications/channels', file: 'phone.ts',
    find: '    get locale() {\n      return options.locale?.();\n    },', replace: '    locale: options.locale?.(),',
    test: 'firebase on android: another language reads the configuration again, and renames them',
  },
  {
    trap: 'A notification in a channel that is not there is not shown: confirmations', source: 'https://notifee.app/react-native/reference/notificationandroid',
    file: screen, find: "        { id: repliesChannel, name: repliesText(locale?.()), importance: importances.low, vibration: false, bypassDnd: false },\n",
    replace: '', test: 'notifee: the one of confirmations has its name in the user’s language, and a confirmation is shown in it',
  },
  {
    trap: 'The channel of confirmations is seen in the settings: in the user’s language', source: 'https://developer.android.com/develop/ui/views/notifications/channels',
    file: screen, find: 'repliesText(locale?.())', replace: 'repliesText(undefined)',
    test: 'notifee: the one of confirmations has its name in the user’s language, and a confirmation is shown in it',
  },
  {
    trap: 'A channel of a newer catalog is not there yet', source: 'https://notifee.app/react-native/reference/notificationandroid', file: screen,
    find: 'return wanted && known.includes(wanted) ? wanted :', replace: 'return wanted && known ? wanted :',
    test: 'a channel that only a newer catalog has: the notification is shown in another one',
  },
  {
    trap: 'notifee throws for a pause of 0', source: 'invertase/notifee validateAndroidChannel.ts', file: screen,
    find: 'pattern.map((length) => length || 1)', replace: 'pattern', test: 'notifee takes every channel of gss: nothing is thrown',
  },
  {
    trap: 'notifee throws for a channel without a sound', source: 'invertase/notifee validateAndroidChannel.ts', file: screen,
    find: '...(sound ? { sound } : {}), // notifee', replace: 'sound: sound as never, // notifee', test: 'notifee takes every channel of gss: nothing is thrown',
  },
  {
    trap: 'Android draws three buttons', source: 'https://developer.android.com/reference/android/app/Notification.Builder#addAction', file: 'phone.ts',
    find: "most: os === 'android' ? 3 : Infinity", replace: 'most: Infinity', test: 'no type of gss needs a fourth',
  },
  {
    trap: '`bypassDnd` needs access to the policy: asked only where a channel wants it', source: 'binwiederhier/ntfy#91', file: 'phone.ts',
    find: "wantsDndAccess: () => os === 'android' && ", replace: 'wantsDndAccess: () => ',
    test: 'access to “Do not disturb” is wanted on Android alone, where a channel is to sound then',
  },
  {
    trap: 'notifee opens no settings on iOS', source: 'https://notifee.app/react-native/reference', file: screen,
    find: 'void (isAndroid ? notifee.openNotificationSettings(channel) : Linking.openSettings())', replace: 'void (Linking && notifee.openNotificationSettings(channel))',
    test: 'notifee opens none on iOS: React Native does',
  },
];
