const screen = 'firebase/notifeeScreen.ts';
const expo = 'expo/expoPhone.ts';
const messages = 'firebase/messages.ts';

/** Addresses, work without a screen, the network and what is stored. */
export const background = [
  {
    trap: 'Expo’s listener gives the native token', source: 'expo/expo#9918', file: expo,
    find: "      const { data } = await Notifications.getExpoPushTokenAsync({ projectId });\n      return { provider: 'expo', platform: os, token: data };\n    },\n    // The listener brings the system's own token, not Expo's: that one is asked for again.\n    onChange(changed) {\n      const subscription = Notifications.addPushTokenListener(() => changed());",
    replace: "      const data = (tokens as any).last || (await Notifications.getExpoPushTokenAsync({ projectId })).data;\n      return { provider: 'expo', platform: os, token: data };\n    },\n    onChange(changed) {\n      const subscription = Notifications.addPushTokenListener(((given: any) => { (tokens as any).last = given.data; changed(); }) as any);",
    test: 'Expo’s listener brings the system’s token: Expo’s own is asked for again',
  },
  {
    trap: 'A token may never be answered', source: 'expo/expo#37378 invertase/react-native-firebase#3980', file: 'systemPush.ts',
    find: "return timeLimit(clock, longestToken, 'the push service', tokens.get());", replace: 'return (timeLimit && clock && longestToken && tokens.get()) as never;',
    test: 'firebase on android: a token that never comes is given up after ten seconds, and the next try works',
  },
  {
    trap: 'Without a network a token may never be answered', source: 'expo/expo#30031', file: 'systemPush.ts',
    find: "        if (!isOnline()) throw new Error('no network');\n", replace: '', test: 'without a network Expo’s is not asked for: it may never be answered',
  },
  {
    trap: 'Rotated while signed out: the app has no session', source: 'Peal: PATCH by device key', file: 'phone.ts',
    find: 'inBackground({ address: true })', replace: 'client.devices.register()', test: 'firebase on android: another address while nobody is signed in is named by the device itself',
  },
  {
    trap: 'No Google services: the token is refused', source: 'invertase/react-native-firebase#4704', file: 'core/devices/createDevices.ts',
    find: 'log(`device.${what}-failed`, { code, status });\n      return undefined;', replace: 'throw error;',
    test: 'firebase on android, refused: the inbox and its stream are there',
  },
  {
    trap: 'No Google services: the token hangs', source: 'invertase/react-native-firebase#3980', file: 'systemPush.ts',
    find: "return timeLimit(clock, longestToken, 'the push service', tokens.get());", replace: 'return (timeLimit && clock && longestToken && tokens.get()) as never;',
    test: 'firebase on android, hanging: the inbox and its stream are there',
  },
  {
    trap: 'APNs: no token before the device is registered', source: 'https://rnfirebase.io/reference/messaging#getAPNSToken', file: messages,
    find: "      if (os === 'ios' && !messaging.isDeviceRegisteredForRemoteMessages) await messaging.registerDeviceForRemoteMessages();\n", replace: '',
    test: 'APNs itself: the phone is registered first, and says which of Apple’s services',
  },
  {
    trap: 'Sign-out ends the address', source: 'invertase/react-native-firebase#4997 invertase/react-native-firebase#8030', file: 'systemPush.ts',
    find: 'Promise.all([tokens.remove(), tags.forget()])', replace: 'Promise.all([tags.forget()])',
    test: 'firebase on android: the address ends, what is shown leaves the screen, and the next user has a device of their own',
  },
  {
    trap: 'Sign-out clears what is shown', source: 'Peal: nothing of the user stays on the screen', file: 'core/createPeal.ts',
    find: "await push.clear(known('id'), known('tag'));", replace: 'known;',
    test: 'expo on ios: the address ends, what is shown leaves the screen, and the next user has a device of their own',
  },
  {
    trap: 'Sign-out forgets the tags', source: 'Peal: nothing of the user stays', file: 'systemPush.ts',
    find: 'Promise.all([tokens.remove(), tags.forget()])', replace: 'Promise.all([tokens.remove()])', test: 'after sign-out no tag is known',
  },
  {
    trap: 'Sign-out ends the address, although the storage is full', source: 'https://react-native-async-storage.github.io: removeItem may reject',
    file: 'systemPush.ts', find: 'await Promise.all([tokens.remove(), tags.forget()]);', replace: 'await tags.forget();\n        await tokens.remove();',
    test: 'sign-out ends the address also where nothing can be stored',
  },
  {
    trap: 'What the device can do is asked before each sync', source: 'Peal: capabilities of `sync`', file: 'phone.ts',
    find: '    await ask();\n    if (isStarted)', replace: '    if (isStarted)', test: 'it is asked before the device registers and before each sync',
  },
  {
    trap: 'An answer of the app may never come', source: 'Peal: 2 s', file: 'phone.ts',
    find: 'await timeLimit(clock, longestAnswer, name, Promise.resolve(answer()))', replace: 'await (timeLimit && longestAnswer && answer())',
    test: 'an answer that does not come holds up neither for more than two seconds',
  },
  {
    trap: 'An answer of the app may never come: drawing does not wait for it', source: 'invertase/react-native-firebase#3530', file: 'phone.ts',
    find: "if ('address' in event || ('push' in event && !event.draw)) await ask();", replace: "if (!('press' in event)) await ask();",
    test: 'it is drawn immediately, although the app does not answer what the device can do',
  },
  {
    trap: 'Expo’s handler has three seconds', source: 'https://docs.expo.dev/versions/v54.0.0/sdk/notifications/', file: 'phone.ts',
    find: 'if (!isAsked) await report;', replace: 'await report;', test: 'Expo’s handler has three seconds: it answers before the report is sent',
  },
  {
    trap: 'Up to SDK 52 Android has the payload below `notification`', source: 'expo/expo#30533', file: 'expo/payloadOfTask.ts',
    find: ",\n    valuesOf(inner['body'])]", replace: ']', test: 'expo on android, SDK 52: the task finds the payload where that version puts it',
  },
  {
    trap: 'The handler runs for what the system drew', source: 'invertase/react-native-firebase#4025 invertase/notifee#1173', file: messages,
    find: 'isDrawn: !!message.notification', replace: 'isDrawn: false', test: 'Firebase’s handler runs for what the system has drawn: it is there once',
  },
  {
    trap: 'Data at HIGH: draw first, report afterwards', source: 'invertase/react-native-firebase#6404', file: 'core/createPeal.ts',
    find: '          if (event.draw) await event.draw(foreground.presentation(event.push));\n          await foreground.received(event.push);',
    replace: '          const how = foreground.presentation(event.push);\n          await foreground.received(event.push);\n          if (event.draw) await event.draw(how);',
    test: 'a push with buttons is drawn first and reported afterwards',
  },
  {
    trap: 'Work only inside a handler’s promise: pushes', source: 'facebook/react-native#47437 expo/expo#34498', file: messages,
    find: 'await arrived?.({ payload: payloadOf(message), isDrawn', replace: 'void arrived?.({ payload: payloadOf(message), isDrawn',
    test: 'a push that the app draws: all of it is done before its handler ends, however slow the server is',
  },
  {
    trap: 'Work only inside a handler’s promise: Expo’s task', source: 'expo/expo#34498', file: expo,
    find: 'if (!isAsked) await arrived?.(', replace: 'if (!isAsked) void arrived?.(',
    test: 'a silent push (Expo): all of it is done before its handler ends, however slow the server is',
  },
  {
    trap: 'Work only inside a handler’s promise: replies', source: 'facebook/react-native#47495', file: screen,
    find: 'await pressed?.(pressOf(', replace: 'void pressed?.(pressOf(', test: 'a reply: all of it is done before its handler ends, however slow the server is',
  },
  {
    trap: 'Work only inside a handler’s promise: dismissals', source: 'facebook/react-native#47495', file: screen,
    find: 'await dismissed?.(payloadOf(notification))', replace: 'void dismissed?.(payloadOf(notification))',
    test: 'a dismissal: all of it is done before its handler ends, however slow the server is',
  },
  {
    trap: 'A start without a screen opens no stream', source: 'https://reactnative.dev/docs/headless-js-android', file: 'phone.ts',
    find: "if (!options.isKilled?.()) follow(AppState.currentState);", replace: "if (!options.isKilled?.()) follow('active');",
    test: 'a push that the app draws: no stream, no inbox, and the device’s key in place of a session',
  },
  {
    trap: 'A start without a screen reads no inbox', source: 'Apple: about 30 s in the background', file: 'core/foreground/index.ts',
    find: 'core.isActive() && inbox.refresh()', replace: 'inbox.refresh()', test: 'a silent push (Expo): no stream, no inbox, and the device’s key in place of a session',
  },
  {
    trap: 'The budget is the app’s', source: 'invertase/react-native-firebase#3530', file: 'phone.ts',
    find: 'budget === undefined ? {} : { budget }', replace: 'budget === undefined ? {} : {}',
    test: 'a budget of the app: what is not sent by then is sent at the next start',
  },
  {
    trap: 'Android’s number on the icon', source: 'invertase/notifee#81 expo/expo#13311', file: screen,
    find: '...(badge === undefined ? {} : { badgeCount: badge }), ', replace: '', test: 'Android has no number of its own: the notification has it',
  },
  {
    trap: 'Full screen on Android 14 is dropped in silence', source: 'notify-kit#64 invertase/notifee#1054', file: 'phone.ts',
    find: "draw(presentation === 'full-screen' && await screen.canFullScreen())", replace: "draw(presentation === 'full-screen')",
    test: 'API level 34, not allowed by the user: a banner',
  },
  {
    trap: 'Full screen by the version of Android', source: 'https://source.android.com/docs/core/permissions/fsi-limits', file: screen,
    find: 'Number(osVersion) < 34', replace: 'Number(osVersion) > 0', test: 'without an answer of the app the version of Android decides',
  },
  {
    trap: 'Active, background, active: one after another', source: 'React Native: AppState', file: 'phone.ts',
    find: "if (work) turn = turn.then(work)", replace: 'if (work) turn = Promise.resolve(work())', test: 'active and background while the app still comes: nothing is followed',
  },
  {
    trap: 'On the screen the app shows a banner, and the system nothing', source: 'https://docs.expo.dev/push-notifications/what-you-need-to-know/', file: 'phone.ts',
    find: 'return { draw: isSystem };', replace: 'return { draw: true };', test: 'expo on ios: on the screen the app shows a banner, and the system nothing',
  },
  {
    trap: 'What was lost is in the inbox', source: 'Apple: pushing background updates; Android: force stop', file: 'phone.ts',
    find: 'const started = client.start();', replace: 'const started = Promise.resolve();', test: 'what reached no phone is in the inbox when the app is opened',
  },
  {
    trap: 'NetInfo is null at first', source: 'react-native-netinfo/react-native-netinfo#155', file: 'network.ts',
    find: 'connectivity.isConnected() !== false', replace: 'connectivity.isConnected() === true',
    test: 'null stays unknown after a request that failed: the next try is made by the usual wait',
  },
  {
    trap: 'iOS says “none” for a minute after the app came back', source: 'react-native-netinfo/react-native-netinfo#326', file: 'network.ts',
    find: 'says() || isUncertain;', replace: 'says();', test: 'requests are sent all the same',
  },
  {
    trap: 'iOS says “none” after the app was told that it is active', source: 'react-native-netinfo/react-native-netinfo#669', file: 'network.ts',
    find: 'newsFrom = isBack ? clock.now() + retryInterval : 0;', replace: 'newsFrom = isBack ? 0 : 0;', test: 'also where it says so only after the app was told that it is active',
  },
  {
    trap: 'iOS says “none” again while a request waits', source: 'react-native-netinfo/react-native-netinfo#669', file: 'network.ts',
    find: 'if (isConnected === false && clock.now() < newsFrom) return tell();', replace: 'void newsFrom;',
    test: 'where it says so again after a request has failed, the next one is tried all the same',
  },
  {
    trap: '“None” that is true: tried every ten seconds', source: 'react-native-netinfo/react-native-netinfo#326', file: 'network.ts',
    find: '    if (clock.now() + retryInterval > uncertainUntil || stopWaiting) return;\n', replace: '    if (uncertainUntil >= 0) return;\n',
    test: 'where it is true, the first request is tried, then one every ten seconds, and then none is',
  },
  {
    trap: '“None” that is true: taken as true after a failure', source: 'react-native-netinfo/react-native-netinfo#326', file: 'network.ts',
    find: '        if (!says()) acceptOffline();\n', replace: '        void acceptOffline;\n',
    test: 'where it is true, the first request is tried, then one every ten seconds, and then none is',
  },
  {
    trap: 'SecureStore is locked with the phone', source: 'https://docs.expo.dev/versions/v54.0.0/sdk/securestore/', file: expo,
    find: 'keychainAccessible: module.AFTER_FIRST_UNLOCK', replace: 'keychainAccessible: 5', test: 'expo on ios: the device’s key can be read while the phone is locked',
  },
  {
    trap: 'The keychain is locked with the phone', source: 'Apple: kSecAttrAccessibleAfterFirstUnlock', file: 'storage.ts',
    find: "setGenericPassword('peal', value, { service, accessible })", replace: "setGenericPassword('peal', value, { service } as never)",
    test: 'firebase on ios: the device’s key can be read while the phone is locked',
  },
  {
    trap: 'The device’s key is in no other storage', source: 'AsyncStorage is not encrypted: https://reactnative.dev/docs/security', file: 'storage.ts',
    find: 'set: (key, value) => (isSecret(key) ? secrets.set(secretName(key), value) : store.set(key, value))', replace: 'set: (key, value) => store.set(key, value)',
    test: 'firebase on android: the device’s key is in no other storage',
  },
  {
    trap: 'Two apps with one keychain', source: 'Apple: keychain access groups', file: 'storage.ts',
    find: "key.replace(/[^A-Za-z0-9._-]/g, '.')", replace: "(key ? 'device' : '')", test: 'expo on ios: two apps with one storage keep apart what they know',
  },
  {
    trap: 'Two apps with one storage: tags', source: 'OneKeyHQ/app-monorepo#12287', file: 'phone.ts',
    find: '`peal:${options.app}:tags`', replace: "'peal:tags'", test: 'firebase on android: two apps with one storage keep apart what they know',
  },
  {
    trap: 'SecureStore takes letters, digits, ".", "-" and "_"', source: 'https://docs.expo.dev/versions/v54.0.0/sdk/securestore/', file: 'storage.ts',
    find: "key.replace(/[^A-Za-z0-9._-]/g, '.')", replace: 'key', test: 'expo on ios: the device’s key is in no other storage',
  },
];
