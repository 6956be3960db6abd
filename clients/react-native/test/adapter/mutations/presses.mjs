const screen = 'firebase/notifeeScreen.ts';
const expo = 'expo/expoPhone.ts';

/** Presses, and what is on the screen. */
export const presses = [
  {
    trap: 'A press is reported twice: by the listener and as the last response', source: 'expo/expo#30649', file: 'core/links/index.ts',
    find: 'await presses.once(tap, () => take(tap));', replace: 'await take(tap);',
    test: 'expo on ios: a tap that starts the app, by listeners and by the press that started it; also after a restart',
  },
  {
    trap: 'A press is reported twice: by a background event and as the initial notification', source: 'https://notifee.app/react-native/docs/events',
    file: 'core/links/index.ts', find: 'await presses.once(tap, () => take(tap));', replace: 'await take(tap);',
    test: 'a button by the listener and by the task of Expo, which run together',
  },
  {
    trap: 'A press is reported again after a restart', source: 'expo/expo#18712', file: 'core/links/createPresses.ts',
    find: 'void outbox.stored().then(() => storage.app.write(name, times));', replace: 'void outbox;',
    test: 'the same button by two libraries, the second after a restart of the app',
  },
  {
    trap: 'Expo answers the last response at every start until it is cleared', source: 'expo/expo#18712', file: expo,
    find: '      await Notifications.clearLastNotificationResponseAsync();\n', replace: '', test: 'Expo’s is cleared when it was taken: it is no press of a later day',
  },
  {
    trap: 'Nothing may be opened before the root is there', source: 'expo/expo#24274', file: 'navigation.ts',
    find: '    await rooted(ref);\n    const screen', replace: '    const screen', test: 'it is reported once to a navigation that is ready later',
  },
  {
    trap: 'Nothing may be opened before the root is there: Expo Router', source: 'expo/expo#24274', file: 'navigation.ts',
    find: '    await rooted(ref);\n    if (exists', replace: '    if (exists', test: 'it waits for the root of Expo Router as well',
  },
  {
    trap: 'A press is reported twice: by notifee and by Firebase', source: 'invertase/notifee#644', file: 'core/links/index.ts',
    find: 'await presses.once(tap, () => take(tap));', replace: 'await take(tap);', test: 'a tap by notifee and by Firebase, in this order or the other',
  },
  {
    trap: 'The tab first, so that “back” leads there', source: 'React Navigation: nesting navigators', file: 'navigation.ts',
    find: '    if (tab) ref.navigate(tab.name, tab.params);\n', replace: '', test: 'it is reported once to a navigation that is ready later',
  },
  {
    trap: 'Trampolines: a tap names the activity', source: 'notify-kit#38; Android 12', file: screen,
    find: "const open = { id: 'default', launchActivity: 'default' };", replace: "const open = { id: 'default' } as never;",
    test: 'a tap names the activity, a reply none: only the tap brings the app up',
  },
  {
    trap: 'Trampolines: a reply starts no activity', source: 'notify-kit#38; Android 12', file: screen,
    find: "pressAction: opensApp ? { id, launchActivity: 'default' } : { id },", replace: "pressAction: { id, launchActivity: 'default' },",
    test: 'a tap names the activity, a reply none: only the tap brings the app up',
  },
  {
    trap: 'One button with three choices: each is its own action', source: 'notifee: RemoteInput choices', file: 'buttons.ts',
    find: 'return first && actions.find(({ group, title }) => group === first.group && title === choice);', replace: 'return first && (choice ? first : undefined);',
    test: '“Running late”, 10 min late: the token of late-10',
  },
  {
    trap: 'A press comes as a foreground event: AppState says where the app is', source: 'invertase/notifee#136', file: 'phone.ts',
    find: 'isVisible: () => isThere(),', replace: 'isVisible: () => !!isThere,',
    test: 'a foreground event of an app that is not on the screen: the reply is confirmed by a notification',
  },
  {
    trap: 'notifee takes the delegate: Firebase reports no tap on iOS', source: 'invertase/notifee#644 invertase/notifee#949', file: screen,
    find: 'const ends = [notifee.onForegroundEvent((event) => void happened(event)), ...(', replace: 'const ends = [...(',
    test: 'a tap in the background comes as a foreground event, and from Firebase not at all',
  },
  {
    trap: 'A push of another sender is theirs', source: 'expo-notifications: one handler for all pushes', file: 'phone.ts',
    find: "(isShow || parsed.status === 'foreign')", replace: 'isShow', test: 'Expo: on the screen it is drawn as well',
  },
  {
    trap: 'What FCM drew is cancelled by 0 and its tag', source: 'invertase/notifee#120 invertase/notifee#175', file: screen,
    find: 'if (isAndroid) for (const { tag } of targets) if (tag) await notifee.cancelDisplayedNotification(firebaseId, tag);', replace: 'void firebaseId;',
    test: 'firebase on android: a silent push with its tag clears it, in an app that was ended',
  },
  {
    trap: 'The data of what FCM drew cannot be read back: sync names the tag', source: 'invertase/notifee#393 invertase/notifee#415', file: screen,
    find: 'const tag = notification.android?.tag || id;', replace: 'const tag = id;',
    test: 'firebase on android: the next sync names it by its tag, and what was read elsewhere is cleared by it',
  },
  {
    trap: 'Expo lists what FCM drew by an address', source: 'expo/expo ExpoPresentationDelegate.kt', file: expo,
    find: 'return tag === undefined ? identifier : decodeURIComponent(tag);', replace: 'return tag === undefined ? identifier : identifier;',
    test: 'expo on android: the next sync names it by its tag, and what was read elsewhere is cleared by it',
  },
  {
    trap: 'Which tag has which id is learned from the push', source: 'invertase/notifee#393', file: 'phone.ts',
    find: 'await tags.note(parsed.peal.id, parsed.peal.tag)', replace: 'await Promise.resolve()',
    test: 'the app’s handler has run: the id is named with the tag, and clears it without one; also after a restart',
  },
  {
    trap: 'Which tag has which id survives the process', source: 'invertase/notifee#393', file: 'createTags.ts',
    find: '      await store.set(key, JSON.stringify([...tags]));\n', replace: '',
    test: 'the app’s handler has run: the id is named with the tag, and clears it without one; also after a restart',
  },
  {
    trap: 'Tags do not grow for ever', source: 'Android shows 50 notifications of an app at most', file: 'createTags.ts',
    find: 'const most = 100;', replace: 'const most = 1000;', test: 'the last hundred are known: the first of 101 is named by its tag alone',
  },
  {
    trap: 'Expo takes `data.tag` as the identifier: the tag is what replaces', source: 'expo/expo#12050 expo/expo#44524', file: screen,
    find: 'id: tag, title, body, data', replace: 'id: notification.id, title, body, data', test: 'the same tag takes the place of the one before',
  },
  {
    trap: 'A confirmation of the app itself is no notification', source: 'notifee: getDisplayedNotifications lists all', file: screen,
    find: 'id === replyId || (!known && !tag)', replace: '!known && !tag', test: 'a confirmation of the app itself is no notification',
  },
];
